package import Rides

/// How far the clock of this process is from that of the database, as was measured.
package struct ClockReading: Hashable, Sendable {
  /// Negative for a clock that is behind.
  package let secondsAhead: Double
  /// By how much that may be wrong, since the answer took a while.
  package let uncertainty: Double

  /// `own` is the moment at which the answer came, `roundTrip` the seconds since it was asked for.
  package init(own: Instant, database: Instant, roundTrip: Double) {
    uncertainty = roundTrip / 2
    // The database read its clock between question and answer, in the middle for all one knows.
    secondsAhead = database.seconds(to: own) - uncertainty
  }

  /// Whether the clocks differ by no more than so many seconds, as far as is certain.
  package func agrees(within limit: Double) -> Bool { abs(secondsAhead) - uncertainty <= limit }
}
