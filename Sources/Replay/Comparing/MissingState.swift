/// What a replay lacks of the state from before its recording: where that is not little, it has
/// compared nothing, and equal outputs mean nothing.
package struct MissingState: Hashable, Sendable {
  /// Reports of vehicles that died, since the replay does not know what the vehicles are.
  package var reports = 0
  /// Rides from before that the replay does not know.
  package var rides = 0

  /// Lists and bookings that the replay answered without any vehicle.
  package var offers = 0

  /// Of so many reports, rides and offers.
  package init(reports: Int = 0, rides: Int = 0, offers: Int = 0) {
    (self.reports, self.rides, self.offers) = (reports, rides, offers)
  }

  /// Whether nothing is missing.
  package var isEmpty: Bool { reports == 0 && rides == 0 && offers == 0 }
}
