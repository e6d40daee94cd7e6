import CPostgres
package import RideStore

extension PostgresStore {
  /// Brings the database, which must be there, to the schema of this build in one transaction.
  ///
  /// A second run changes nothing. If two processes run it at once, one waits for the other and
  /// then finds it done. Throws `wrongSchema` for a database of another version or with the tables
  /// in another schema, `failed` for one of another program, `unavailable` where another session
  /// keeps a lock.
  ///
  /// - Parameter retry: Pauses, and returns whether to try again; nothing is locked meanwhile.
  @discardableResult
  package static func migrate(
    url: String, timeouts: PostgresTimeouts = .migration,
    _ options: MigrationOptions = MigrationOptions(),
    retry: (MigrationWait) -> Bool = { _ in false }
  ) throws(StoreError) -> MigrationReport {
    try migrate(url: url, timeouts: timeouts, to: PostgresMigrations.all, options, retry: retry)
  }

  /// Brings the database to another schema than that of this build.
  @discardableResult
  static func migrate(
    url: String, timeouts: PostgresTimeouts = .migration, to schema: SchemaHistory,
    _ options: MigrationOptions, retry: (MigrationWait) -> Bool = { _ in false }
  ) throws(StoreError) -> MigrationReport {
    let witness = try PostgresStore(url: url)
    var attempts = MigrationAttempts()
    while true {
      var migration = try PostgresMigration(url: url, timeouts: timeouts, witness: witness)
      do throws(StoreError) {
        return try migration.run(to: schema, options)
      } catch {
        guard migration.lacksLock else { throw error }
        attempts.fail(migration.blockers)
        guard let wait = attempts.next(), retry(wait) else { throw attempts.failure(error) }
      }
    }
  }
}

/// A connection on which a database is migrated; closing it before the end undoes all.
private struct PostgresMigration: ~Copyable {
  private let handle: PostgresHandle
  private let timeouts: PostgresTimeouts
  private let deadline: PostgresDeadline
  /// Another session, which sees what this one waits for.
  private let witness: PostgresStore
  /// Whether it failed because another session had a lock.
  private(set) var lacksLock = false
  /// The sessions that it was seen waiting for.
  private(set) var blockers: [String] = []
  private var isLocking = false

  /// The advisory lock of all migrations: "livery" in ASCII.
  private static let lock: Int64 = 0x6c69_7665_7279

  /// Connects.
  init(
    url: String, timeouts: PostgresTimeouts, witness: PostgresStore
  ) throws(StoreError) {
    deadline = PostgresDeadline(after: timeouts.transaction)
    var first = 0
    handle = try .connect(
      to: try PostgresAddress(url: url), first: &first, timeouts: timeouts, until: deadline)
    self.timeouts = timeouts
    self.witness = witness
  }

  /// For another migration it waits longer than for a table: no other session waits behind it.
  mutating func run(
    to schema: SchemaHistory, _ options: MigrationOptions
  ) throws(StoreError) -> MigrationReport {
    try ask(
      """
      SET statement_timeout = \(timeouts.statement.wholeMilliseconds);
      SET lock_timeout = 60000;
      SET idle_in_transaction_session_timeout = \(timeouts.idleInTransaction.wholeMilliseconds);
      SET synchronous_commit = on;
      BEGIN ISOLATION LEVEL READ COMMITTED;
      SELECT pg_advisory_xact_lock(\(Self.lock));
      SET LOCAL lock_timeout = \(timeouts.lock.wholeMilliseconds);
      """)
    blockers = []
    try stayInSchema()
    let before = try number()
    let missing = try schema.steps(after: before, isFinishing: options.isFinishing)
    if before == .none { try refuseForeignDatabase(options) }
    try lockTables(of: missing.filter { before != .none && $0.number > before }.map(\.step))
    for (number, step) in missing {
      try ask(step.sql, "migrate to schema \(number)")
      try record(number, step)
    }
    try SchemaHistory.check(lacking: try missingTables(of: schema))
    try ask("COMMIT")
    let after = missing.last?.number ?? before
    return MigrationReport(
      before: before, after: after, applied: missing.map(\.step.name),
      isUnfinished: schema.isUnfinished(after))
  }

  /// Makes what the steps make where the tables are, which need not be the first schema of the
  /// `search_path`.
  private mutating func stayInSchema() throws(StoreError) {
    try ask(
      """
      SELECT set_config('search_path', relnamespace::regnamespace::text, true)
      FROM pg_class WHERE oid = to_regclass('livery_schema')
      """)
  }

  /// Locks all tables before the first step, and waits for all of them no longer than for one:
  /// whoever needs a table that is locked already waits, too.
  private mutating func lockTables(of steps: [SchemaStep]) throws(StoreError) {
    var names: [String] = []
    for name in steps.flatMap(\.locks) where !names.contains(name) {
      if try ask("SELECT to_regclass('\(name)') IS NOT NULL") == "t" { names.append(name) }
    }
    guard !names.isEmpty else { return }
    try ask("SET LOCAL statement_timeout = \(timeouts.lock.wholeMilliseconds)")
    isLocking = true
    try ask("LOCK TABLE \(names.joined(separator: ", ")) IN ACCESS EXCLUSIVE MODE", "lock tables")
    isLocking = false
    try ask("SET LOCAL statement_timeout = \(timeouts.statement.wholeMilliseconds)")
  }

  private mutating func missingTables(of schema: SchemaHistory) throws(StoreError) -> [String] {
    var missing: [String] = []
    for name in schema.tables where try ask("SELECT to_regclass('\(name)') IS NULL") == "t" {
      missing.append(name)
    }
    return missing
  }

  private mutating func number() throws(StoreError) -> SchemaNumber {
    guard try ask("SELECT to_regclass('livery_schema') IS NOT NULL") == "t" else { return .none }
    let text = try ask(
      "SELECT version || '.' || revision FROM (\(PostgresMigrations.selectNumber)) AS newest")
    let parts = text.split(separator: ".").compactMap { Int($0) }
    return parts.count == 2 ? SchemaNumber(version: parts[0], revision: parts[1]) : .none
  }

  private mutating func record(_ number: SchemaNumber, _ step: SchemaStep) throws(StoreError) {
    try ask(
      "INSERT INTO livery_schema (version, revision, name)"
        + " VALUES (\(number.version), \(number.revision), '\(step.name)')")
  }

  private mutating func refuseForeignDatabase(_ options: MigrationOptions) throws(StoreError) {
    try witness.place().refuseMigration(isOfSecondFleet: options.isOfSecondFleet)
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
  private mutating func ask(
    _ script: String, _ operation: String = "migrate"
  ) throws(StoreError) -> String {
    guard PQsendQuery(handle.pointer, script) == 1 else {
      throw PostgresOutage.lost(handle.message).error(in: operation)
    }
    var failure: PostgresFailure?
    var answer = ""
    while let result = try nextResult(operation) {
      if !result.isDone { failure = failure ?? result.failure }
      if result.status == PGRES_TUPLES_OK, let text = result.firstText { answer = text }
    }
    guard let failure else { return answer }
    lacksLock = failure.lacksLock || isLocking && failure.isTimeout
    guard isLocking, failure.isTimeout else { throw failure.error(in: operation) }
    // The server speaks of the statement alone.
    throw StoreError(
      .unavailable, operation: operation,
      detail: "the lock was not granted within \(timeouts.lock.wholeMilliseconds) ms")
  }

  /// Looks meanwhile, a few times during the wait for a lock, which sessions are waited for.
  private mutating func nextResult(_ operation: String) throws(StoreError) -> PostgresResult? {
    while true {
      do throws(PostgresOutage) {
        try handle.waitForResult(until: deadline.or(after: timeouts.lock / 4))
        return handle.nextResult()
      } catch {
        guard case .tooSlow = error, !deadline.hasPassed else { throw error.error(in: operation) }
      }
      let seen = try? witness.sessions(blocking: PQbackendPID(handle.pointer))
      if let seen, !seen.isEmpty { blockers = seen }
    }
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
  static let all = SchemaHistory(
    [
      SchemaStep("create tables", raises: .version, sql: PostgresTables.sql),
      SchemaStep(
        "sum what vehicles drive", raises: .revision, locks: ["vehicles"],
        sql: PostgresTables.driven),
      // The compression was the first revision at first: such a database lacks both columns.
      SchemaStep(
        "add extras of vehicles", raises: .revision, locks: ["vehicles"],
        sql: PostgresTables.driven + "ALTER TABLE vehicles ADD COLUMN extras text;"),
      SchemaStep(
        "note the conduct of vehicles", raises: .revision, locks: ["vehicles"],
        sql: PostgresTables.conduct),
      // The compression was the third revision at first: such a database lacks the column.
      SchemaStep(
        "note the conduct of vehicles of a compressed database", raises: .revision,
        locks: ["vehicles"], sql: PostgresTables.conduct),
      SchemaStep("add sessions and audit", raises: .revision, sql: ConsoleTable.sql),
      // The compression was the fifth revision at first: such a database lacks the tables.
      SchemaStep(
        "add sessions and audit to a compressed database", raises: .revision,
        locks: ["console_audit"], sql: ConsoleTable.sql),
      // No worker needs it, and it locks what all of them use; a second time it changes nothing.
      SchemaStep(
        "compress by LZ4", raises: .revision, isDeferred: true,
        locks: ["rides", "status_changes", "outcomes"], sql: PostgresTables.compression),
    ],
    from: 6, tables: StoredTable.all)

  /// The version and the revision of the schema; no row where no step was applied.
  ///
  /// Before version 4 there is no column for the revision, so it is read as a member of the row.
  static let selectNumber = """
    SELECT version, coalesce((to_jsonb(livery_schema) ->> 'revision')::bigint, 0) AS revision
    FROM livery_schema ORDER BY version DESC, revision DESC LIMIT 1
    """
}
