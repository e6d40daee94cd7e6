import AMQP
import Fleet
import Messages

/// The queues and exchanges of a replay, on one thread: publications are in their queues at once.
final class LocalBroker {
  private var queues: [QueueFamily: [Delivery]] = [:]
  /// What was published to others than the fleet, in its order.
  private(set) var published: [Publication] = []
  private var tag: UInt64 = 0

  /// Whether a queue holds messages.
  func hasInput(_ family: QueueFamily) -> Bool { !(queues[family]?.isEmpty ?? true) }

  /// Puts a message into a queue as the broker delivers it.
  func deliver(
    _ family: QueueFamily, exchange: String, routingKey: String, _ properties: MessageProperties,
    _ body: [UInt8]
  ) {
    tag += 1
    queues[family, default: []].append(
      Delivery(
        deliveryTag: tag, redelivered: false, exchange: exchange, routingKey: routingKey,
        properties: properties, body: body))
  }

  /// Routes a publication: to a queue of the fleet, or out.
  func publish(_ publication: Publication) {
    guard Role(exchange: publication.exchange) != nil,
      let family = MessageType(rawValue: publication.routingKey)?.family
    else {
      published.append(publication)
      return
    }
    deliver(
      family, exchange: publication.exchange, routingKey: publication.routingKey,
      publication.properties, publication.body)
  }

  /// The next message of a queue.
  func next(_ family: QueueFamily) -> Delivery? {
    guard hasInput(family) else { return nil }
    return queues[family]?.removeFirst()
  }

  /// What was published since the last call.
  func removePublished() -> [Publication] {
    defer { published.removeAll(keepingCapacity: true) }
    return published
  }
}

/// A lane's transport in a replay: it receives one message at a time, and nothing fails.
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
    broker.next(family).map { [$0] } ?? []
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
