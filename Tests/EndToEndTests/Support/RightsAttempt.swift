import AMQP
import Fleet
import Messages

/// Something that a user of the broker tries, and what comes of it, as a row of the runbook has it.
struct RightsAttempt: Sendable {
  let title: String
  let outcome: @Sendable (RightsUser) throws -> String

  /// Changes a right message to one that claims too much.
  typealias Forging = @Sendable (RightsUser, inout MessageProperties) -> Void

  /// What the broker alone answers.
  static let ofBroker = [
    RightsAttempt(title: "publish its types to its exchange") { user in
      try summary(user.publish(user.role.types.map { user.message($0) }))
    },
    RightsAttempt(title: "publish other types to its exchange") { user in
      let others = MessageType.allCases.filter { !user.role.carries($0) }
      return try summary(user.publish(others.map { user.message($0) }))
    },
    RightsAttempt(title: "publish to another exchange") { user in
      let own = Topology().exchanges.map(\.name).filter { $0 != user.role.exchange }
      return try allowed(own + ["amq.topic", Exchange.default], else: "403") { exchange in
        var message = user.message(to: exchange)
        if exchange == Exchange.events { message.routingKey = "ride.received.x" }
        if exchange == Exchange.vehicles { message.routingKey = "vehicle.x" }
        message.mandatory = false
        return try summary(user.publish([message])) == "accepted"
      }
    },
    RightsAttempt(title: "consume from a queue of the fleet") { user in
      try allowed(Topology().queues.map(\.declaration.name), else: "403") { queue in
        let told = try user.attempt {
          try $0.consume(queue: queue, consumerTag: "t", noAck: false, exclusive: false)
        }
        return told == "done"
      }
    },
    RightsAttempt(title: "bind, declare, purge or delete in the fleet's names") { user in
      try summary(misdeeds.map { try user.attempt($0) })
    },
    RightsAttempt(title: "publish with the `user_id` of another") { user in
      try summary(user.publish([user.message { $0.userID = "guest" }]))
    },
  ]

  private static let misdeeds: [@Sendable (inout AMQPConnection) throws -> Void] = [
    {
      try $0.bind(
        queue: QueueFamily.dispatch.queue, exchange: Role.riders.exchange, routingKey: "ride.refund"
      )
    },
    { try $0.bind(queue: QueueFamily.dispatch.queue, exchange: Exchange.events, routingKey: "#") },
    { _ = try $0.declareQueue(QueueDeclaration(name: "livery.x")) },
    { try $0.declareExchange(ExchangeDeclaration(name: "livery.requests.x", kind: "direct")) },
    { try $0.deleteQueue(QueueFamily.dispatch.queue) },
    { try $0.deleteExchange(Role.riders.exchange) },
  ]

  /// The forgeries that the broker lets through, by their titles: a worker refuses those that it
  /// sees.
  static let ofWorker: [(title: String, change: Forging)] = [
    (
      "publish with `CC`",
      { $1.headers.append(Header("CC", .array([.string("ride.sell")]))) }
    ),
    (
      "publish with `BCC`",
      { $1.headers.append(Header("BCC", .array([.string("ride.sell")]))) }
    ),
    ("publish with another `type`", { $1.type = "ride.sell" }),
    (
      "publish with the `reply_to` of another, with its `user_id`",
      { ($1.userID, $1.replyTo) = ($0.endpoint.user, "replies.another.x") }
    ),
    ("publish with a `reply_to` of no pattern", { $1.replyTo = "livery.dispatch" }),
    (
      "publish with a header `x-livery-reason`",
      { $1.headers.append(Header("x-livery-reason", .string("no"))) }
    ),
    ("publish with a header `x-death`", { $1.headers.append(Header("x-death", .array([]))) }),
  ]

  /// The one outcome of all, or each.
  static func summary(_ outcomes: [String]) -> String {
    outcomes.isEmpty ? "–" : Set(outcomes).sorted().joined(separator: ", ")
  }

  /// The names for which something is allowed.
  private static func allowed(
    _ names: [String], else refusal: String, _ isAllowed: (String) throws -> Bool
  ) throws -> String {
    let allowed = try names.filter(isAllowed).map { $0.isEmpty ? "the default one" : "`\($0)`" }
    return allowed.isEmpty ? refusal : allowed.joined(separator: ", ")
  }
}
