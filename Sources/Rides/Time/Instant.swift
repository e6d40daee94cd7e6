/// A moment in UTC, to the microsecond.
package struct Instant: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z, leap seconds left out, as POSIX counts.
  package let microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package init(seconds: Int64) { self.microseconds = seconds * 1_000_000 }

  package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

  /// The instant that many seconds later, or earlier when negative.
  package func advanced(bySeconds seconds: Int) -> Instant {
    Instant(microseconds: microseconds + Int64(seconds) * 1_000_000)
  }

  /// The seconds from this instant to another, fractions included, negative when the other is
  /// earlier.
  package func seconds(to other: Instant) -> Double {
    Double(other.microseconds - microseconds) / 1_000_000
  }
}
