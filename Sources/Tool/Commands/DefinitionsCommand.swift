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
      OptionRow("--vhost", "NAME", .text, "the virtual host; / if not given"),
      OptionRow(
        "--queue-type", "TYPE", .choice(Topology.QueueType.allCases.map(\.rawValue)),
        "the type of all queues; quorum if not given"),
      OptionRow(
        "--user", "PART=NAME", .text, repeats: true,
        "the user of a part, such as dispatch-worker=street; several may be given"),
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
    let type = arguments.text("--queue-type").flatMap(Topology.QueueType.init(rawValue:))
    let definitions = BrokerDefinitions(
      topology: Topology(queueType: type ?? .quorum),
      virtualHost: arguments.text("--vhost") ?? "/", users: try users(arguments))
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
