import Messages
import Rides

/// A batch that is handled, while its outcomes are published.
struct PublishingBatch {
  let deliveries: [Delivery]
  /// When the handler began it.
  let begunAt: Instant
  /// What is left to be published.
  var outgoing: OutgoingBatch
  /// How many publications there were.
  let count: Int
  /// When they were first written.
  let start: ContinuousClock.Instant
  /// Whether the broker was given `outgoing.next`, and its answers are to be taken.
  var isUnderWay = false
  /// Why something is left of the last attempt, until that is seen to.
  var failure: String?
  /// How long they took to be written, where the lane has gone on to other work since.
  var spent = Duration.zero

  init(
    deliveries: [Delivery], begunAt: Instant, outgoing: OutgoingBatch,
    start: ContinuousClock.Instant
  ) {
    self.deliveries = deliveries
    self.begunAt = begunAt
    count = outgoing.publications.count
    self.outgoing = outgoing
    self.start = start
  }

  /// Whether the next attempt has not begun.
  var isToBegin: Bool { !isUnderWay && failure == nil }
}
