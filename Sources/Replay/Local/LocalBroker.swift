import Messages

/// The queues and exchanges of a replay, on one thread: what is published is there at once.
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
  func take(_ family: QueueFamily) -> Delivery? {
    guard hasInput(family) else { return nil }
    return queues[family]?.removeFirst()
  }

  /// What was published since the last call.
  func takePublished() -> [Publication] {
    defer { published.removeAll(keepingCapacity: true) }
    return published
  }
}
