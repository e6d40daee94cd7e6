import CSQLite
import RideStore

/// What SQLite answered instead of success: an extended result code and its message.
struct SQLiteFailure {
  let code: Int32
  let message: String

  private var primary: Int32 { code & 0xff }
  private var name: String { Self.name(of: code) }

  /// The error of a statement while it ran.
  func error(in operation: String) -> StoreError {
    StoreError(storeCode, operation: operation, detail: "\(name): \(message)")
  }

  /// The error of a statement that did not compile: the SQL is fixed, so the tables are not the
  /// ones it names.
  func preparing(_ operation: String) -> StoreError {
    guard primary == SQLITE_ERROR else { return error(in: operation) }
    let detail = "\(name): \(message); run `livery migrate`"
    return StoreError(.wrongSchema, operation: operation, detail: detail)
  }

  /// The error of a file that did not open.
  func opening(_ path: String) -> StoreError {
    let hint =
      primary == SQLITE_CANTOPEN
      ? "; its folder must exist and this process must be allowed to write there" : ""
    let detail = "\(name): \(message)\(hint)"
    return StoreError(storeCode, operation: "open \(path)", detail: detail)
  }

  private var storeCode: StoreError.Code {
    if Self.conflicts.contains(name) { return .conflict }
    return Self.passing.contains(primary) ? .unavailable : .failed
  }

  /// The constraints that another writer can make fail.
  ///
  /// A broken CHECK or NOT NULL is this build's own mistake, and trying again would not mend it.
  private static let conflicts: Set<String> = [
    "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID",
    "SQLITE_CONSTRAINT_FOREIGNKEY",
  ]

  /// What can pass without anybody's help.
  ///
  /// Another process holds the lock, memory is short, a disk or a network file system hiccups. A
  /// disk that stays broken keeps the lane waiting with its readiness false, which is right too.
  private static let passing: Set<Int32> = [
    SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, SQLITE_INTERRUPT, SQLITE_NOMEM, SQLITE_IOERR,
  ]
}
