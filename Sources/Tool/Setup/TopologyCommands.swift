import AMQP
import Fleet
import JSON
import Messages

extension Command {
  static let topologyApply = Command(
    name: "topology apply",
    summary: "declares the exchanges, queues and bindings of the fleet",
    notes: [
      "What exists with the same arguments stays as it is; doing it again changes nothing. Where",
      "\(Exchange.formerRequests) of an earlier version is left, or a queue of dead letters is",
      "declared as by one, it says what to do.",
    ],
    options: [
      .queueType,
      OptionRow("--replays", "mark the virtual host as one for `livery replay`, not for riders"),
      OptionRow(
        "--delete-former", "delete \(Exchange.formerRequests); its publishers then get an error"
      ),
    ],
    example: "livery topology apply --queue-type quorum",
    settings: [.amqpURL],
    endings: [
      Ending(.success, "all is declared"),
      Ending(.failure, "something exists with other arguments; the error names it"),
      Ending(.unavailable, "the broker cannot be reached"),
      .brokerDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let topology = Topology(arguments)
    let configuration = try context.configuration()
    var connection = try BrokerLinks.connection(configuration, role: "topology")
    let former = try declare(topology, on: &connection, configuration)
    do throws(AMQPError) {
      if arguments.has("--replays") {
        try connection.declareExchange(
          ExchangeDeclaration(name: Topology.replayMark, kind: "fanout", durable: true))
      }
    } catch {
      throw ToolError(error)
    }
    for line in topology.summaries { context.output.line("declared \(line)") }
    for line in Topology.advice(former: former) { context.output.line(line) }
    do throws(AMQPError) {
      guard try Topology.hasFormerExchange(on: &connection) else { return .success }
      if arguments.has("--delete-former") {
        try Topology.deleteFormerExchange(on: &connection)
        context.output.line("deleted exchange \(Exchange.formerRequests)")
      } else {
        for line in Topology.advice { context.output.line(line) }
      }
    } catch {
      throw ToolError(error)
    }
    connection.close()
    return .success
  }

  /// Declares the topology, and returns the queues that keep the declaration of an earlier version.
  private static func declare(
    _ topology: Topology, on connection: inout AMQPConnection, _ configuration: Configuration
  ) throws(ToolError) -> [String] {
    do throws(AMQPError) {
      try topology.apply(on: &connection)
      return []
    } catch {
      guard error.code == .preconditionFailed else { throw ToolError(error) }
      var former: [String] = []
      for queue in topology.formerQueues {
        var link = try BrokerLinks.connection(configuration, role: "topology")
        do throws(AMQPError) {
          if try Topology.exists(queue, on: &link) { former.append(queue.name) }
        } catch {
          throw ToolError(error)
        }
      }
      connection = try BrokerLinks.connection(configuration, role: "topology")
      do throws(AMQPError) {
        try topology.apply(on: &connection, keeping: Set(former))
      } catch {
        throw ToolError(error)
      }
      return former
    }
  }

  static let topologyShow = Command(
    name: "topology show",
    summary: "prints what `topology apply` declares, without a broker",
    options: [.queueType, OptionRow("--json", "as one JSON object")],
    example: "livery topology show --json",
    endings: [Ending(.success, "always")]
  ) { (arguments, context) throws(ToolError) in
    let topology = Topology(arguments)
    context.output.result(arguments, json: TopologyJSON.encode(topology), lines: topology.details)
    return .success
  }

  static let topologyPermissions = Command(
    name: "topology permissions",
    summary: "prints the least permissions of each worker's user, and of others",
    notes: [
      "It prints commands for rabbitmqctl, and asks no broker. The users are to be made before,",
      "as by `rabbitmqctl add_user`. A user is named for its part unless --user says otherwise.",
    ],
    options: [.virtualHost, .userOfPart],
    example: "livery topology permissions --vhost rides --user livery-riders=gateway",
    endings: [
      Ending(.success, "the commands are printed"), Ending(.usage, "there is no such part"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let users = try userNames(arguments.texts("--user"))
    for part in Permissions.Part.all {
      let user = users[part.name] ?? part.name
      context.output.line("# \(part.name): \(part.summary)")
      if let prefix = part.queuePrefix {
        context.output.line("#   its own queues: \(prefix)\(user).NAME, or named by the broker")
      }
      let commands = Permissions(of: part, user: user).commands(
        user: user, virtualHost: arguments.text("--vhost") ?? "/")
      for command in commands { context.output.line(command) }
    }
    return .success
  }

  /// The names of users by part, from `PART=NAME`.
  static func userNames(_ texts: [String]) throws(ToolError) -> [String: String] {
    var users: [String: String] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Permissions.Part.all.contains(where: { $0.name == parts[0] }) else {
        let names = Permissions.Part.all.map(\.name).joined(separator: ", ")
        throw ToolError(.usage, ["--user: expected PART=NAME, PART one of \(names); got '\(text)'"])
      }
      users[parts[0]] = parts[1]
    }
    return users
  }
}

/// Options of several commands about the topology.
extension OptionRow {
  static let queueType = OptionRow(
    "--queue-type", "TYPE", .choice(Topology.QueueType.allCases.map(\.rawValue)),
    "the type of all queues; quorum if not given")
  static let virtualHost = OptionRow("--vhost", "NAME", .text, "the virtual host; / if not given")
  static let userOfPart = OptionRow(
    "--user", "PART=NAME", .text, repeats: true,
    "the user of a part, such as dispatch-worker=dispatch; several may be given")
}

extension Topology {
  /// The topology with the requested queue type.
  init(_ arguments: Arguments) {
    let type = arguments.text("--queue-type").flatMap(QueueType.init(rawValue:))
    self.init(queueType: type ?? .quorum)
  }

  /// What to do where the exchange of all requests is left from an earlier version.
  fileprivate static let advice = [
    "",
    "\(Exchange.formerRequests) is left from an earlier version; workers of this one take nothing",
    "from it. In this order:",
    "  1. give each producer its rights (livery topology permissions); let it publish to the",
    "     exchange of its role, with the type as routing key and as type: old workers take that",
    "  2. when all that came by \(Exchange.formerRequests) is handled, stop the old workers and",
    "     start the new ones; what comes too late is kept as a dead letter, not-permitted",
    "  3. livery topology apply --delete-former",
  ]

  /// What to do about queues of dead letters that an earlier version declared.
  fileprivate static func advice(former queues: [String]) -> [String] {
    guard !queues.isEmpty else { return [] }
    return [
      "",
      "An earlier version declared these queues of dead letters, without a delivery limit:",
    ] + queues.map { "  \($0)" } + [
      "RabbitMQ 4 then loses a letter that was returned 20 times. Either keep the policy",
      "livery-dead-letters of deploy/rabbitmq/policies.json, or, while a queue is empty:",
      "  rabbitmqctl delete_queue --vhost VHOST QUEUE; livery topology apply",
      "Meanwhile dead letters wait in their work queues, and none is lost.",
    ]
  }

  /// One line for each exchange and each queue.
  var summaries: [String] {
    exchanges.map { "exchange \($0.name) (\($0.kind))" }
      + queues.map { queue in
        let sources = queue.bindings.reduce(into: [String]()) { sources, binding in
          if sources.last != binding.exchange { sources.append(binding.exchange) }
        }
        return "queue \(queue.declaration.name) (\(queueType.rawValue)), bound to "
          + sources.joined(separator: ", ")
      }
  }

  /// The same with the arguments of each queue below it.
  var details: [String] {
    exchanges.map { "exchange \($0.name) (\($0.kind))" }
      + queues.flatMap { queue in
        ["queue \(queue.declaration.name)"]
          + queue.bindings.map { "  bound to \($0.exchange) with key \($0.routingKey)" }
          + queue.declaration.arguments.map { "  \($0.name) = \($0.value.shown)" }
      }
  }
}

extension HeaderValue {
  /// The value for a person; the arguments of queues are texts and numbers.
  fileprivate var shown: String {
    switch self {
    case .string(let text): text
    case .integer(let number, _): "\(number)"
    default: "\(self)"
    }
  }
}

/// The topology as one JSON object.
enum TopologyJSON {
  static func encode(_ topology: Topology) -> [UInt8] {
    JSONWriter.object { writer in
      writer.key("exchanges")
      writer.objects(topology.exchanges) { exchange, writer in
        writer.texts([("name", exchange.name), ("type", exchange.kind)])
        writer.member("durable", exchange.durable)
      }
      writer.key("queues")
      writer.array(topology.queues) { queue, writer in write(queue, into: &writer) }
    }
  }

  private static func write(_ queue: Topology.BoundQueue, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.texts([("name", queue.declaration.name)])
    writer.member("durable", queue.declaration.durable)
    writer.key("arguments")
    MessageJSON.write(queue.declaration.arguments, into: &writer)
    writer.key("bindings")
    writer.objects(queue.bindings) { binding, writer in
      writer.texts([("exchange", binding.exchange), ("routing_key", binding.routingKey)])
    }
    writer.endObject()
  }
}

extension Permissions.Part {
  fileprivate var summary: String {
    switch self {
    case .worker(let family): "takes \(family.queue)"
    case .owner: "declares the topology"
    case .publisher(.riders): "sends what riders ask, and takes the answers"
    case .publisher(.vehicles): "sends what vehicles report, and takes what they are told"
    case .publisher(.payments): "moves the money, where it stands behind the broker"
    case .publisher(.operators):
      "sends what the operator's staff decide, and takes the answers and the calls for help"
    case .publisher(.fleet): "sends the fleet's own commands, as its workers do"
    case .publisher(.redrive): "sends dead letters again, each for the role that it came from"
    case .observer: "listens to the events of rides"
    case .simulator: "runs livery simulate"
    case .recorder: "runs livery record"
    case .console: "shows the fleet on a page, and sends what the operator's staff decide there"
    }
  }
}
