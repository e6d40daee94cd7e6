/// The time of a pickup and its time zone.
struct LocalMoment {
  let instant: Instant
  let zone: TimeZoneRules

  /// Without hours, it applies always.
  func isWithin(_ hours: OperatingHours?) -> Bool {
    hours.map { $0.contains(instant, in: zone) } ?? true
  }
}
