/// When a rider wants to be picked up: a half-open span of time, `start` included and `end` not.
package struct PickupWindow: Hashable, Sendable {
  package var start: Instant
  package var end: Instant
  /// The IANA name of the zone in which the pickup is, so that the times can be shown as its clocks
  /// show them.
  package var timeZone: String?

  package init(start: Instant, end: Instant, timeZone: String? = nil) {
    self.start = start
    self.end = end
    self.timeZone = timeZone
  }
}
