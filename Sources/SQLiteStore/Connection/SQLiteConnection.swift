import CSQLite
import Glibc
import RideStore

/// An open database file and the statements prepared on it; closed when it goes out of scope.
///
/// SQLite is opened without its own mutex (`SQLITE_OPEN_NOMUTEX`): the thread that made the
/// connection is the only one that uses it. A noncopyable value in a class that is not Sendable
/// lets the compiler hold to that.
struct SQLiteConnection: ~Copyable {
  private let handle: OpaquePointer
  /// By `SQL.operation`; each lives as long as the connection.
  private var statements: [String: OpaquePointer] = [:]
  /// The number of executed statements, including `BEGIN` and `COMMIT`.
  private(set) var statementsRun = 0
  /// Their total duration, from preparing a statement to its last row.
  private(set) var timeSpent = Duration.zero

  /// Makes the settings of the library, once and before its first use.
  private static let isConfigured: Void = livery_sqlite3_configure()

  /// Opens the file at `path`, which must be there.
  ///
  /// `busyMilliseconds` is how long a statement waits for another connection before it fails as
  /// unavailable.
  init(path: String, busyMilliseconds: Int) throws(StoreError) {
    _ = Self.isConfigured
    precondition(sqlite3_threadsafe() != 0, "this SQLite is built for one thread alone")
    precondition(busyMilliseconds >= 0, "a time to wait cannot be negative")
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      // A handle is made even when opening fails, and has to be closed (sqlite3_open_v2).
      sqlite3_close(opened)
      throw SQLiteFailure(code: code, message: message, path: path).opening(path)
    }
    handle = opened
    sqlite3_busy_timeout(handle, Int32(clamping: busyMilliseconds))
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    // Strict, not `sqlite3_close_v2`: a statement that is still alive would be a leak, and is found
    // here.
    let code = sqlite3_close(handle)
    precondition(code == SQLITE_OK, "a database was closed while a statement on it was alive")
  }

  /// Whether a transaction is open; SQLite ends one on its own after a full disk and some other
  /// errors.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs SQL without parameters whose rows are not read: pragmas and migrations.
  mutating func run(script: String, operation: String) throws(StoreError) {
    statementsRun += 1
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code).error(in: operation) }
  }

  /// How many rows the last statement that writes has inserted, changed or deleted.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Runs a statement to its end and decodes each of its rows.
  mutating func rows<Row>(
    _ sql: SQL, _ parameters: SQLiteParameters = SQLiteParameters(),
    decode: (inout SQLiteRow) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    let start = ContinuousClock.now
    defer { timeSpent += .now - start }
    let statement = try prepared(sql)
    defer {
      // The code is the one that `sqlite3_step` has already returned.
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    statementsRun += 1
    try bind(parameters, to: statement, of: sql)
    var result: [Row] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return result }
      guard code == SQLITE_ROW else { throw failure(code).error(in: sql.operation) }
      var row = SQLiteRow(statement: statement, operation: sql.operation)
      result.append(try decode(&row))
    }
  }

  /// Runs a statement once for each of the rows, as one statement; returns how many it has changed.
  mutating func run(_ sql: SQL, _ rows: SQLiteRows) throws(StoreError) -> Int {
    let start = ContinuousClock.now
    defer { timeSpent += .now - start }
    let statement = try prepared(sql)
    statementsRun += 1
    var changed = 0
    let code = rows.run(statement) { changed += changes }
    guard code == SQLITE_DONE else { throw failure(code).error(in: sql.operation) }
    return changed
  }

  /// Runs a statement without parameters and rows.
  mutating func execute(_ sql: SQL) throws(StoreError) {
    let rows: [Void] = try rows(sql) { (_) throws(StoreError) in }
    precondition(rows.isEmpty, "\(sql.operation) returns rows that are not read")
  }

  private mutating func prepared(_ sql: SQL) throws(StoreError) -> OpaquePointer {
    if let statement = statements[sql.operation] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code).preparing(sql.operation) }
    statements[sql.operation] = statement
    return statement
  }

  private func bind(
    _ parameters: SQLiteParameters, to statement: OpaquePointer, of sql: SQL
  ) throws(StoreError) {
    precondition(
      Int(sqlite3_bind_parameter_count(statement)) == parameters.values.count,
      "\(sql.operation) has another number of parameters")
    for (index, value) in parameters.values.enumerated() {
      let code = value.bind(to: statement, at: Int32(index) + 1)
      guard code == SQLITE_OK else { throw failure(code).error(in: sql.operation) }
    }
  }

  private func failure(_ code: Int32) -> SQLiteFailure {
    let message = String(cString: sqlite3_errmsg(handle))
    let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) }
    return SQLiteFailure(code: code, message: message, path: path)
  }
}

extension SQLiteConnection {
  /// Opens the file and sets all that every connection to a store needs.
  ///
  /// - write-ahead log: readers and the one writer do not wait for each other
  /// - `synchronous = FULL`: the log is flushed at each commit, which so outlives a loss of power
  /// - a cache with room for the pages of a batch: pages without room are written before the
  ///   commit, and some of them again at the commit
  /// - a checkpoint each 4000 pages, 16 MB of log: a page that many batches change is written back
  ///   once
  /// - a log of 32 MB at most is left: beside a long reader it grows without a limit, and the first
  ///   writer that starts it over truncates it
  /// - `trusted_schema = OFF`: nothing in the file's schema may call functions with side effects
  static func configured(
    path: String, busyTimeout: Duration, cacheKilobytes: Int = cacheKilobytes
  ) throws(StoreError) -> Self {
    var connection = try SQLiteConnection(
      path: path, busyMilliseconds: busyTimeout.wholeMilliseconds)
    try connection.useWriteAheadLog(path: path, within: busyTimeout)
    try connection.run(
      script: "PRAGMA cache_size = -\(cacheKilobytes);" + settings, operation: "open \(path)")
    return connection
  }

  /// The pages that a batch of a hundred bookings changes fit into it.
  static let cacheKilobytes = 2_000

  /// The most bytes of the log that are left once no reader needs more of it.
  static let logLimit = 32 << 20

  private static let settings = """
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = \(logLimit);
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
    """

  /// Asks for the write-ahead log and reads the answer, which is the old mode where it cannot be
  /// had.
  ///
  /// The switch needs exclusive access for a moment, and SQLite does not call its busy handler
  /// there: if several processes create the file at once, all except one would be refused. So the
  /// switch is retried for a while.
  private mutating func useWriteAheadLog(
    path: String, within time: Duration
  ) throws(StoreError) {
    let operation = "open \(path)"
    // Of constants alone: the path is in the name, not in the text.
    let sql = SQL(operation, "PRAGMA journal_mode = WAL")
    let deadline = ContinuousClock.now + time
    while true {
      do throws(StoreError) {
        let modes = try rows(sql) { (row) throws(StoreError) in row.text() }
        if modes == ["wal"] { return }
        let detail = "the journal mode must be wal, the file allows \(modes.joined())"
        throw StoreError(.failed, operation: operation, detail: detail)
      } catch {
        if error.code != .unavailable || ContinuousClock.now >= deadline { throw error }
        usleep(10_000)
      }
    }
  }
}

/// The identity of the file at a path, to notice its replacement.
struct DatabaseFile: Equatable {
  private let device: UInt
  private let number: UInt

  /// The file that is there now; nil when there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }

  /// Creates an empty file that only its owner may read, unless the file exists.
  ///
  /// It will store telephone numbers and payment tokens; SQLite creates its log and its index with
  /// the same mode. Created by mknod(2), not open(2): closing a file releases every lock of this
  /// process on it, also SQLite's (sqlite.org/howtocorrupt.html, 2.2).
  static func make(path: String) throws(StoreError) {
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else {
      throw StoreError(
        .failed, operation: "make \(path)",
        detail: "\(String(cString: strerror(errno))); its folder must exist and this process must "
          + "be allowed to write there")
    }
  }
}
