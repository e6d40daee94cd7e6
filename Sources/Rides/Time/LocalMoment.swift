/// The time of a pickup, its time zone, and whether it was booked ahead.
struct LocalMoment {
  private(set) var instant: Instant
  let zone: TimeZoneRules
  let booked: OperatingHours.Booked

  /// The time for which a ride is booked ahead, or that of a booking for now.
  init(scheduled: Instant?, now: Instant, zone: TimeZoneRules) {
    instant = scheduled ?? now
    self.zone = zone
    booked = scheduled == nil ? .now : .ahead
  }

  /// Another time of the same ride.
  func moved(to instant: Instant) -> LocalMoment {
    var moment = self
    moment.instant = instant
    return moment
  }

  /// Without hours, it applies always.
  func isWithin(_ hours: OperatingHours?) -> Bool {
    guard let hours else { return true }
    return hours.contains(instant, in: zone, for: booked)
  }
}
