package import RideStore

extension SQLiteStore {
  /// Migrates the file at `path`, created if missing, to the schema of this build, each step in its
  /// own transaction.
  ///
  /// A second run changes nothing. If two processes run it at once, one waits for the other at each
  /// step and then finds it done. Throws `wrongSchema` for a database of another version, `failed`
  /// for a file of another program.
  @discardableResult
  package static func migrate(
    path: String, busyTimeout: Duration = .seconds(5), isFinishing: Bool = false
  ) throws(StoreError) -> MigrationReport {
    try migrate(
      path: path, busyTimeout: busyTimeout, to: SQLiteMigrations.all, isFinishing: isFinishing)
  }

  /// Brings the file to another schema than that of this build.
  @discardableResult
  static func migrate(
    path: String, busyTimeout: Duration = .seconds(5), to schema: SchemaHistory,
    isFinishing: Bool = true
  ) throws(StoreError) -> MigrationReport {
    try DatabaseFile.make(path: path)
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: busyTimeout)
    let before = try connection.schemaNumber()
    var applied: [String] = []
    for (number, step) in try schema.steps(after: before, isFinishing: isFinishing) {
      if try connection.apply(step, number) { applied.append(step.name) }
    }
    let after = try connection.schemaNumber()
    try connection.checkTables(of: schema)
    return MigrationReport(
      before: before, after: after, applied: applied, isUnfinished: schema.isUnfinished(after))
  }
}

extension SQLiteConnection {
  /// The number of the schema.
  mutating func schemaNumber() throws(StoreError) -> SchemaNumber {
    let version = try number(Self.readVersion)
    guard version >= SQLiteMigrations.firstWithRevisions else {
      return SchemaNumber(version: version, revision: 0)
    }
    try checkTables(of: SchemaHistory([], tables: ["livery_schema"]))
    return SchemaNumber(version: version, revision: try number(Self.readRevision))
  }

  /// Throws `wrongSchema` unless the file has the tables of a schema.
  mutating func checkTables(of schema: SchemaHistory) throws(StoreError) {
    let found = try rows(Self.readTables) { (row) throws(StoreError) in row.text() }
    try SchemaHistory.check(lacking: schema.tables.filter { !found.contains($0) })
  }

  private static let readTables = SQL(
    "list tables", "SELECT name FROM sqlite_schema WHERE type = 'table'")

  private static let readVersion = SQL("read schema version", "PRAGMA user_version")
  private static let readRevision = SQL(
    "read schema revision",
    """
    SELECT coalesce(max(revision), 0) FROM livery_schema
    WHERE version = (SELECT user_version FROM pragma_user_version)
    """)

  /// Applies a step unless the database has it; returns whether it did.
  fileprivate mutating func apply(
    _ step: SchemaStep, _ number: SchemaNumber
  ) throws(StoreError) -> Bool {
    let operation = "migrate to schema \(number)"
    try run(script: "BEGIN IMMEDIATE", operation: operation)
    do throws(StoreError) {
      let before = try schemaNumber()
      if before < number {
        if before == .none { try refuseForeignTables(operation) }
        try run(script: step.sql, operation: operation)
        try run(script: Self.mark(number), operation: operation)
      }
      try run(script: "COMMIT", operation: operation)
      return before < number
    } catch {
      if isInTransaction { try? run(script: "ROLLBACK", operation: operation) }
      throw error
    }
  }

  private mutating func refuseForeignTables(_ operation: String) throws(StoreError) {
    // Of constants alone.
    let tables = try number(SQL("count tables", "SELECT count(*) FROM sqlite_schema"))
    guard tables != 0 else { return }
    let detail = "the file is a database of another program: it has tables, but not Livery's"
    throw StoreError(.failed, operation: operation, detail: detail)
  }

  private static func mark(_ number: SchemaNumber) -> String {
    """
    INSERT INTO livery_schema (version, revision, applied_at) VALUES
      (\(number.version), \(number.revision), CAST(strftime('%s', 'now') AS INTEGER) * 1000000);
    PRAGMA user_version = \(number.version);
    """
  }

  private mutating func number(_ sql: SQL) throws(StoreError) -> Int {
    let numbers = try rows(sql) { (row) throws(StoreError) in try row.int() }
    precondition(numbers.count == 1, "\(sql.operation) gives one number")
    return numbers[0]
  }
}

/// The steps that make a database of this build.
enum SQLiteMigrations {
  static let all = SchemaHistory(
    [
      SchemaStep("create tables", raises: .version, sql: SQLiteTables.sql),
      SchemaStep("sum what vehicles drive", raises: .revision, sql: SQLiteTables.driven),
      SchemaStep(
        "add extras of vehicles", raises: .revision,
        sql: "ALTER TABLE vehicles ADD COLUMN extras TEXT;"),
      SchemaStep(
        "note the conduct of vehicles", raises: .revision,
        sql: "ALTER TABLE vehicles ADD COLUMN conduct TEXT;"),
      SchemaStep("add sessions and audit", raises: .revision, sql: ConsoleTable.sql),
    ],
    from: 6, tables: StoredTable.all)

  /// The first version whose table of steps has revisions.
  static let firstWithRevisions = 4
}
