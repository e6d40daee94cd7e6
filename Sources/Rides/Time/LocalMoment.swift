/// The time of a pickup and its time zone.
struct LocalMoment {
  let instant: Instant
  let zone: TimeZoneRules

  /// Without hours, it applies always.
  func isWithin(_ hours: OperatingHours?) -> Bool {
    guard let hours else { return true }
    return hours.contains(instant, in: zone)
  }
}
