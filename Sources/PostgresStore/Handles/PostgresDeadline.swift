/// When waiting for the server ends.
struct PostgresDeadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) { end = .now + duration }

  private init(end: ContinuousClock.Instant) { self.end = end }

  var hasPassed: Bool { end <= .now }

  /// The time that is left in milliseconds, as poll(2) takes it; rounded up, so that nobody wakes
  /// just before the end.
  var milliseconds: Int32 {
    let left = end - .now
    return left <= .zero ? 0 : Int32(clamping: left.milliseconds + 1)
  }

  /// This deadline, or a nearer one.
  func or(after duration: Duration) -> PostgresDeadline {
    PostgresDeadline(end: min(end, .now + duration))
  }
}

extension Duration {
  /// Whole milliseconds, for settings of the server.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    return overflow ? .max : Int(clamping: whole + attoseconds / 1_000_000_000_000_000)
  }
}
