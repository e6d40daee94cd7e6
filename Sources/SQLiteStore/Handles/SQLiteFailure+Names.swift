import CSQLite

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
    SQLITE_ERROR: "SQLITE_ERROR",
    SQLITE_INTERNAL: "SQLITE_INTERNAL",
    SQLITE_PERM: "SQLITE_PERM",
    SQLITE_ABORT: "SQLITE_ABORT",
    SQLITE_BUSY: "SQLITE_BUSY",
    SQLITE_LOCKED: "SQLITE_LOCKED",
    SQLITE_NOMEM: "SQLITE_NOMEM",
    SQLITE_READONLY: "SQLITE_READONLY",
    SQLITE_INTERRUPT: "SQLITE_INTERRUPT",
    SQLITE_IOERR: "SQLITE_IOERR",
    SQLITE_CORRUPT: "SQLITE_CORRUPT",
    SQLITE_FULL: "SQLITE_FULL",
    SQLITE_CANTOPEN: "SQLITE_CANTOPEN",
    SQLITE_PROTOCOL: "SQLITE_PROTOCOL",
    SQLITE_SCHEMA: "SQLITE_SCHEMA",
    SQLITE_TOOBIG: "SQLITE_TOOBIG",
    SQLITE_CONSTRAINT: "SQLITE_CONSTRAINT",
    SQLITE_MISMATCH: "SQLITE_MISMATCH",
    SQLITE_MISUSE: "SQLITE_MISUSE",
    SQLITE_AUTH: "SQLITE_AUTH",
    SQLITE_RANGE: "SQLITE_RANGE",
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
