/// What came of a request to the receiver.
package enum ExportOutcome: Hashable, Sendable {
  /// The receiver answered: its status, how many spans it refused of those that it took, and the
  /// seconds after which it wants to be asked again, 0 for none.
  case answered(status: Int, rejected: Int = 0, retryAfter: Int = 0)
  /// No answer came; why.
  case failed(String)
}

/// What becomes of the spans of a request, by OTLP/HTTP: a value that is given outcomes and says
/// what to do.
package struct ExportRule: Sendable {
  /// What is to be done next.
  package enum Step: Hashable, Sendable {
    /// The receiver has them, except so many that it refused, which must not be sent again.
    case done(rejected: Int)
    /// They are given up, for the reason.
    case drop(String)
    /// They are to be sent again after a pause.
    case retry(after: Duration)
  }

  /// The first pause of those that double.
  package static let firstPause = Duration.milliseconds(500)
  /// The longest of them.
  package static let longestPause = Duration.seconds(30)

  private let limit: Duration
  private var pause = firstPause

  /// `limit` is how long the spans are tried, pauses included.
  package init(limit: Duration) { self.limit = limit }

  /// What to do after an outcome, so long after the first attempt; `jitter`, from 0 to 1, spreads
  /// the pauses of many workers.
  package mutating func next(
    after outcome: ExportOutcome, elapsed: Duration, jitter: Double
  ) -> Step {
    let reason: String
    var wanted = pause * (0.5 + jitter / 2)
    switch outcome {
    case .answered(200..<300, let rejected, _):
      return .done(rejected: rejected)
    case .answered(let status, _, let retryAfter) where [429, 502, 503, 504].contains(status):
      reason = "status \(status)"
      if retryAfter > 0 { wanted = .seconds(retryAfter) }
    case .answered(let status, _, _):
      return .drop("status \(status)")
    case .failed(let failure):
      reason = failure
    }
    guard elapsed + wanted < limit else { return .drop(reason) }
    pause = min(pause * 2, Self.longestPause)
    return .retry(after: wanted)
  }
}

/// When the exporter is to end, and how it waits; for the exporter's thread.
package final class ExportStop {
  private let isAsked: () -> Bool
  private let waitForInput: ([Int32], Duration) -> Void
  private let descriptor: Int32
  private let limit: Duration
  private var askedAt: ContinuousClock.Instant?

  /// The end is requested when `isAsked` says so.
  ///
  /// Then `descriptor` has input, which ends a wait, and from then on the exporter may take
  /// `limit`.
  package init(
    limit: Duration, descriptor: Int32, isAsked: @escaping () -> Bool,
    waitForInput: @escaping ([Int32], Duration) -> Void
  ) {
    self.limit = limit
    self.descriptor = descriptor
    self.isAsked = isAsked
    self.waitForInput = waitForInput
  }

  /// Whether the end was asked for.
  var isStopping: Bool {
    if askedAt == nil, isAsked() { askedAt = .now }
    return askedAt != nil
  }

  /// How long it still may take; nil while no end was asked for.
  var remaining: Duration? {
    guard isStopping, let askedAt else { return nil }
    return max(.zero, limit - (ContinuousClock.now - askedAt))
  }

  /// Whether the time is over.
  var isOver: Bool { remaining == .zero }

  /// Waits until the end is asked for, the other descriptor has input, or the time is over; once
  /// the end was asked for, only for what remains.
  func wait(for duration: Duration, orFor other: Int32? = nil) {
    guard let remaining else {
      return waitForInput([descriptor] + (other.map { [$0] } ?? []), duration)
    }
    waitForInput([], min(remaining, duration))
  }
}
