package import AMQP
package import Messages
import Rides

/// The permissions of one user of the broker: the least that its part needs.
///
/// RabbitMQ asks for `configure` to declare and delete, for `write` to publish, bind and
/// dead-letter, for `read` to consume and purge; a passive declaration, as workers do, needs none
/// (https://www.rabbitmq.com/docs/access-control). The default exchange, which routes to any queue
/// by its name, is `amq.default`.
package struct Permissions: Hashable, Sendable {
  /// Who talks to the broker.
  package enum Part: Hashable, Sendable {
    /// A worker, by the family of its queue.
    case worker(QueueFamily)
    /// Who declares the topology, and empties queues of dead letters.
    case owner
    /// Who sends the messages of a role; for the role of the fleet the workers do.
    case publisher(Role)
    /// Who listens to the events of rides.
    case observer
    /// Who runs `livery simulate`.
    case simulator
    /// Who runs `livery record`.
    case recorder
    /// The console of the operator's staff.
    case console

    /// Everybody, in the order in which they are shown.
    package static let all: [Part] =
      [.owner] + QueueFamily.allCases.map { .worker($0) }
      + Role.allCases.filter { $0 != .fleet }.map { .publisher($0) } + [
        .observer, .simulator, .recorder, .console,
      ]

    /// The name of the part, and of its user where no other is chosen.
    package var name: String {
      switch self {
      case .worker(let family): "\(family.rawValue)-worker"
      case .owner: "livery-owner"
      case .publisher(let role): "livery-\(role.rawValue)"
      case .observer: "livery-observer"
      case .simulator: "livery-simulator"
      case .recorder: "livery-recorder"
      case .console: "livery-console"
      }
    }

    /// The prefix of the names of the part's own queues, before the name of its user and a dot; nil
    /// if it has none.
    ///
    /// A `reply_to` has to be one of these queues, or one that the broker or aio-pika names.
    package var queuePrefix: String? {
      switch self {
      case .publisher(.redrive), .publisher(.fleet): nil
      case .publisher: Role.replyPrefix
      case .observer: "observers."
      case .worker, .owner, .simulator, .recorder, .console: nil
      }
    }
  }

  /// What may be written to and read from a topic exchange, by patterns of routing keys.
  package struct Topic: Hashable, Sendable {
    package var exchange: String
    package var write: String
    package var read: String
  }

  package var configure = nothing
  package var write = nothing
  package var read = nothing
  package var topics: [Topic] = []

  /// The pattern that no name fits, as none is empty.
  private static let nothing = "^$"
  /// The queues that the broker names for their only reader.
  private static let serverNamedQueue = #"amq\.gen-.*"#
  /// The queues that aio-pika names in the broker's place, so that it can declare them again after
  /// a lost connection; older versions put `0x` before the digits.
  private static let clientNamedQueue = "amq_(0x)?[0-9a-f]+"

  /// The least for that part, under the name of its user.
  package init(of part: Part, user: String? = nil) {
    let ownQueues = Self.ownQueues(of: part, user: user ?? part.name)
    configure = Self.pattern([], or: ownQueues)
    switch part {
    case .worker(let family):
      configure = Self.nothing
      // Answers go through the default exchange to the queue that each request names.
      write = Self.pattern(["amq.default"] + Self.exchanges(of: family, sendsPayments: true))
      read = Self.pattern(family.queues + Topology.deadLetterQueues(of: family))
      if Self.publishesEvents(family) { topics = Self.writesTopics }
    case .owner:
      configure = #"^livery\."#
      (write, read) = (configure, configure)
    case .publisher(.redrive):
      // The letters are in the store; here it publishes them and consumes the answers.
      write = Self.pattern([Role.redrive.exchange, Exchange.payments])
      read = Self.pattern([], or: ownQueues)
    case .publisher(.vehicles):
      bind(ownQueues, to: Exchange.vehicles, #"^vehicle\."#, as: [.vehicles])
    case .publisher(.operators):
      // The queue of all calls for help has the name of its exchange.
      write = Self.pattern([Role.operators.exchange], or: ownQueues)
      read = Self.pattern([Exchange.help], or: ownQueues)
    case .publisher(let role):
      write = Self.pattern([role.exchange])
      read = Self.pattern(role == .payments ? [Exchange.paymentQueue] : [], or: ownQueues)
    case .observer:
      write = configure
      read = Self.pattern([Exchange.events], or: ownQueues)
      topics = [Self.readsEvents]
    case .simulator: bind(ownQueues, to: Exchange.events, #"^ride\."#, as: [.vehicles, .riders])
    case .recorder:
      write = configure
      let more = [Exchange.events, Exchange.payments, Exchange.help, Exchange.deadLetters]
      read = Self.pattern(Role.allCases.map(\.exchange) + more, or: ownQueues)
      topics = [Self.readsEvents]
    case .console: allowConsole(ownQueues)
    }
  }

  /// Allows the console to order as the operators do, and to send dead letters again as the
  /// redriver does.
  private mutating func allowConsole(_ ownQueues: [String]) {
    bind(ownQueues, to: Exchange.events, #"^ride\."#, and: Exchange.help, as: [.operators])
    let exchanges = [Role.operators.exchange, Role.redrive.exchange, Exchange.payments]
    write = Self.pattern(exchanges, or: ownQueues)
  }

  /// Allows a user of roles to publish to their exchanges, and to bind its own queues to a topic
  /// exchange and to others.
  ///
  /// The drivers of a simulation also ask as their riders, for start codes.
  private mutating func bind(
    _ ownQueues: [String], to exchange: String, _ topic: String, and others: String...,
    as roles: [Role]
  ) {
    write = Self.pattern(roles.map(\.exchange), or: ownQueues)
    read = Self.pattern([exchange] + others, or: ownQueues)
    topics = [Topic(exchange: exchange, write: Self.nothing, read: topic)]
  }

  private static let writesTopics = [
    Topic(exchange: Exchange.events, write: #"^ride\."#, read: nothing),
    Topic(exchange: Exchange.vehicles, write: #"^vehicle\."#, read: nothing),
  ]
  private static let readsEvents = Topic(
    exchange: Exchange.events, write: nothing, read: #"^ride\."#)

  /// The patterns of the queues that a part declares for itself.
  ///
  /// What follows the user has no dot, so that `a` has no queue of a user `a.b`.
  private static func ownQueues(of part: Part, user: String) -> [String] {
    // Tool and console have the broker name their queues.
    guard let prefix = part.queuePrefix else { return [serverNamedQueue] }
    return [serverNamedQueue, clientNamedQueue, "\(escaped(prefix + user + "."))[^.]+"]
  }

  /// The exchanges that a worker publishes to, the default one aside.
  package static func exchanges(
    of family: QueueFamily, sendsPayments: Bool
  ) -> [String] {
    var exchanges = [Exchange.deadLetters]
    // Workers that change rides publish events and search for vehicles; the clock of the observers
    // sends its commands to itself.
    if family != .listOptions { exchanges.append(Role.fleet.exchange) }
    if publishesEvents(family) {
      exchanges += [Exchange.events, Exchange.vehicles]
      if sendsPayments { exchanges.append(Exchange.payments) }
      if family == .dispatch { exchanges.append(Exchange.help) }
    }
    return exchanges
  }

  /// What a worker publishes to, each with a routing key that it uses there.
  package static func targets(of family: QueueFamily, sendsPayments: Bool) -> [PublishTarget] {
    exchanges(of: family, sendsPayments: sendsPayments).map { exchange in
      switch exchange {
      case Exchange.events: PublishTarget(exchange: exchange, routingKey: "ride.received.x")
      case Exchange.vehicles: PublishTarget(exchange: exchange, routingKey: "vehicle.x")
      case Exchange.help: PublishTarget(exchange: exchange, routingKey: "ride.sos.x")
      case Exchange.payments:
        PublishTarget(exchange: exchange, routingKey: PaymentCommand.Operation.capture.rawValue)
      case Role.fleet.exchange:
        PublishTarget(exchange: exchange, routingKey: MessageType.rideDue.rawValue)
      default: PublishTarget(exchange: exchange, routingKey: family.deadLetterKey)
      }
    } + [PublishTarget(exchange: Exchange.default, routingKey: "x")]
  }

  private static func publishesEvents(_ family: QueueFamily) -> Bool {
    family == .requestRide || family == .dispatch
  }

  /// The pattern that matches these names and one more pattern, and nothing else.
  private static func pattern(_ names: [String], or others: [String] = []) -> String {
    let all = names.map(escaped) + others
    return all.count == 1 ? "^\(all[0])$" : "^(\(all.joined(separator: "|")))$"
  }

  /// A name as a pattern in which every character stands for itself.
  private static func escaped(_ name: String) -> String {
    name.map { #".\+*?()[]{}^$|"#.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The commands for `rabbitmqctl` that give a user these permissions on a virtual host, and no
  /// others there.
  package func commands(user: String, virtualHost: String) -> [String] {
    let place = "--vhost \(Self.quoted(virtualHost)) \(Self.quoted(user))"
    let patterns = [configure, write, read].map(Self.quoted).joined(separator: " ")
    return ["rabbitmqctl set_permissions \(place) \(patterns)"]
      + topics.map { topic in
        "rabbitmqctl set_topic_permissions \(place) \(Self.quoted(topic.exchange)) "
          + "\(Self.quoted(topic.write)) \(Self.quoted(topic.read))"
      }
  }

  /// A quoted word for a shell.
  private static func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "'" ? #"'\''"# : String($0) }.joined()
    return "'\(escaped)'"
  }
}
