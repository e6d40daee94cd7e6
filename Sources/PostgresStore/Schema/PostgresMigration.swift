import CPostgres
package import RideStore

extension PostgresStore {
  /// Brings the database, which must be there, to the schema of this build in one transaction.
  ///
  /// A second run changes nothing. If two processes run it at once, one waits for the other and
  /// then finds it done. Throws `wrongSchema` for a database of a newer version, `failed` for one
  /// of another program.
  @discardableResult
  package static func migrate(
    url: String, timeouts: PostgresTimeouts = .migration, isFinishing: Bool = false
  ) throws(StoreError) -> MigrationReport {
    try migrate(url: url, timeouts: timeouts, to: PostgresMigrations.all, isFinishing: isFinishing)
  }

  /// Brings the database to another schema than that of this build.
  @discardableResult
  static func migrate(
    url: String, timeouts: PostgresTimeouts = .migration, to schema: SchemaHistory,
    isFinishing: Bool = true
  ) throws(StoreError) -> MigrationReport {
    let address = try PostgresAddress(url: url)
    let deadline = PostgresDeadline(after: timeouts.transaction)
    var first = 0
    let migration = PostgresMigration(
      handle: try .connect(to: address, first: &first, timeouts: timeouts, until: deadline),
      deadline: deadline)
    return try migration.run(timeouts, to: schema, isFinishing: isFinishing)
  }
}

/// A connection on which a database is migrated; closing it before the end undoes all.
private struct PostgresMigration: ~Copyable {
  let handle: PostgresHandle
  let deadline: PostgresDeadline

  /// The advisory lock of all migrations: "livery" in ASCII.
  private static let lock: Int64 = 0x6c69_7665_7279

  func run(
    _ timeouts: PostgresTimeouts, to schema: SchemaHistory, isFinishing: Bool
  ) throws(StoreError) -> MigrationReport {
    try ask(
      """
      SET statement_timeout = \(timeouts.statement.wholeMilliseconds);
      SET lock_timeout = \(timeouts.lock.wholeMilliseconds);
      SET idle_in_transaction_session_timeout = \(timeouts.idleInTransaction.wholeMilliseconds);
      SET synchronous_commit = on;
      BEGIN ISOLATION LEVEL READ COMMITTED;
      SELECT pg_advisory_xact_lock(\(Self.lock));
      """)
    let before = try number()
    let missing = try schema.steps(after: before, isFinishing: isFinishing)
    if before == .none { try refuseForeignDatabase() }
    for (number, step) in missing {
      try ask(step.sql, "migrate to schema \(number)")
      try record(number, step)
    }
    try ask("COMMIT")
    let after = missing.last?.number ?? before
    return MigrationReport(
      before: before, after: after, applied: missing.map(\.step.name),
      isUnfinished: schema.isUnfinished(after))
  }

  private func number() throws(StoreError) -> SchemaNumber {
    guard try ask("SELECT to_regclass('livery_schema') IS NOT NULL") == "t" else { return .none }
    let text = try ask(
      "SELECT version || '.' || revision FROM (\(PostgresMigrations.selectNumber)) AS newest")
    let parts = text.split(separator: ".").compactMap { Int($0) }
    return parts.count == 2 ? SchemaNumber(version: parts[0], revision: parts[1]) : .none
  }

  /// The first versions have no column for the revision.
  private func record(_ number: SchemaNumber, _ step: SchemaStep) throws(StoreError) {
    let (column, value) = number.revision == 0 ? ("", "") : ("revision, ", "\(number.revision), ")
    try ask(
      "INSERT INTO livery_schema (version, \(column)name)"
        + " VALUES (\(number.version), \(value)'\(step.name)')")
  }

  private func refuseForeignDatabase() throws(StoreError) {
    let encoding = try ask("SHOW server_encoding")
    guard encoding == "UTF8" else {
      throw refusal("expected a database in UTF8, got one in \(encoding)")
    }
    let tables = try ask(
      """
      SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace
        AND relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
      """)
    guard tables == "0" else {
      throw refusal("the database is of another program: it has tables, but not Livery's")
    }
  }

  private func refusal(_ detail: String) -> StoreError {
    StoreError(.failed, operation: "migrate", detail: detail)
  }

  /// Runs a script to its end; returns the first value of its last rows, empty for none.
  @discardableResult
  private func ask(
    _ script: String, _ operation: String = "migrate"
  ) throws(StoreError) -> String {
    guard PQsendQuery(handle.pointer, script) == 1 else {
      throw PostgresOutage.lost(handle.message).error(in: operation)
    }
    var failure: StoreError?
    var answer = ""
    while let result = try nextResult(operation) {
      if !result.isDone { failure = failure ?? result.failure.error(in: operation) }
      if result.status == PGRES_TUPLES_OK, let text = result.firstText { answer = text }
    }
    if let failure { throw failure }
    return answer
  }

  private func nextResult(_ operation: String) throws(StoreError) -> PostgresResult? {
    do throws(PostgresOutage) {
      try handle.waitForResult(until: deadline)
    } catch {
      throw error.error(in: operation)
    }
    return handle.nextResult()
  }
}

extension PostgresResult {
  /// The first value of the first row, of a result in the format of texts.
  fileprivate var firstText: String? {
    guard PQntuples(pointer) > 0, PQnfields(pointer) > 0 else { return nil }
    return PQgetvalue(pointer, 0, 0).map { String(cString: $0) }
  }
}

/// The steps that make a database of this build.
enum PostgresMigrations {
  static let all = SchemaHistory([
    SchemaStep("create tables", raises: .version, sql: PostgresTables.sql),
    SchemaStep("compress documents faster", raises: .version, sql: PostgresVersions.version2),
    SchemaStep("find waiting rides by place", raises: .version, sql: PostgresVersions.version3),
    SchemaStep("number revisions", raises: .version, sql: PostgresVersions.version4),
    SchemaStep(
      "tell observers of one queue apart", raises: .version, sql: PostgresVersions.version5),
    SchemaStep(
      "free the slots of rides booked ahead", raises: .revision,
      sql: PostgresVersions.version5Revision1),
    SchemaStep("keep dead letters", raises: .revision, sql: PostgresVersions.version5Revision2),
    SchemaStep(
      "count payments and lease tasks", raises: .revision, sql: PostgresVersions.version5Revision3),
    SchemaStep(
      "make room for statuses stored once", raises: .revision,
      sql: PostgresVersions.version5Revision4),
    SchemaStep(
      "store statuses once", raises: .version, isDeferred: true, sql: PostgresVersions.version6),
  ])

  /// The first version in which the status of a change is stored in the history alone.
  static let firstWithStatusesOnce = 6

  /// The version and the revision of the schema; no row where no step was applied.
  ///
  /// Before version 4 there is no column for the revision, so it is read as a member of the row.
  static let selectNumber = """
    SELECT version, coalesce((to_jsonb(livery_schema) ->> 'revision')::bigint, 0) AS revision
    FROM livery_schema ORDER BY version DESC, revision DESC LIMIT 1
    """
}
