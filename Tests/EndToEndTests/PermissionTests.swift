import AMQP
import BrokerFixture
import Fleet
import Foundation
import Messages
import Testing

@Suite("Users of the broker")
struct PermissionTests {
  @Test(
    "A worker's user may consume its own queue, and no other, and declare, purge or delete nothing",
    arguments: QueueFamily.allCases)
  func reads(family: QueueFamily) throws {
    let fleet = try RunningFleet()
    let endpoint = fleet.endpoint(for: Permissions.Part.worker(family).name)
    for queue in QueueFamily.allCases.flatMap({ [$0.queue, $0.deadLetterQueue] }) {
      let code = Self.code {
        try Consumer(to: endpoint, queue: queue, prefetch: 1, name: "t").close()
      }
      #expect(code == (queue == family.queue ? nil : .accessRefused), "\(queue)")
    }
    for attempt in Self.misdeeds(to: family) { #expect(try attempt(endpoint) == .accessRefused) }
  }

  @Test(
    "A worker's user may publish where its worker does, and nowhere else",
    arguments: QueueFamily.allCases)
  func writes(family: QueueFamily) throws {
    let fleet = try RunningFleet()
    let endpoint = fleet.endpoint(for: Permissions.Part.worker(family).name)
    let allowed = Permissions.exchanges(of: family, sendsPayments: true)
    for exchange in Topology().exchanges.map(\.name) {
      let code = Self.code { try Self.publish("ride.received.x", to: exchange, at: endpoint) }
      #expect(code == (allowed.contains(exchange) ? nil : .accessRefused), "\(exchange)")
    }
    if allowed.contains(Exchange.events) {
      let code = Self.code { try Self.publish("x", to: Exchange.events, at: endpoint) }
      #expect(code == .accessRefused, "an event that is no ride's")
    }
  }

  @Test("The owner's user can do what `topology apply` does, and a producer's what the tool sends")
  func ownerAndProducer() throws {
    let fleet = try RunningFleet(topology: false)
    var connection = try AMQPConnection(to: fleet.endpoint(for: "livery-owner"), name: "owner")
    try Topology().apply(on: &connection)
    connection.close()
    try fleet.startAndWait(["list-options-worker"])
    let list = "\(Repository.root.path)/deploy/examples/list.jsonl"
    let sent = try fleet.tool(as: "livery-producer", "send", list)
    // No vehicle has reported, so that there is none; but the answer came.
    #expect(sent.output.contains("list-ride-options"), "\(sent)")
    #expect(!sent.errors.contains("ACCESS_REFUSED"), "\(sent)")
    let other = try fleet.tool(as: "livery-observer", "send", list)
    #expect(other.errors.contains("access to exchange 'livery.requests'"), "\(other)")
    #expect(other.code == ExitCode.denied.rawValue, "\(other)")
  }

  @Test("A worker that lacks a permission says which, and answers once it has it")
  func lacking() throws {
    let fleet = try RunningFleet()
    let part = Permissions.Part.worker(.listOptions)
    let host = fleet.endpoint.virtualHost
    try TestBroker.control("set_permissions", "--vhost", host, part.name, "^$", "^$", "^$")
    let worker = try fleet.start(part.name)
    try waitUntil("the refusal is told: \(worker.log)") {
      worker.log.contains("access to queue 'livery.list-options' in vhost '\(host)' refused")
    }
    #expect(worker.log.contains("livery topology permissions"))
    #expect(worker.isRunning)
    let wanted = Permissions(of: part)
    try TestBroker.control(
      "set_permissions", "--vhost", host, part.name, wanted.configure, "^$", wanted.read)
    try waitUntil("it consumes: \(worker.log)", within: .seconds(40)) {
      worker.log.contains("lane_connected")
    }
    let client = try TestClient(fleet)
    let request = client.request(
      "list-ride-options.handle", "{}", id: "1", correlation: "c", family: .listOptions)
    try client.publish([request])
    try waitUntil("the refusal is told: \(worker.log)") {
      worker.log.contains("access to exchange 'livery.dead-letters' in vhost '\(host)' refused")
        || worker.log.contains("access to exchange 'amq.default' in vhost '\(host)' refused")
    }
    try TestBroker.control(
      "set_permissions", "--vhost", host, part.name, wanted.configure, wanted.write, wanted.read)
    #expect(try client.answer(to: "c", within: .seconds(60)).code == "failure")
  }

  @Test("A worker whose exchange of payments is missing says so before it takes a message")
  func missingExchange() throws {
    let fleet = try RunningFleet()
    var connection = try AMQPConnection(to: fleet.endpoint, name: "test")
    try connection.deleteExchange(Exchange.payments)
    connection.close()
    let worker = try fleet.start("request-ride-worker", ["LIVERY_PAYMENTS": "amqp"])
    try waitUntil("the missing exchange is told: \(worker.log)") {
      worker.log.contains("publish to exchange 'livery.payments'")
        && worker.log.contains("expected the exchange to exist")
    }
    #expect(!worker.log.contains("lane_connected"))
    // Whoever moves no money by messages does without.
    try fleet.startAndWait(["request-ride-worker"])
    try fleet.applyTopology()
    try waitUntil("it works: \(worker.log)", within: .seconds(40)) {
      worker.log.contains("lane_connected")
    }
  }

  private static func misdeeds(
    to family: QueueFamily
  ) -> [(AMQPEndpoint) throws -> AMQPError.Code?] {
    [
      { endpoint in try change(endpoint) { try $0.declareQueue(QueueDeclaration(name: "x")) } },
      { endpoint in try change(endpoint) { try $0.deleteQueue(family.queue) } },
      { endpoint in
        try change(endpoint) {
          try $0.bind(queue: family.queue, exchange: Exchange.events, routingKey: "#")
        }
      },
      { endpoint in try change(endpoint) { try $0.deleteExchange(Exchange.events) } },
      { endpoint in
        try change(endpoint) {
          try $0.declareExchange(ExchangeDeclaration(name: "livery.x", kind: "topic"))
        }
      },
    ]
  }

  private static func change<Ignored>(
    _ endpoint: AMQPEndpoint, _ body: (inout AMQPConnection) throws -> Ignored
  ) throws -> AMQPError.Code? {
    var connection = try AMQPConnection(to: endpoint, name: "test")
    return code { _ = try body(&connection) }
  }

  private static func code(_ body: () throws -> Void) -> AMQPError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? AMQPError)?.code
    }
  }

  private static func publish(
    _ key: String, to exchange: String, at endpoint: AMQPEndpoint
  ) throws {
    var publisher = try Publisher(to: endpoint, name: "test")
    _ = try publisher.publish(
      [
        Publication(
          exchange: exchange, routingKey: key, mandatory: false, properties: .init(), body: [])
      ], within: .seconds(20))
    publisher.close()
  }
}
