import AMQP
import Fleet
import Messages
import Testing

@Suite struct TopologyTests {
  @Test("The exchanges are durable and of their kinds")
  func exchanges() {
    let exchanges = Topology().exchanges
    #expect(
      exchanges.map { "\($0.name) \($0.kind)" } == [
        "livery.requests.riders direct", "livery.requests.vehicles direct",
        "livery.requests.payments direct", "livery.requests.operators direct",
        "livery.requests.fleet direct", "livery.requests.redrive direct", "livery.events topic",
        "livery.payments topic", "livery.vehicles topic", "livery.help topic",
        "livery.dead-letters direct",
      ])
    #expect(exchanges.allSatisfy { $0.durable && !$0.passive && !$0.autoDelete })
  }

  @Test("Every family has its dead-letter queue, and after it its work queue")
  func families() {
    for type in Topology.QueueType.allCases {
      let queues = Topology(queueType: type).queues
      #expect(
        queues.map(\.declaration.name) == [
          "livery.list-options.dead-letters", "livery.list-options",
          "livery.request-ride.dead-letters", "livery.request-ride",
          "livery.status-query.dead-letters", "livery.status-query",
          "livery.dispatch.dead-letters", "livery.dispatch", "livery.positions",
          "livery.payments.dead-letters", "livery.payments", "livery.help",
        ])
      #expect(
        queues.suffix(2).map(\.bindings)
          == [Exchange.payments, Exchange.help].map {
            [Topology.Binding(exchange: $0, routingKey: "#")]
          })
      #expect(queues.allSatisfy { $0.declaration.durable && !$0.declaration.exclusive })
      for (index, family) in QueueFamily.allCases.enumerated() {
        #expect(
          queues[2 * index].bindings == [
            Topology.Binding(exchange: Exchange.deadLetters, routingKey: family.deadLetterKey)
          ])
      }
    }
  }

  @Test("From the exchange of each role its types lead to their queues, and nothing else")
  func bindings() {
    for family in QueueFamily.allCases {
      let queue = Topology().queues.first { $0.declaration.name == family.queue }
      let bound = Set(queue?.bindings ?? [])
      for role in Role.allCases {
        for type in MessageType.allCases {
          let binding = Topology.Binding(exchange: role.exchange, routingKey: type.rawValue)
          let isWanted = role.carries(type) && type.queue == family.queue
          #expect(bound.contains(binding) == isWanted, "\(role) \(type) \(family)")
        }
      }
      #expect(bound.allSatisfy { Role(exchange: $0.exchange) != nil })
    }
  }

  @Test("A quorum queue has its limits and loses no dead letter")
  func quorum() throws {
    let queues = Topology().queues
    let dispatch = try #require(queues.first { $0.declaration.name == "livery.dispatch" })
    #expect(
      Set(dispatch.declaration.arguments) == [
        Header("x-queue-type", .string("quorum")),
        Header("x-dead-letter-exchange", .string("livery.dead-letters")),
        Header("x-dead-letter-routing-key", .string("dispatch")),
        Header("x-dead-letter-strategy", .string("at-least-once")),
        Header("x-overflow", .string("reject-publish")),
        Header("x-max-length", .integer(1_000_000)),
        Header("x-delivery-limit", .integer(20)),
      ])
    #expect(
      queues[0].declaration.arguments == [
        Header("x-queue-type", .string("quorum")),
        Header("x-delivery-limit", .integer(1_000_000_000)),
      ])
    #expect(
      Topology().formerQueues.map(\.name)
        == queues.map(\.declaration.name).filter { $0.hasSuffix(".dead-letters") })
  }

  @Test("The queue of positions is short, drops its oldest, and has no dead letters")
  func positions() throws {
    let queue = try #require(Topology().queues.first { $0.declaration.name == "livery.positions" })
    #expect(
      queue.bindings == [
        .init(exchange: "livery.requests.vehicles", routingKey: "vehicle.position"),
        .init(exchange: "livery.requests.redrive", routingKey: "vehicle.position"),
      ])
    #expect(
      queue.declaration.arguments == [
        Header("x-queue-type", .string("quorum")), Header("x-overflow", .string("drop-head")),
        Header("x-max-length", .integer(20_000)), Header("x-message-ttl", .integer(30_000)),
      ])
  }

  @Test("A17: A call for help waits, however often it is returned, until it is acknowledged")
  func A17_queue() throws {
    let help = try #require(Topology().queues.last).declaration
    #expect(help.name == "livery.help" && help.durable)
    #expect(
      Set(help.arguments) == [
        Header("x-queue-type", .string("quorum")),
        Header("x-delivery-limit", .integer(1_000_000_000)),
        Header("x-overflow", .string("reject-publish")),
        Header("x-max-length", .integer(1_000_000)),
      ])
  }

  @Test("A classic queue has no argument that belongs to quorum queues alone")
  func classic() throws {
    let queues = Topology(queueType: .classic).queues
    let names = try #require(queues.dropLast().last).declaration.arguments.map(\.name)
    #expect(!names.contains("x-delivery-limit"))
    #expect(!names.contains("x-dead-letter-strategy"))
    #expect(names.contains("x-dead-letter-exchange"))
    #expect(queues[0].declaration.arguments == [Header("x-queue-type", .string("classic"))])
    #expect(Topology(queueType: .classic).formerQueues.isEmpty)
  }
}
