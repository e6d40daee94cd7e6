import Fleet
import Messages

extension Command {
  static let topologyPermissions = Command(
    name: "topology permissions",
    summary: "prints the least permissions of each worker's user, and of others",
    notes: [
      "It prints commands for rabbitmqctl, and asks no broker. The users are to be made before,",
      "as by `rabbitmqctl add_user`. A user is named for its part unless --user says otherwise.",
    ],
    options: [
      OptionRow("--vhost", "NAME", .text, "the virtual host; / if not given"),
      OptionRow(
        "--user", "PART=NAME", .text, repeats: true,
        "the user of a part, such as dispatch-worker=street; several may be given"),
    ],
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

  static let databasePermissions = Command(
    name: "database permissions",
    summary: "prints the least rights of a role in a PostgreSQL database",
    notes: [
      "It prints SQL, and asks no database. The role is to be made before. Run the SQL as the",
      "owner of the tables, in their database, after each `livery migrate`: it may have added",
      "a table.",
    ],
    operand: Operand(name: "ROLE", summary: "the role with which the workers connect"),
    options: [
      OptionRow("--read-only", "a role that only looks, as `livery rides` and `livery ride` do"),
      OptionRow("--redriver", "a role for `livery dead-letters` alone"),
    ],
    example: "livery database permissions livery_worker | psql \"$OWNER_URL\"",
    endings: [
      Ending(.success, "the SQL is printed"), Ending(.usage, "no role can have that name"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let role = arguments.operand ?? ""
    guard !arguments.has("--read-only") || !arguments.has("--redriver") else {
      throw ToolError(.usage, "expected --read-only or --redriver, got both")
    }
    let part: StoreSession.Part =
      arguments.has("--read-only") ? .reader : arguments.has("--redriver") ? .redriver : .worker
    guard let grants = StoreSession.grants(to: role, as: part) else {
      throw ToolError(
        .usage, "ROLE: expected a name of 1 to 63 bytes, neither public nor none, got '\(role)'")
    }
    for grant in grants { context.output.line(grant) }
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

extension Permissions.Part {
  fileprivate var summary: String {
    switch self {
    case .worker(let family): "takes \(family.queue)"
    case .owner: "declares the topology"
    case .publisher(.riders): "sends what riders ask, and takes the answers"
    case .publisher(.vehicles): "sends what vehicles report"
    case .publisher(.payments): "moves the money, where it stands behind the broker"
    case .publisher(.operators): "sends what the operator's staff decide, and takes the answers"
    case .publisher(.fleet): "sends the fleet's own commands, as its workers do"
    case .publisher(.redrive): "sends dead letters again, each for the role that it came from"
    case .observer: "listens to the events of rides"
    case .simulator: "runs livery simulate and livery bench"
    case .recorder: "runs livery record"
    }
  }
}
