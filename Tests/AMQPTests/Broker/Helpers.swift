import AMQP
import BrokerFixture
import MachineFixture
import Messages

/// What the tests against a broker need again and again.
enum Given {
  static let patience = Patience.limit

  static func connection(
    to endpoint: AMQPEndpoint, timeouts: AMQPTimeouts = .patient
  ) throws -> AMQPConnection {
    try AMQPConnection(to: endpoint, name: "test", timeouts: timeouts)
  }

  /// Declares a durable queue of the kind `quorum` or `classic`.
  static func queue(
    _ name: String, on endpoint: AMQPEndpoint, kind: String = "quorum",
    arguments: [Header] = []
  ) throws {
    var connection = try connection(to: endpoint)
    _ = try connection.declareQueue(
      QueueDeclaration(
        name: name, arguments: [Header("x-queue-type", .string(kind))] + arguments))
    connection.close()
  }

  static func message(
    to queue: String, _ body: [UInt8] = [1], properties: MessageProperties = .init()
  ) -> Publication {
    Publication(
      exchange: Exchange.default, routingKey: queue, mandatory: true, properties: properties,
      body: body)
  }

  static func publish(_ messages: [Publication], to endpoint: AMQPEndpoint) throws {
    var publisher = try Publisher(to: endpoint, name: "test", timeouts: .patient)
    _ = try publisher.publish(messages, within: patience)
    publisher.close()
  }

  static func consumer(
    of queue: String, on endpoint: AMQPEndpoint, prefetch: UInt16 = 100
  ) throws -> Consumer {
    try Consumer(
      to: endpoint, queue: queue, prefetch: prefetch, name: "test", timeouts: .patient)
  }
}

extension Consumer {
  /// Takes deliveries until there are so many, or the patience is over.
  mutating func takeAll(_ count: Int) throws(AMQPError) -> [Delivery] {
    let deadline = ContinuousClock.now.advanced(by: Given.patience)
    var taken: [Delivery] = []
    while taken.count < count, .now < deadline {
      taken += try take(limit: count - taken.count, within: .milliseconds(200))
    }
    return taken
  }
}

extension AMQPConnection {
  /// Waits for an event of interest, at most as long as the patience lasts.
  mutating func firstEvent(
    where isWanted: (AMQPEvent) -> Bool
  ) throws(AMQPError) -> AMQPEvent? {
    let deadline = ContinuousClock.now.advanced(by: Given.patience)
    while .now < deadline {
      if let event = try next(within: .milliseconds(200)), isWanted(event) { return event }
    }
    return nil
  }
}
