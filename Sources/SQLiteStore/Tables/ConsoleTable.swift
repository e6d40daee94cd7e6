package import RideStore
package import Rides

extension SQLiteStore {
  package func save(_ session: ConsoleSession) throws(StoreError) {
    try write(ConsoleTable.saveSession, SQLiteRows([session]))
  }

  package func session(_ digest: String) throws(StoreError) -> ConsoleSession? {
    let sql = ConsoleTable.selectSession
    let parameters = SQLiteParameters(try JSONRows(keys: [digest]).checked(for: sql))
    return try read(sql, parameters, decode: ConsoleSession.init(from:)).first
  }

  package func renewSession(_ digest: String, seenAt instant: Instant) throws(StoreError) -> Int {
    let sql = ConsoleTable.renewSession
    var parameters = SQLiteParameters(try JSONRows(keys: [digest]).checked(for: sql))
    parameters.append(.integer(instant.microseconds))
    return try change(sql, parameters)
  }

  package func endSession(_ digest: String) throws(StoreError) -> Int {
    let sql = ConsoleTable.deleteSession
    return try change(sql, SQLiteParameters(JSONRows(keys: [digest]).checked(for: sql)))
  }

  package func endSessions(of account: String) throws(StoreError) -> Int {
    let sql = ConsoleTable.deleteSessions
    return try change(sql, SQLiteParameters(JSONRows(keys: [account]).checked(for: sql)))
  }

  package func pruneSessions(endedBefore instant: Instant, limit: Int) throws(StoreError) -> Int {
    precondition(limit >= 0, "a limit cannot be negative")
    if limit == 0 { return 0 }
    let parameters = SQLiteParameters(.integer(instant.microseconds), .integer(Int64(limit)))
    return try change(ConsoleTable.pruneSessions, parameters)
  }

  package func append(_ entry: AuditEntry) throws(StoreError) {
    try write(ConsoleTable.insertAudit, SQLiteRows([entry]))
  }

  package func auditEntries(matching filter: AuditFilter) throws(StoreError) -> [AuditEntry] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    if filter.isOfNone { return [] }
    let end = filter.end
    var parameters = SQLiteParameters(
      .integer(filter.from?.microseconds ?? .min),
      .integer(end?.time.microseconds ?? .max),
      .text(Array((end?.identifier.rawValue ?? "").utf8)), .integer(Int64(filter.limit)))
    for item in filter.texts { parameters.append(.text(Array(item.text.utf8))) }
    return try read(ConsoleTable.selectAudit(filter), parameters)
  }
}

/// The tables of the console, and their statements.
enum ConsoleTable {
  fileprivate static let saveSession = SQL(
    "save a session",
    """
    \(ConsoleSession.table.insert)
    ON CONFLICT (digest) DO UPDATE SET \(ConsoleSession.table.replacements)
    """)

  static let selectSession = SQL(
    "read a session",
    "SELECT \(ConsoleSession.table.names) FROM console_sessions WHERE digest = ?1 ->> 0")

  static let renewSession = SQL(
    "renew a session", "UPDATE console_sessions SET seen_at = ?2 WHERE digest = ?1 ->> 0")

  static let deleteSession = SQL(
    "end a session", "DELETE FROM console_sessions WHERE digest = ?1 ->> 0")

  static let deleteSessions = SQL(
    "end sessions of an account", "DELETE FROM console_sessions WHERE account = ?1 ->> 0")

  static let pruneSessions = SQL(
    "prune sessions",
    """
    DELETE FROM console_sessions WHERE digest IN (
      SELECT digest FROM console_sessions WHERE ends_at < ?1 ORDER BY ends_at LIMIT ?2)
    """)

  fileprivate static let insertAudit = SQL("append to the audit", AuditEntry.table.insert)

  /// The statement for a filter; unused conditions are omitted, since they would prevent the use of
  /// an index.
  static func selectAudit(_ filter: AuditFilter) -> SQL {
    var (name, conditions) = ("list the audit", "")
    for (place, item) in filter.texts.enumerated() {
      name += " \(item.column.rawValue)"
      conditions += " AND \(item.column.rawValue) = ?\(place + 5)"
    }
    // Of constants alone: which parts there are is chosen, the values are parameters.
    return SQL(
      name,
      """
      SELECT \(AuditEntry.table.names) FROM console_audit
      WHERE occurred_at >= ?1 AND (occurred_at, entry_identifier) < (?2, ?3)\(conditions)
      ORDER BY occurred_at DESC, entry_identifier DESC LIMIT ?4
      """)
  }

  /// Makes the tables.
  static let sql = """
    -- Who is signed in to the console, by the digest of the cookie.
    CREATE TABLE console_sessions (
      digest TEXT NOT NULL PRIMARY KEY,
      account TEXT NOT NULL,
      role TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      seen_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX console_sessions_of_account ON console_sessions (account);
    CREATE INDEX console_sessions_by_end ON console_sessions (ends_at);

    -- What users of the console did or were denied: rows are added, never changed, never removed.
    CREATE TABLE console_audit (
      entry_identifier TEXT NOT NULL PRIMARY KEY,
      occurred_at INTEGER NOT NULL,
      account TEXT NOT NULL,
      role TEXT NOT NULL,
      action TEXT NOT NULL,
      target TEXT,
      reason TEXT,
      outcome TEXT NOT NULL,
      detail TEXT
    ) STRICT;

    -- List entries for people, the newest first: all, those of an account, and those of a target.
    CREATE INDEX console_audit_by_age ON console_audit (occurred_at, entry_identifier);
    CREATE INDEX console_audit_of_account
      ON console_audit (account, occurred_at, entry_identifier);
    CREATE INDEX console_audit_of_target
      ON console_audit (target, occurred_at, entry_identifier) WHERE target IS NOT NULL;

    CREATE TRIGGER console_audit_is_not_changed BEFORE UPDATE ON console_audit
      BEGIN SELECT RAISE(ABORT, 'the console_audit is append-only'); END;
    CREATE TRIGGER console_audit_is_not_removed BEFORE DELETE ON console_audit
      BEGIN SELECT RAISE(ABORT, 'the console_audit is append-only'); END;
    """
}
