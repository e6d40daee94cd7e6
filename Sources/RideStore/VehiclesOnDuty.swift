package import Rides

extension RideStore {
  /// All vehicles of a roll that is read for the first time, ascending by identifier.
  package func vehiclesOnDuty(
    reportedAfter instant: Instant
  ) throws(StoreError) -> [Supply.Entry] {
    var roll = VehicleRoll()
    try refresh(&roll, reportedAfter: instant)
    return roll.entries
  }
}
