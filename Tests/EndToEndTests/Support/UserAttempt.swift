import AMQP
import BrokerFixture
import Fleet
import MachineFixture
import Messages

/// What the user of an endpoint tries, and how the broker refuses it.
enum UserAttempt {
  /// Changes something on a connection of its own.
  static func change<Ignored>(
    _ endpoint: AMQPEndpoint, _ body: (inout AMQPConnection) throws -> Ignored
  ) throws -> AMQPError.Code? {
    var connection = try AMQPConnection(to: endpoint, name: "test", timeouts: .patient)
    return code { _ = try body(&connection) }
  }

  /// The code of the error that something ends with; nil for none.
  static func code(_ body: () throws -> Void) -> AMQPError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? AMQPError)?.code
    }
  }

  /// Publishes an empty message to an exchange.
  static func publish(
    _ key: String, to exchange: String, at endpoint: AMQPEndpoint
  ) throws {
    var publisher = try Publisher(to: endpoint, name: "test", timeouts: .patient)
    _ = try publisher.publish(
      [
        Publication(
          exchange: exchange, routingKey: key, mandatory: false, properties: .init(), body: [])
      ], within: Patience.limit)
    publisher.close()
  }
}
