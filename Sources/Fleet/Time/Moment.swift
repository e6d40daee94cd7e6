package import Rides

/// A moment by two clocks: the time of day for people, and a monotonic one for lengths of
/// time.
package struct Moment: Hashable, Sendable {
  package let time: Instant
  package let steady: ContinuousClock.Instant

  /// Takes both readings of one moment.
  package init(time: Instant, steady: ContinuousClock.Instant) {
    self.time = time
    self.steady = steady
  }

  /// The time of day to the second, as RFC 3339 writes it.
  package var text: String { Instant(seconds: time.microseconds / 1_000_000).rfc3339 }

  /// The moment of the call.
  package static var now: Moment { Moment(time: WallClock.now(), steady: .now) }
}
