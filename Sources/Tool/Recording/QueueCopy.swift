import AMQP
import Fleet
import Messages

/// The messages of a queue, copied without removing any: they are taken, not acknowledged, and
/// returned to the queue when the connection ends.
///
/// On a quorum queue each return counts as one delivery towards `x-delivery-limit`.
struct QueueCopy: ~Copyable {
  private var connection: AMQPConnection
  /// How many messages were there at the beginning; those that come later are not copied.
  private(set) var remaining: Int

  init(_ configuration: Configuration, queue: String) throws(ToolError) {
    var connection = try BrokerLinks.connection(configuration, role: "record queue")
    let count = try Self.begin(&connection, queue)
    self.connection = connection
    remaining = count
  }

  private static func begin(
    _ connection: inout AMQPConnection, _ queue: String
  ) throws(ToolError) -> Int {
    do throws(AMQPError) {
      let declaration = QueueDeclaration(name: queue, passive: true)
      let count = try connection.declareQueue(declaration).messageCount
      if count > 0 {
        try connection.consume(queue: queue, consumerTag: "copy", noAck: false, exclusive: false)
      }
      return count
    } catch {
      throw ToolError(error)
    }
  }

  /// The next message; nil when all that were there have come, or no more come: another consumer
  /// may have taken them.
  mutating func next(within limit: Duration) throws(ToolError) -> Delivery? {
    guard remaining > 0 else { return nil }
    do throws(AMQPError) {
      while let event = try connection.next(within: limit) {
        if case .delivery(let delivery, _) = event {
          remaining -= 1
          return delivery
        }
      }
      return nil
    } catch {
      throw ToolError(error)
    }
  }

  consuming func close() { connection.close() }
}
