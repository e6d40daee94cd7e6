import CSQLite
import Glibc
import RideStore

/// What SQLite answered instead of success: an extended result code and its message.
struct SQLiteFailure {
  let code: Int32
  let message: String
  /// The file of the database; nil for one in memory.
  let path: String?

  private var primary: Int32 { code & 0xff }
  private var name: String { Self.name(of: code) }

  /// The error of a statement while it ran.
  func error(in operation: String) -> StoreError {
    StoreError(storeCode, operation: operation, detail: "\(name): \(message)\(cause)")
  }

  /// What SQLite does not say of a file that it cannot write.
  private var cause: String {
    let isAboutFile = [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_IOERR].contains(primary)
    var status = statvfs()
    guard isAboutFile, let path, statvfs(path, &status) == 0,
      status.f_flag & UInt(ST_RDONLY) != 0
    else { return "" }
    return "; the file system of \(path) is read-only"
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
      primary == SQLITE_CANTOPEN && cause.isEmpty
      ? "; its folder must exist and this process must be allowed to write there" : ""
    let detail = "\(name): \(message)\(cause)\(hint)"
    return StoreError(storeCode, operation: "open \(path)", detail: detail)
  }

  private var storeCode: StoreError.Code {
    if Self.conflicts.contains(name) { return .conflict }
    return Self.passing.contains(primary) ? .unavailable : .failed
  }

  /// The constraints that another writer can make fail.
  ///
  /// A violated CHECK or NOT NULL is a mistake of this build, and a retry would not help.
  private static let conflicts: Set<String> = [
    "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID",
    "SQLITE_CONSTRAINT_FOREIGNKEY",
  ]

  /// What can pass without a change by an operator.
  ///
  /// Another process holds the lock, memory is short, a disk or a network file system hiccups. A
  /// disk that stays broken keeps the lane waiting with its readiness false, which is right too.
  private static let passing: Set<Int32> = [
    SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, SQLITE_INTERRUPT, SQLITE_NOMEM, SQLITE_IOERR,
  ]
}

extension SQLiteFailure {
  /// The constant of an extended result code, such as `SQLITE_CONSTRAINT_UNIQUE`.
  static func name(of code: Int32) -> String {
    guard let primary = names[code & 0xff] else { return "SQLite code \(code)" }
    let place = Int(code >> 8)
    if place == 0 { return primary }
    guard let parts = extensions[code & 0xff], place <= parts.count else {
      return "\(primary) (extended code \(code))"
    }
    return "\(primary)_\(parts[place - 1])"
  }

  /// The primary result codes of https://sqlite.org/rescode.html that a store can meet.
  private static let names: [Int32: String] = [
    SQLITE_ERROR: "SQLITE_ERROR", SQLITE_INTERNAL: "SQLITE_INTERNAL", SQLITE_PERM: "SQLITE_PERM",
    SQLITE_ABORT: "SQLITE_ABORT", SQLITE_BUSY: "SQLITE_BUSY", SQLITE_LOCKED: "SQLITE_LOCKED",
    SQLITE_NOMEM: "SQLITE_NOMEM", SQLITE_READONLY: "SQLITE_READONLY",
    SQLITE_INTERRUPT: "SQLITE_INTERRUPT", SQLITE_IOERR: "SQLITE_IOERR",
    SQLITE_CORRUPT: "SQLITE_CORRUPT", SQLITE_FULL: "SQLITE_FULL",
    SQLITE_CANTOPEN: "SQLITE_CANTOPEN", SQLITE_PROTOCOL: "SQLITE_PROTOCOL",
    SQLITE_SCHEMA: "SQLITE_SCHEMA", SQLITE_TOOBIG: "SQLITE_TOOBIG",
    SQLITE_CONSTRAINT: "SQLITE_CONSTRAINT", SQLITE_MISMATCH: "SQLITE_MISMATCH",
    SQLITE_MISUSE: "SQLITE_MISUSE", SQLITE_AUTH: "SQLITE_AUTH", SQLITE_RANGE: "SQLITE_RANGE",
    SQLITE_NOTADB: "SQLITE_NOTADB",
  ]

  /// What an extended code adds to its primary code's name, in the order of its second byte, from
  /// 1.
  private static let extensions: [Int32: [String]] = [
    SQLITE_BUSY: ["RECOVERY", "SNAPSHOT", "TIMEOUT"],
    SQLITE_LOCKED: ["SHAREDCACHE", "VTAB"],
    SQLITE_READONLY: ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
    SQLITE_CANTOPEN: ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
    SQLITE_CORRUPT: ["VTAB", "SEQUENCE", "INDEX"],
    SQLITE_CONSTRAINT: [
      "CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER",
      "UNIQUE", "VTAB", "ROWID", "PINNED", "DATATYPE",
    ],
    SQLITE_IOERR: [
      "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK",
      "RDLOCK", "DELETE", "BLOCKED", "NOMEM", "ACCESS", "CHECKRESERVEDLOCK", "LOCK", "CLOSE",
      "DIR_CLOSE", "SHMOPEN", "SHMSIZE", "SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP",
      "GETTEMPPATH", "CONVPATH", "VNODE", "AUTH", "BEGIN_ATOMIC", "COMMIT_ATOMIC",
      "ROLLBACK_ATOMIC", "DATA", "CORRUPTFS",
    ],
  ]
}
