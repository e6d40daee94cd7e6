package import RideStore
import Rides

/// A session on a SQLite file that all workers of one machine share.
///
/// One thread owns it. The file has one writer at a time and any number of readers, which do not
/// wait for it (write-ahead log); a writing transaction locks the file when it begins, waits for at
/// most `busyTimeout`, and then throws `unavailable`. A commit is flushed to the disk (`synchronous
/// = FULL`) and survives a loss of power.
package final class SQLiteStore: RideStore {
  private var connection: SQLiteConnection
  private var mode: TransactionMode?
  /// A write has failed, perhaps partly: the transaction must not be committed.
  private var mustRollBack = false

  /// The total of the earlier connections.
  private var earlierTime = Duration.zero

  private let path: String
  private let busyTimeout: Duration
  private let cacheKilobytes: Int
  /// The file that the connection has open.
  private var file: DatabaseFile
  /// What the database must have; that of other builds in tests.
  var schema = SQLiteMigrations.all

  /// Opens the file at `path`.
  ///
  /// Throws `wrongSchema` where there is none, `failed` where it is no database or cannot be
  /// written.
  /// - Parameter cacheKilobytes: The memory for pages of the file; by default enough for a batch.
  package init(
    path: String, busyTimeout: Duration = .seconds(5), cacheKilobytes: Int? = nil
  ) throws(StoreError) {
    guard let file = DatabaseFile(path: path) else { throw Self.missing(path) }
    self.cacheKilobytes = cacheKilobytes ?? SQLiteConnection.cacheKilobytes
    connection = try SQLiteConnection.configured(
      path: path, busyTimeout: busyTimeout, cacheKilobytes: self.cacheKilobytes)
    self.path = path
    self.busyTimeout = busyTimeout
    self.file = file
  }

  /// How many statements this session has run, `BEGIN` and `COMMIT` included.
  package var statementsRun: Int { connection.statementsRun }

  package var timeInStore: Duration { earlierTime + connection.timeSpent }

  package func checkSchema() throws(StoreError) {
    try openAgainIfReplaced()
    try schema.check(try connection.schemaNumber())
    try connection.checkTables(of: schema)
  }

  package func begin(_ mode: TransactionMode) throws(StoreError) {
    precondition(self.mode == nil, "a session has one transaction at a time")
    try openAgainIfReplaced()
    try connection.execute(mode == .write ? Self.beginWrite : Self.beginRead)
    self.mode = mode
    mustRollBack = false
  }

  package func commit() throws(StoreError) {
    precondition(mode != nil, "there is no transaction to commit")
    precondition(!mustRollBack, "a transaction whose write has failed can only be rolled back")
    try connection.execute(Self.commit)
    mode = nil
  }

  package func rollBack() {
    mode = nil
    // SQLite has already rolled back after some errors. Should this fail, the next `begin` says
    // why.
    if connection.isInTransaction { _ = try? connection.execute(Self.rollBack) }
  }

  /// Opens the file again if it has been replaced, or throws `unavailable` if it is gone.
  ///
  /// SQLite would continue to write to a file that no other process can see, and all of it would be
  /// lost.
  private func openAgainIfReplaced() throws(StoreError) {
    let now = DatabaseFile(path: path)
    guard now != file else { return }
    guard let now else {
      throw StoreError(
        .unavailable, operation: "begin", detail: "the file \(path) has been removed")
    }
    earlierTime = timeInStore
    connection = try SQLiteConnection.configured(
      path: path, busyTimeout: busyTimeout, cacheKilobytes: cacheKilobytes)
    file = now
    try checkSchema()
  }

  private static func missing(_ path: String) -> StoreError {
    StoreError(
      .wrongSchema, operation: "open \(path)",
      detail: "there is no database; run `livery migrate`, which makes it")
  }

  private static let beginRead = SQL("begin to read", "BEGIN")
  private static let beginWrite = SQL("begin to write", "BEGIN IMMEDIATE")
  private static let commit = SQL("commit", "COMMIT")
  private static let rollBack = SQL("roll back", "ROLLBACK")
}

// An empty set of rows runs no statement.
extension SQLiteStore {
  /// The records of these identifiers.
  func read<Record: RowDecodable>(
    _ sql: SQL, of identifiers: [some Identifier]
  ) throws(StoreError) -> [Record] {
    if identifiers.isEmpty { return [] }
    let keys = try JSONRows(keys: identifiers.lazy.map(\.rawValue)).checked(for: sql)
    return try read(sql, SQLiteParameters(keys))
  }

  /// The records of these keys.
  func read<Record: RowDecodable>(
    _ sql: SQL, of keys: [some RowEncodable]
  ) throws(StoreError) -> [Record] {
    if keys.isEmpty { return [] }
    return try read(sql, SQLiteParameters(try JSONRows(keys).checked(for: sql)))
  }

  /// The records that a statement finds.
  func read<Record: RowDecodable>(
    _ sql: SQL, _ parameters: SQLiteParameters
  ) throws(StoreError) -> [Record] {
    try read(sql, parameters, decode: Record.init(from:))
  }

  func read<Row>(
    _ sql: SQL, _ parameters: SQLiteParameters,
    decode: (inout SQLiteRow) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    try connection.rows(sql, parameters, decode: decode)
  }

  /// Writes within the transaction; returns the rows of the statement and the number of changed
  /// rows.
  func write<Row>(
    _ sql: SQL, _ parameters: SQLiteParameters,
    decode: (inout SQLiteRow) throws(StoreError) -> Row
  ) throws(StoreError) -> (rows: [Row], changes: Int) {
    precondition(mode == .write, "\(sql.operation) needs a transaction that writes")
    do throws(StoreError) {
      let rows = try connection.rows(sql, parameters, decode: decode)
      return (rows, connection.changes)
    } catch {
      mustRollBack = true
      throw error
    }
  }

  /// Writes within the transaction; returns the number of changed rows.
  @discardableResult
  func change(_ sql: SQL, _ parameters: SQLiteParameters) throws(StoreError) -> Int {
    try write(sql, parameters) { (_) throws(StoreError) in }.changes
  }

  /// Changes the rows of these keys.
  func change(_ sql: SQL, of keys: [some RowEncodable]) throws(StoreError) {
    if !keys.isEmpty { try change(sql, SQLiteParameters(try JSONRows(keys).checked(for: sql))) }
  }

  /// Changes the rows of these keys; returns the records of the changed ones.
  func change<Record: RowDecodable>(
    _ sql: SQL, of keys: [some RowEncodable]
  ) throws(StoreError) -> [Record] {
    if keys.isEmpty { return [] }
    let parameters = SQLiteParameters(try JSONRows(keys).checked(for: sql))
    return try write(sql, parameters, decode: Record.init(from:)).rows
  }

  /// Writes a set; each row must change one row, or a condition no longer holds.
  ///
  /// - Parameter count: The rows that were asked for, where a repeated one is not in the set: it is
  ///   a conflict, as in other stores.
  func write(_ sql: SQL, _ rows: SQLiteRows, expecting count: Int? = nil) throws(StoreError) {
    if rows.count == 0 { return }
    precondition(mode == .write, "\(sql.operation) needs a transaction that writes")
    guard !rows.holdsNUL else { throw JSONRows.holdsNUL(sql) }
    let count = count ?? rows.count
    do throws(StoreError) {
      let changes = try connection.run(sql, rows)
      if changes == count { return }
      throw StoreError(
        .conflict, operation: sql.operation, detail: "\(changes) of \(count) rows could be written")
    } catch {
      mustRollBack = true
      throw error
    }
  }
}

extension SQLiteStore {
  /// Copies the current database into a new file; other sessions continue meanwhile.
  package static func copy(
    from path: String, to copy: String, busyTimeout: Duration = .seconds(5)
  ) throws(StoreError) {
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: busyTimeout)
    // A quote in a text of SQL is written twice.
    let name = copy.replacing("'", with: "''")
    try connection.run(script: "VACUUM INTO '\(name)'", operation: "copy the database")
  }
}
