/// How current a ride is among the rides of its rider: the greatest is answered to a query that
/// names none (rule A9).
///
/// The ride under way that has progressed most; else the ride that waits for a vehicle; else the
/// next ride booked ahead; else the newest ended ride, of which only one with a debt is asked.
package struct RideProgress: Comparable, Sendable {
  /// 0 after its end, then booked ahead, waiting, and by phase.
  private let step: Int
  /// Of rides booked ahead, the next is the most current.
  private let soughtFrom: Int64
  private let createdAt: Instant

  /// The progress of a ride that waits from `searchFrom` on.
  package init(phase: RidePhase, searchFrom: Instant, createdAt: Instant, at now: Instant) {
    self.createdAt = createdAt
    // Another worker's clock may be ahead of this one: a ride for now never counts as booked ahead.
    let isAhead = phase == .received && searchFrom > max(now, createdAt)
    step = phase.isFinal ? 0 : isAhead ? 1 : 1 + phase.order
    soughtFrom = isAhead ? searchFrom.microseconds : 0
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.step, right.soughtFrom, left.createdAt)
      < (right.step, left.soughtFrom, right.createdAt)
  }
}
