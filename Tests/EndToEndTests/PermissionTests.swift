import AMQP
import BrokerFixture
import Fleet
import Foundation
import MachineFixture
import Messages
import Testing

@Suite("Users of the broker", .blocking)
struct PermissionTests {
  @Test(
    "A worker's user may consume its queue and its dead letters, and declare or delete nothing",
    arguments: QueueFamily.allCases)
  func reads(family: QueueFamily) throws {
    let fleet = try RunningFleet()
    let endpoint = fleet.endpoint(for: Permissions.Part.worker(family).name)
    for queue in QueueFamily.allCases.flatMap({ [$0.queue, $0.deadLetterQueue] }) {
      let code = UserAttempt.code {
        try Consumer(to: endpoint, queue: queue, prefetch: 1, name: "t").close()
      }
      #expect(
        code == ([family.queue, family.deadLetterQueue].contains(queue) ? nil : .accessRefused),
        "\(queue)")
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
      let code = UserAttempt.code {
        let key = exchange == Exchange.vehicles ? "vehicle.x" : "ride.received.x"
        try UserAttempt.publish(key, to: exchange, at: endpoint)
      }
      #expect(code == (allowed.contains(exchange) ? nil : .accessRefused), "\(exchange)")
    }
    if allowed.contains(Exchange.events) {
      let code = UserAttempt.code {
        try UserAttempt.publish("x", to: Exchange.events, at: endpoint)
      }
      #expect(code == .accessRefused, "an event that is no ride's")
    }
  }

  @Test("The owner's user can do what `topology apply` does, and a role's what the tool sends")
  func ownerAndProducer() throws {
    let fleet = try RunningFleet(topology: false)
    var connection = try AMQPConnection(to: fleet.endpoint(for: "livery-owner"), name: "owner")
    try Topology().apply(on: &connection)
    connection.close()
    try fleet.startAndWait(["list-options-worker"])
    let list = "\(Repository.root.path)/deploy/examples/list.jsonl"
    let sent = try fleet.tool(as: "livery-riders", "send", list)
    // No vehicle has reported, so that there is none; but the answer came.
    #expect(sent.output.contains("list-ride-options"), "\(sent)")
    #expect(!sent.errors.contains("ACCESS_REFUSED"), "\(sent)")
    let other = try fleet.tool(as: "livery-observer", "send", list)
    #expect(other.errors.contains("access to exchange 'livery.requests.riders'"), "\(other)")
    #expect(other.code == ExitCode.denied.rawValue, "\(other)")
  }

  @Test("`livery simulate` works as its user")
  func simulator() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["dispatch-worker"])
    let simulated = try fleet.tool(
      as: "livery-simulator", "simulate", "--vehicles", "2", "--seconds", "0.5")
    #expect(simulated.code == 0, "\(simulated)")
  }

  @Test("The console's user may order, redrive, hear events and calls for help, and count queues")
  func console() throws {
    let fleet = try RunningFleet()
    let endpoint = fleet.endpoint(for: Permissions.Part.console.name)
    let written = [Role.operators.exchange, Role.redrive.exchange, Exchange.payments]
    for exchange in Topology().exchanges.map(\.name) {
      let sent = UserAttempt.code {
        try UserAttempt.publish("ride.received.x", to: exchange, at: endpoint)
      }
      #expect(sent == (written.contains(exchange) ? nil : .accessRefused), "\(exchange)")
      let heard = try UserAttempt.change(endpoint) {
        let own = try $0.declareQueue(QueueDeclaration(name: "", durable: false, exclusive: true))
        try $0.bind(queue: own.name, exchange: exchange, routingKey: "ride.#")
      }
      let isHeard = [Exchange.events, Exchange.help].contains(exchange)
      #expect(heard == (isHeard ? nil : .accessRefused), "\(exchange)")
    }
    for queue in Topology().queues.map(\.declaration.name) {
      let counted = try UserAttempt.change(endpoint) {
        try $0.declareQueue(QueueDeclaration(name: queue, passive: true))
      }
      #expect(counted == nil, "\(queue)")
    }
  }

  @Test(
    "A worker without a permission to publish is not ready, names it, and checks it unseen",
    arguments: [QueueFamily.listOptions, .dispatch])
  func lackingRight(family: QueueFamily) throws {
    let fleet = try RunningFleet()
    let part = Permissions.Part.worker(family)
    let wanted = Permissions(of: part)
    let observed = try TestClient(fleet)
    let exchanges = Permissions.exchanges(of: family, sendsPayments: true) + ["amq.default"]
    let probe = Probe()
    try fleet.allow(part.name, wanted.write(without: exchanges[0]), wanted)
    let worker = try fleet.start(
      part.name, probe.setting.merging(["LIVERY_PAYMENTS": "amqp"]) { $1 })
    for (exchange, next) in zip(exchanges, exchanges.dropFirst().map(Optional.some) + [nil]) {
      try waitUntil("\(exchange) is missing: \(worker.log)") {
        // RabbitMQ 4 says which access.
        let words = try probe.missing() ?? ""
        return ["access", "write access"].contains {
          words.contains(#""detail":"\#($0) to exchange '\#(exchange)'"#)
        }
      }
      // Without a next one the worker has all rights, then one is taken away while it has no work.
      try fleet.allow(part.name, next.map(wanted.write(without:)) ?? wanted.write, wanted)
    }
    try waitUntil("it is ready: \(worker.log)") { try probe.missing() == "" }
    try fleet.allow(part.name, wanted.write(without: exchanges[0]), wanted)
    try waitUntil("an idle worker notices: \(worker.log)") {
      try probe.missing()?.contains("exchange '\(exchanges[0])'") == true
    }
    try fleet.allow(part.name, wanted.write, wanted)
    try waitUntil("it is ready again: \(worker.log)") { try probe.missing() == "" }
    #expect(try observed.nextEvent(within: .milliseconds(100)) == nil)
    for queue in Topology().queues.map(\.declaration.name) {
      #expect(try observed.readyMessages(in: queue) == 0, "\(queue)")
    }
    #expect(worker.stop() == 0)
  }

  @Test("A worker whose rides have no topic in the events is not ready")
  func lackingTopic() throws {
    let fleet = try RunningFleet()
    let probe = Probe()
    try TestBroker.control(
      "set_topic_permissions", "--vhost", fleet.endpoint.virtualHost, "request-ride-worker",
      Exchange.events, "^other", "^$")
    let worker = try fleet.start("request-ride-worker", probe.setting)
    try waitUntil("it is told: \(worker.log)") {
      try probe.missing()?.contains("in exchange 'livery.events'") == true
    }
  }

  @Test("A worker without a permission names it, and answers once it has it")
  func lacking() throws {
    let fleet = try RunningFleet()
    let part = Permissions.Part.worker(.listOptions)
    let host = fleet.endpoint.virtualHost
    try TestBroker.control("set_permissions", "--vhost", host, part.name, "^$", "^$", "^$")
    let worker = try fleet.start(part.name)
    try waitUntil("the refusal is told: \(worker.log)") {
      worker.log.contains("access to exchange 'livery.dead-letters' in vhost '\(host)' refused")
    }
    #expect(worker.log.contains("livery topology permissions"))
    #expect(worker.isRunning)
    let client = try TestClient(fleet)
    let request = client.request(
      "list-ride-options.handle", "{}", id: "1", correlation: "c", family: .listOptions)
    try client.publish([request])
    let wanted = Permissions(of: part)
    try fleet.allow(part.name, wanted.write, wanted)
    #expect(try client.answer(to: "c").code == "failure")
  }

  @Test("A worker without its exchange of payments reports it before it receives a message")
  func missingExchange() throws {
    let fleet = try RunningFleet()
    var connection = try AMQPConnection(to: fleet.endpoint, name: "test", timeouts: .patient)
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
    try waitUntil("it works: \(worker.log)") {
      worker.log.contains("lane_connected")
    }
  }

  private static func misdeeds(
    to family: QueueFamily
  ) -> [(AMQPEndpoint) throws -> AMQPError.Code?] {
    [
      { endpoint in
        try UserAttempt.change(endpoint) { try $0.declareQueue(QueueDeclaration(name: "x")) }
      },
      { endpoint in try UserAttempt.change(endpoint) { try $0.deleteQueue(family.queue) } },
      { endpoint in
        try UserAttempt.change(endpoint) {
          try $0.bind(queue: family.queue, exchange: Exchange.events, routingKey: "#")
        }
      },
      { endpoint in try UserAttempt.change(endpoint) { try $0.deleteExchange(Exchange.events) } },
      { endpoint in
        try UserAttempt.change(endpoint) {
          try $0.declareExchange(ExchangeDeclaration(name: "livery.x", kind: "topic"))
        }
      },
    ]
  }
}

extension RunningFleet {
  /// Gives a user of the shared broker that right to write, and the others of its part.
  fileprivate func allow(_ user: String, _ write: String, _ others: Permissions) throws {
    try TestBroker.control(
      "set_permissions", "--vhost", endpoint.virtualHost, user, others.configure, write,
      others.read)
  }
}

extension Permissions {
  /// The pattern of what may be written to, less one name.
  fileprivate func write(without name: String) -> String {
    let pattern = name.replacingOccurrences(of: ".", with: #"\."#)
    return write.replacingOccurrences(of: "|\(pattern)", with: "")
      .replacingOccurrences(of: "(\(pattern)|", with: "(")
  }
}
