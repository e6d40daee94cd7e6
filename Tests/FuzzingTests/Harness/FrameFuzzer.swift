import Messages

@testable import AMQP

/// A client of a broker that sends what an input chooses, from the handshake on.
enum FrameFuzzer {
  private static let impatient = AMQPTimeouts(
    connect: .seconds(2), login: .seconds(2), answer: .seconds(2), write: .seconds(2),
    heartbeat: .seconds(10))

  /// Until the server has said all and hung up, no more events than it can have sent.
  private static let mostEvents = 200_000

  static func run(_ input: [UInt8]) throws(Finding) {
    guard let server = FuzzedServer.shared else { throw Finding("no port for a server") }
    var reader = FuzzReader(input)
    let role = reader.number(below: 4)
    let script = BrokerScript(&reader, isConsumer: role < 2)
    server.say(script.bytes)
    defer { server.awaitEnd() }
    do throws(AMQPError) {
      if role < 2 {
        try consume(from: server.endpoint, widens: role == 1)
      } else {
        try publish(to: server.endpoint)
      }
    } catch {
      try hold(!error.description.isEmpty, "an error says nothing")
    }
  }

  private static func consume(
    from endpoint: AMQPEndpoint, widens: Bool
  ) throws(AMQPError) {
    var consumer = try Consumer(
      to: endpoint, queue: "q", prefetch: 1, name: "fuzzed", timeouts: impatient)
    for round in 0..<mostEvents {
      let taken = try consumer.take(limit: 16, within: .seconds(2))
      for delivery in taken {
        for family in QueueFamily.allCases {
          _ = try? MessageDecoder.decode(delivery, family: family)
        }
        try consumer.acknowledge(delivery.deliveryTag)
      }
      if round == 1, widens { try consumer.consume(prefetch: 10) }
      if round % 8 == 7 { try consumer.service() }
      if taken.isEmpty, !consumer.hasBufferedInput, round > 8 { return }
    }
  }

  private static func publish(to endpoint: AMQPEndpoint) throws(AMQPError) {
    var connection = try AMQPConnection(to: endpoint, name: "fuzzed", timeouts: impatient)
    try connection.selectConfirms()
    try connection.publish(
      Publication(
        exchange: "e", routingKey: "k", mandatory: true,
        properties: MessageProperties(headers: [Header("a", .bool(true))]), body: [1, 2, 3]))
    for _ in 0..<mostEvents {
      guard try connection.next(within: .seconds(2)) != nil else { return }
    }
  }
}
