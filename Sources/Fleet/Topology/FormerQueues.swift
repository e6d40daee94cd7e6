package import AMQP
import Messages

extension Topology {
  /// The queues of dead letters, as earlier versions declared them: without a limit of deliveries,
  /// so that RabbitMQ 4 has one of its own.
  package var formerQueues: [QueueDeclaration] {
    let limit = Header("x-delivery-limit", .integer(Self.deadLetterDeliveryLimit))
    return queues.map(\.declaration).filter { $0.arguments.contains(limit) }.map {
      var former = $0
      former.arguments.removeAll { $0 == limit }
      return former
    }
  }

  /// Whether a queue exists with exactly these arguments, which cannot change.
  ///
  /// If not, the broker closes the channel, and the connection cannot be used again.
  package static func exists(
    _ queue: QueueDeclaration, on connection: inout AMQPConnection
  ) throws(AMQPError) -> Bool {
    var named = queue
    named.passive = true
    do throws(AMQPError) {
      // Else it would be declared.
      _ = try connection.declareQueue(named)
      _ = try connection.declareQueue(queue)
      return true
    } catch {
      guard [.notFound, .preconditionFailed].contains(error.code) else { throw error }
      return false
    }
  }
}
