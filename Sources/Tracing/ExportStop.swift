/// When the exporter is to end, and how it waits; for the exporter's thread.
package final class ExportStop {
  private let isAsked: () -> Bool
  private let waitForInput: ([Int32], Duration) -> Void
  private let descriptor: Int32
  private let limit: Duration
  private var askedAt: ContinuousClock.Instant?

  /// The end is asked for when `isAsked` says so, which `descriptor` tells who waits; from then on
  /// it may take `limit`.
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
