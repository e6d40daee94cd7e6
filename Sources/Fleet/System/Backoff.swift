/// How long to wait before each new attempt at something outside that is down.
///
/// A delay is drawn evenly between zero and a ceiling that doubles with each attempt up to a cap
/// ("full jitter"), so that the workers of a fleet do not all reconnect at the same moment.
package struct Backoff: Hashable, Sendable {
  /// The ceiling of the first delay, in seconds.
  package let base: Double
  /// The ceiling of every delay, in seconds.
  package let cap: Double
  /// How many delays have been drawn since the last success.
  package private(set) var attempt = 0

  /// Starts with the first attempt.
  package init(base: Double = 0.1, cap: Double = 10) {
    precondition(base > 0 && cap >= base, "a back-off needs 0 < base ≤ cap")
    self.base = base
    self.cap = cap
  }

  /// The longest that the next delay can be, in seconds.
  package var ceiling: Double {
    // 2^62 exceeds every sensible cap/base; the bound keeps the power finite.
    min(cap, base * Double(1 << min(attempt, 62)))
  }

  /// Draws the next delay; `random` returns a number of the given range.
  package mutating func next(
    _ random: (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) -> Duration {
    let delay = random(0...ceiling)
    attempt += 1
    return .seconds(delay)
  }

  /// Keeps the ceiling for the next delay, because no attempt followed the last one.
  package mutating func undo() { attempt = max(0, attempt - 1) }

  /// Starts again from the base, after a success.
  package mutating func reset() { attempt = 0 }
}
