/// When a rider wants to be picked up: a half-open span of time, `start` included and `end` not.
package struct PickupWindow: Hashable, Sendable {
  package var start: Instant
  package var end: Instant

  package init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }
}
