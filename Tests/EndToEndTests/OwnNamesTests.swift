import AMQP
import BrokerFixture
import Fleet
import Foundation
import MachineFixture
import Messages
import Testing

@Suite("Names that users of the broker may choose", .blocking)
struct OwnNamesTests {
  @Test("Producers and observers may name queues as aio-pika does, and within their own prefix")
  func ownQueues() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker"])
    let observer = fleet.endpoint(for: "livery-observer")
    let kept = "observers.livery-observer.billing"
    var listener = try AMQPConnection(to: observer, name: "test observer", timeouts: .patient)
    _ = try listener.declareQueue(
      QueueDeclaration(
        name: kept,
        arguments: [
          Header("x-queue-type", .string("quorum")), Header("x-max-length", .integer(1_000)),
        ]))
    try listener.bind(queue: kept, exchange: Exchange.events, routingKey: "ride.#")
    listener.close()
    let names = [
      "", "amq_0123456789abcdef0123456789abcdef", "amq_0xcd004e595b4d8716",
      "replies.livery-riders.gateway-1",
    ]
    for name in names {
      #expect(try Self.booking(at: fleet.endpoint(for: "livery-riders"), replyTo: name) == name)
    }
    var events = try Consumer(
      to: observer, queue: kept, prefetch: 10, name: "test observer", timeouts: .patient)
    #expect(try !events.take(limit: 1, within: Patience.limit).isEmpty)
    events.close()
  }

  @Test("Nobody may declare a queue of another's prefix, or of the fleet's")
  func othersQueues() throws {
    let fleet = try RunningFleet(topology: false)
    for part in Permissions.Part.all where part != .owner {
      let other = part.queuePrefix == Role.replyPrefix ? "observers" : "replies"
      for name in [
        "replies.another.x", "observers.another.x", "replies.\(part.name)x", "answers", "livery.x",
        "amq_x", "\(other).\(part.name).x",
      ] {
        let code = try UserAttempt.change(fleet.endpoint(for: part.name)) {
          try $0.declareQueue(QueueDeclaration(name: name))
        }
        #expect(code == .accessRefused, "\(part.name): \(name)")
      }
    }
  }

  @Test("An exchange that is named like an own queue is its user's alone, and reaches no queue")
  func ownExchanges() throws {
    let fleet = try RunningFleet()
    for part in Permissions.Part.all {
      let endpoint = fleet.endpoint(for: part.name)
      guard let prefix = part.queuePrefix else { continue }
      let name = "\(prefix)\(part.name).x"
      let exchange = ExchangeDeclaration(name: name, kind: "fanout", autoDelete: true)
      // As RabbitMQ has it; should it tell queues from exchanges one day, so much the better.
      #expect(try UserAttempt.change(endpoint) { try $0.declareExchange(exchange) } == nil)
      for queue in Topology().queues.map(\.declaration.name) {
        let bound = try UserAttempt.change(endpoint) {
          try $0.bind(queue: queue, exchange: name, routingKey: "#")
        }
        #expect(bound == .accessRefused, "\(part.name): \(queue)")
      }
      let published = UserAttempt.code { try UserAttempt.publish("x", to: name, at: endpoint) }
      // These bind queues of their own.
      let binds = [.observer, .publisher(.vehicles), .publisher(.operators)].contains(part)
      #expect(published == (binds ? nil : .accessRefused), "\(part.name)")
    }
  }

  @Test("Who has its queues named by the broker alone can declare no exchange")
  func serverNamedQueues() throws {
    let fleet = try RunningFleet(topology: false)
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("deploy/runbook/Permissions.md"),
      encoding: .utf8)
    let pattern = #"^amq\.gen-.*$"#
    #expect(page.contains("`'\(pattern)'`"))
    let rights = Permissions(of: .publisher(.riders))
    try TestBroker.control(
      "set_permissions", "--vhost", fleet.endpoint.virtualHost, "livery-riders", pattern,
      rights.write, rights.read)
    let endpoint = fleet.endpoint(for: "livery-riders")
    for name in ["amq.gen-x", "amq_0123456789abcdef0123456789abcdef", "replies.livery-riders.x"] {
      let code = try UserAttempt.change(endpoint) {
        try $0.declareExchange(ExchangeDeclaration(name: name, kind: "direct"))
      }
      #expect(code == .accessRefused, "\(name)")
    }
    let code = try UserAttempt.change(endpoint) {
      let queue = try $0.declareQueue(QueueDeclaration(name: "", durable: false, exclusive: true))
      try $0.consume(queue: queue.name, consumerTag: "t", noAck: true)
    }
    #expect(code == nil)
  }

  /// Books a ride as another team's client, and gives back the queue that the answer came to, or
  /// nothing where the broker has named it.
  private static func booking(at endpoint: AMQPEndpoint, replyTo name: String) throws -> String? {
    var replies = try AMQPConnection(to: endpoint, name: "test replies", timeouts: .patient)
    let queue = try replies.declareQueue(
      QueueDeclaration(name: name, durable: false, exclusive: true)
    ).name
    try replies.consume(queue: queue, consumerTag: "t", noAck: true)
    var publisher = try Publisher(to: endpoint, name: "test producer", timeouts: .patient)
    _ = try publisher.publish(
      [
        Publication(
          exchange: Role.riders.exchange, routingKey: MessageType.requestRide.rawValue,
          mandatory: true,
          properties: MessageProperties(
            replyTo: queue, messageID: queue, userID: endpoint.user),
          body: Array(Bodies.booking(rider: "rider of \(queue)").utf8))
      ], within: Patience.limit)
    publisher.close()
    guard case .delivery(let answer, _) = try replies.next(within: Patience.limit) else {
      return nil
    }
    replies.close()
    return try Answer(answer).code == "inProgress" && answer.routingKey == queue ? name : nil
  }
}
