package import Rides

extension RideStore {
  /// All vehicles of a roster that is read for the first time, ascending by identifier.
  package func vehiclesOnDuty(
    reportedAfter instant: Instant
  ) throws(StoreError) -> [Supply.Entry] {
    var roster = VehicleRoster()
    try refresh(&roster, reportedAfter: instant)
    return roster.entries
  }
}
