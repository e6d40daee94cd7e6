/// The permissions of a role in a database of Livery: the least that its part needs.
///
/// The owner of the tables needs none of them. A statement that locks rows needs `UPDATE`, whether
/// or not it changes any. Before the rights on tables each role needs the way to them: `CONNECT` on
/// the database and `USAGE` on the schema, which not every database gives to everybody.
package struct PostgresGrants: Hashable, Sendable {
  /// Who works with the tables.
  package enum Part: Hashable, Sendable, CaseIterable {
    /// The four workers.
    case worker
    /// Who only looks, as `livery rides`, `ride`, `vehicles`, `record` and `dead-letters list` do.
    case reader
    /// Who decides about dead letters, with `livery dead-letters`.
    case redriver
    /// The console, which looks, decides about dead letters, and keeps its sessions and its audit.
    case console
  }

  /// What may be done with some tables.
  struct Grant: Hashable, Sendable {
    let rights: [String]
    let tables: [String]
  }

  let grants: [Grant]
  let functions: [String]

  /// The least for that part.
  package init(of part: Part) {
    switch part {
    case .worker:
      grants = [
        Grant(rights: ["SELECT"], tables: ["livery_schema"]),
        Grant(rights: ["SELECT", "INSERT"], tables: ["status_changes", "ledger"]),
        Grant(rights: ["SELECT", "INSERT", "UPDATE"], tables: ["rides", "vehicles", "leases"]),
        Grant(
          rights: ["SELECT", "INSERT", "UPDATE", "DELETE"],
          tables: ["outcomes", "subscriptions", "dead_letters"]),
      ]
      functions = ["livery_expect(bigint, bigint)"]
    case .reader:
      grants = [Grant(rights: ["SELECT"], tables: Self.shown)]
      functions = []
    case .redriver:
      grants = [
        // The stored outcome shows whether a letter without an answer was handled.
        Grant(rights: ["SELECT"], tables: ["livery_schema", "outcomes"]),
        // An outcome's response leaves out a status that the history has.
        Grant(
          rights: ["SELECT (ride_identifier, sequence, status)"], tables: ["status_changes"]),
        Grant(rights: ["SELECT", "INSERT", "UPDATE", "DELETE"], tables: ["dead_letters"]),
      ]
      functions = ["livery_expect(bigint, bigint)"]
    case .console:
      grants = [
        Grant(rights: ["SELECT"], tables: Self.shown + ["subscriptions", "leases"]),
        Grant(rights: ["SELECT", "INSERT"], tables: ["console_audit"]),
        Grant(
          rights: ["SELECT", "INSERT", "UPDATE", "DELETE"],
          tables: ["console_sessions", "dead_letters"]),
      ]
      functions = ["livery_expect(bigint, bigint)"]
    }
  }

  /// The tables of what is shown to people.
  private static let shown = [
    "livery_schema", "rides", "status_changes", "outcomes", "ledger", "vehicles", "dead_letters",
  ]

  /// The statements that grant a role these permissions, for the owner of the tables; nil for an
  /// impossible name of a role.
  package func statements(for role: String) -> [String]? {
    guard let name = Self.quoted(role) else { return nil }
    return Self.access(of: role)
      + grants.map { grant in
        "GRANT \(grant.rights.joined(separator: ", ")) ON \(grant.tables.joined(separator: ", "))"
          + " TO \(name);"
      } + functions.map { "GRANT EXECUTE ON FUNCTION \($0) TO \(name);" }
  }

  /// The statements that let a role connect to the database of the session that runs them, and use
  /// the schema of the tables there, unless it may.
  ///
  /// `GRANT` takes no expressions, and two at once for one database get in each other's way.
  private static func access(of role: String) -> [String] {
    let name = "'\(role.replacing("'", with: "''"))'"
    let schema =
      "SELECT relnamespace::regnamespace FROM pg_class"
      + " WHERE oid = 'livery_schema'::regclass"
    return [
      block(
        "IF NOT has_database_privilege(\(name), current_database(), 'CONNECT') THEN EXECUTE "
          + "format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), \(name)); END IF;"),
      block(
        "IF NOT has_schema_privilege(\(name), (\(schema)), 'USAGE') THEN EXECUTE "
          + "format('GRANT USAGE ON SCHEMA %s TO %I', (\(schema)), \(name)); END IF;"),
    ]
  }

  /// Statements as one, between quotes that they do not contain.
  private static func block(_ statements: String) -> String {
    var quote = "$$"
    while statements.contains(quote) { quote = "$_" + quote.dropFirst() }
    return "DO \(quote)BEGIN \(statements) END\(quote);"
  }

  /// The name of a role as an identifier of SQL.
  ///
  /// PostgreSQL reads `public` as all roles and refuses `none`, quoted or not. It truncates a name
  /// after 63 bytes, which may be the name of another role.
  private static func quoted(_ role: String) -> String? {
    let isName = (1...63).contains(role.utf8.count) && !role.utf8.contains(0)
    guard isName, role != "public", role != "none" else { return nil }
    return "\"\(role.replacing("\"", with: "\"\""))\""
  }
}
