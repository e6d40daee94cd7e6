import AMQP
import Fleet
import Messages

extension Command {
  static let topologyDefinitions = Command(
    name: "topology definitions",
    summary: "prints topology, users and permissions as a file that RabbitMQ imports",
    notes: [
      "It asks no broker. A user without a hash has no password: it can log in by a certificate",
      "alone, and an import takes away the password that it had. So give the hashes of all who",
      "log in by a password, or leave the users out and make them by `rabbitmqctl add_user` and",
      "`livery topology permissions`. An import takes nothing else away, and keeps a queue that",
      "exists with other arguments as it is; `livery topology apply` names it.",
    ],
    options: [
      .virtualHost, .queueType, .userOfPart,
      OptionRow(
        "--hashes", "FILE", .text,
        "lines `PART HASH`, as deploy/rabbitmq/hash-passwords prints them"),
      OptionRow("--without-users", "neither users nor permissions"),
    ],
    example: "livery topology definitions --vhost rides --hashes hashes > definitions.json",
    endings: [
      Ending(.success, "the definitions are printed"),
      Ending(.usage, "there is no such part, or a user has two"),
      Ending(.data, "the file of hashes cannot be read, or a line of it is wrong"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let definitions = BrokerDefinitions(
      topology: Topology(arguments), virtualHost: arguments.text("--vhost") ?? "/",
      users: try users(arguments))
    let text = String(decoding: definitions.document.file, as: UTF8.self)
    for line in text.split(separator: "\n") { context.output.line(String(line)) }
    return .success
  }

  /// The user of each part; none where they are to be left out.
  private static func users(_ arguments: Arguments) throws(ToolError) -> [BrokerDefinitions.User] {
    let names = try userNames(arguments.texts("--user"))
    let path = arguments.text("--hashes")
    guard !arguments.has("--without-users") else {
      guard names.isEmpty, path == nil else {
        throw ToolError(.usage, "--without-users: expected neither --user nor --hashes")
      }
      return []
    }
    let hashes = if let path { try PasswordHashes.read(path) } else { [String: String]() }
    let users = Permissions.Part.all.map { part in
      BrokerDefinitions.User(
        part: part, name: names[part.name] ?? part.name, passwordHash: hashes[part.name])
    }
    let byName = Dictionary(grouping: users, by: \.name)
    if let (name, parts) = byName.first(where: { $1.count > 1 }) {
      let shared = parts.map(\.part.name).joined(separator: " and ")
      throw ToolError(.usage, "--user: expected a user for each part, got '\(name)' for \(shared)")
    }
    return users
  }
}

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
        members: declaration.arguments.map { ($0.name, Document($0.value)) }),
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
}

/// The hashes of passwords by the part whose user has them, from a file of lines `PART HASH`.
enum PasswordHashes {
  /// A salt of 4 bytes and a digest by SHA-256, in base64.
  private static let length = 48

  /// Reads the lines; those that are empty or begin with `#` do not count.
  static func read(_ path: String) throws(ToolError) -> [String: String] {
    guard let bytes = SystemEnvironment.readFile(path) else {
      throw ToolError(.data, "\(path): expected a file of at most 64 KiB that can be read")
    }
    var hashes: [String: String] = [:]
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.isEmpty && line.first != "#" {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, Permissions.Part.all.contains(where: { $0.name == words[0] }),
        isHash(words[1]), hashes[words[0]] == nil
      else {
        // The line may have a password that was not hashed: it is not shown.
        throw ToolError(
          .data,
          "\(path), line \(index + 1): expected a part, once, and the hash of its password, "
            + "\(length) characters of base64")
      }
      hashes[words[0]] = words[1]
    }
    return hashes
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == length
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "/") }
  }
}
