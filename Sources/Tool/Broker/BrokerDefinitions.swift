import AMQP
import Fleet
import Messages

/// What the fleet needs on a broker, in the form that RabbitMQ imports (`rabbitmqctl
/// import_definitions`, `load_definitions`).
struct BrokerDefinitions {
  /// The user of a part.
  struct User: Hashable {
    let part: Permissions.Part
    let name: String
    /// As RabbitMQ keeps it, in base64; without one the user has no password.
    let passwordHash: String?
  }

  let topology: Topology
  let virtualHost: String
  /// None where users and their permissions are kept elsewhere.
  let users: [User]

  /// The definitions; without users it has no word of them, so that an import leaves them alone.
  var document: Document {
    let place: [(String, Document)] = [
      ("vhosts", [["name": .text(virtualHost)]]),
      ("exchanges", .list(topology.exchanges.map(exchange))),
      ("queues", .list(topology.queues.map(queue))),
      ("bindings", .list(topology.queues.flatMap(bindings))),
    ]
    guard !users.isEmpty else { return Document(members: place) }
    return Document(
      members: place + [
        ("users", .list(users.map(Self.user))),
        ("permissions", .list(users.map(permission))),
        ("topic_permissions", .list(users.flatMap(topicPermissions))),
      ])
  }

  private func exchange(_ exchange: ExchangeDeclaration) -> Document {
    [
      "name": .text(exchange.name), "vhost": .text(virtualHost), "type": .text(exchange.kind),
      "durable": .bool(exchange.durable), "auto_delete": .bool(exchange.autoDelete),
      "internal": false, "arguments": [:],
    ]
  }

  private func queue(_ queue: Topology.BoundQueue) -> Document {
    let declaration = queue.declaration
    return [
      "name": .text(declaration.name), "vhost": .text(virtualHost),
      "durable": .bool(declaration.durable), "auto_delete": .bool(declaration.autoDelete),
      "arguments": Document(
        members: declaration.arguments.map { ($0.name, Self.argument($0.value)) }),
    ]
  }

  private func bindings(of queue: Topology.BoundQueue) -> [Document] {
    queue.bindings.map { binding in
      [
        "source": .text(binding.exchange), "vhost": .text(virtualHost),
        "destination": .text(queue.declaration.name), "destination_type": "queue",
        "routing_key": .text(binding.routingKey), "arguments": [:],
      ]
    }
  }

  private static func user(_ user: User) -> Document {
    let named: Document = ["name": .text(user.name), "tags": []]
    guard let hash = user.passwordHash else { return named }
    return named + [
      "password_hash": .text(hash), "hashing_algorithm": "rabbit_password_hashing_sha256",
    ]
  }

  private func permission(of user: User) -> Document {
    let wanted = Permissions(of: user.part, user: user.name)
    return [
      "user": .text(user.name), "vhost": .text(virtualHost), "configure": .text(wanted.configure),
      "write": .text(wanted.write), "read": .text(wanted.read),
    ]
  }

  private func topicPermissions(of user: User) -> [Document] {
    Permissions(of: user.part, user: user.name).topics.map { topic in
      [
        "user": .text(user.name), "vhost": .text(virtualHost), "exchange": .text(topic.exchange),
        "write": .text(topic.write), "read": .text(topic.read),
      ]
    }
  }

  /// The arguments of queues are texts and whole numbers.
  private static func argument(_ value: HeaderValue) -> Document {
    switch value {
    case .string(let text): .text(text)
    case .integer(let number, _): .integer(number)
    default: .null
    }
  }
}
