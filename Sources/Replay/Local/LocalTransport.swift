import AMQP
import Fleet
import Messages

/// The broker of a replay as one lane has it: it takes one message at a time, and nothing fails.
///
/// A batch of one has each message handled at its own time, so that a replay does not depend on how
/// messages met.
struct LocalTransport: LaneTransport {
  let broker: LocalBroker
  let family: QueueFamily
  private var batch: [Publication] = []

  init(broker: LocalBroker, family: QueueFamily) {
    self.broker = broker
    self.family = family
  }

  mutating func connect() throws(AMQPError) {}
  mutating func disconnect() {}
  mutating func close() {}

  mutating func take(limit: Int, within duration: Duration) throws(AMQPError) -> [Delivery] {
    broker.take(family).map { [$0] } ?? []
  }

  mutating func begin(_ publications: [Publication]) { batch = publications }

  mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress {
    batch.forEach(broker.publish)
    return .settled(PublishReport(count: batch.count))
  }

  var isBlocked: Bool { false }
  var canPublish: Bool { true }
  var reportSoFar: PublishReport { PublishReport(count: batch.count) }

  mutating func reopenPublisher() throws(AMQPError) {}
  mutating func dropPublisher() {}
  mutating func takeUnreadable() -> [String] { [] }
  mutating func reject(_ deliveryTag: UInt64) throws(AMQPError) {}
  mutating func acknowledge(through deliveryTag: UInt64) throws(AMQPError) {}
  mutating func idle(for duration: Duration) throws(AMQPError) {}
}
