package import RideStore

extension SQLiteStore {
  /// Brings the file at `path`, made if it is not there, to the schema of this build, step by step,
  /// each in a transaction of its own.
  ///
  /// Doing it again changes nothing. Of two processes that do it at once, one waits for the other
  /// at each step and then finds it done. Throws `wrongSchema` for a database of a newer build,
  /// `failed` for a file of another program.
  @discardableResult
  package static func migrate(
    path: String, busyTimeout: Duration = .seconds(5)
  ) throws(StoreError) -> MigrationReport {
    try DatabaseFile.make(path: path)
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: busyTimeout)
    let before = try connection.schemaVersion()
    var applied: [String] = []
    for (index, step) in SQLiteMigrations.steps.enumerated() {
      if try connection.apply(step, version: index + 1) { applied.append(step.name) }
    }
    let after = try connection.schemaVersion()
    guard after == SQLiteMigrations.newest else {
      throw SQLiteMigrations.wrongVersion(after, operation: "migrate \(path)")
    }
    return MigrationReport(versionBefore: before, versionAfter: after, applied: applied)
  }
}

extension SQLiteConnection {
  /// The version of the schema, 0 for none.
  mutating func schemaVersion() throws(StoreError) -> Int {
    // Of constants alone.
    try number(SQL("read schema version", "PRAGMA user_version"))
  }

  /// Applies a step unless the database has it; gives back whether it did.
  fileprivate mutating func apply(
    _ step: SQLiteMigrations.Step, version: Int
  ) throws(StoreError) -> Bool {
    let operation = "migrate to version \(version)"
    try run(script: "BEGIN IMMEDIATE", operation: operation)
    do throws(StoreError) {
      let isNeeded = try schemaVersion() < version
      if isNeeded {
        if version == 1 { try refuseForeignTables(operation) }
        try run(script: step.sql, operation: operation)
        try run(script: Self.mark(version), operation: operation)
      }
      try run(script: "COMMIT", operation: operation)
      return isNeeded
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

  private static func mark(_ version: Int) -> String {
    """
    INSERT INTO livery_schema (version, applied_at)
      VALUES (\(version), CAST(strftime('%s', 'now') AS INTEGER) * 1000000);
    PRAGMA user_version = \(version);
    """
  }

  private mutating func number(_ sql: SQL) throws(StoreError) -> Int {
    let numbers = try rows(sql) { (row) throws(StoreError) in row.int() }
    precondition(numbers.count == 1, "\(sql.operation) gives one number")
    return numbers[0]
  }
}
