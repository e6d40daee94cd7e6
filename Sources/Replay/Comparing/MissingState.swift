/// What a replay lacks of the state from before its recording: where that is not little, it has
/// compared nothing, and equal outputs mean nothing.
package struct MissingState: Hashable, Sendable {
  /// Reports of vehicles that died, since the replay does not know what the vehicles are.
  package var reports = 0
  /// Rides from before that the replay does not know.
  package var rides = 0

  /// Of so many reports and rides.
  package init(reports: Int = 0, rides: Int = 0) {
    (self.reports, self.rides) = (reports, rides)
  }

  /// Whether nothing is missing.
  package var isEmpty: Bool { reports == 0 && rides == 0 }
}
