import AMQP
import Fleet
import Messages

/// The messages of a queue, copied without removing any: they are received, not acknowledged, and
/// returned to the queue at the end.
///
/// Up to RabbitMQ 4.2 each return counts as one delivery towards `x-delivery-limit`. So the first
/// message is received alone at first, and shows how many looks the queue has had; one behind it
/// may have had more deliveries, from workers that ended without an acknowledgment.
struct QueueCopy: ~Copyable {
  /// With so many deliveries before, a message is left to the workers.
  static let attemptLimit = Int(Topology.deliveryLimit) / 2

  private static let firstTag = "first"
  private static let restTag = "rest"

  private var connection: AMQPConnection
  private let queue: String
  /// The number of messages at the beginning; later ones are not copied.
  private(set) var remaining: Int
  private var first: Delivery?
  /// Whether the messages behind the first are asked for.
  private var hasRest = false

  /// Receives the first message; refuses a queue where it has had half of its deliveries.
  init(_ configuration: Configuration, queue: String) throws(ToolError) {
    var connection = try BrokerLinks.connection(configuration, role: "record queue")
    let count = try Self.count(&connection, queue)
    first = count > 0 ? try Self.first(&connection, queue) : nil
    self.connection = connection
    self.queue = queue
    remaining = count
  }

  private static func count(
    _ connection: inout AMQPConnection, _ queue: String
  ) throws(ToolError) -> Int {
    do throws(AMQPError) {
      return try connection.declareQueue(QueueDeclaration(name: queue, passive: true)).messageCount
    } catch {
      throw ToolError(error)
    }
  }

  private static func first(
    _ connection: inout AMQPConnection, _ queue: String
  ) throws(ToolError) -> Delivery? {
    try consume(&connection, queue, firstTag, prefetch: 1)
    // Only a message that arrives can be refused, so a slow broker has its time.
    let first = try connection.nextDelivery(of: queue, within: .seconds(10))?.delivery
    guard let attempts = first?.attempts, attempts >= attemptLimit else { return first }
    giveBack(&connection, [firstTag])
    throw refusal(queue, attempts)
  }

  private static func refusal(_ queue: String, _ attempts: Int) -> ToolError {
    let left = Int(Topology.deliveryLimit) - attempts - 1
    return ToolError(
      .failure,
      "queue '\(queue)': its first message has had \(attempts) of its \(Topology.deliveryLimit) "
        + "deliveries, so that further looks would make it a dead letter; nothing was recorded; "
        + "before RabbitMQ 4.3 this look counts as one more and "
        + (left < 0 ? "makes it a dead letter" : "leaves \(left)"))
  }

  private static func consume(
    _ connection: inout AMQPConnection, _ queue: String, _ tag: String, prefetch: UInt16
  ) throws(ToolError) {
    do throws(AMQPError) {
      try connection.qualityOfService(prefetch: prefetch)
      try connection.consume(queue: queue, consumerTag: tag)
    } catch {
      throw ToolError(error)
    }
  }

  /// The next message; nil after the last, or if no more arrive: another consumer may have received
  /// them.
  mutating func next(within limit: Duration) throws(ToolError) -> Delivery? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    if !hasRest, remaining > 0 {
      // The consumer of the first may hold no other, even if the first has not arrived yet.
      try Self.consume(&connection, queue, Self.restTag, prefetch: .max)
      hasRest = true
    }
    if let first = first.take() { return first }
    return try connection.nextDelivery(of: queue, within: limit)?.delivery
  }

  /// RabbitMQ 4.3 counts no delivery that is given back, but those of a connection that ends.
  private static func giveBack(_ connection: inout AMQPConnection, _ tags: [String]) {
    do throws(AMQPError) {
      for tag in tags { try connection.cancel(consumerTag: tag) }
      try connection.negativelyAcknowledge(0, multiple: true, requeue: true)
    } catch {
      // The connection has ended, and the broker returns them.
    }
  }

  /// Returns all messages to the queue.
  consuming func close() {
    Self.giveBack(&connection, [Self.firstTag, Self.restTag])
    connection.close()
  }
}
