package import RideStore
package import Rides

extension PostgresStore {
  package func save(_ session: ConsoleSession) throws(StoreError) {
    try write(ConsoleTable.saveSession, PostgresRows(ConsoleSession.table.columns, [session]))
  }

  package func session(_ digest: String) throws(StoreError) -> ConsoleSession? {
    let found: [ConsoleSession] = try read(
      ConsoleTable.selectSession, PostgresRows(keys: [digest]))
    return found.first
  }

  package func renewSession(_ digest: String, seenAt instant: Instant) throws(StoreError) -> Int {
    let sql = ConsoleTable.renewSession
    var parameters = try PostgresRows(keys: [digest]).parameters(for: sql)
    parameters.append(instant.postgresBound)
    return try count(sql, parameters)
  }

  package func endSession(_ digest: String) throws(StoreError) -> Int {
    let sql = ConsoleTable.deleteSession
    return try count(sql, PostgresRows(keys: [digest]).parameters(for: sql))
  }

  package func endSessions(of account: String) throws(StoreError) -> Int {
    let sql = ConsoleTable.deleteSessions
    return try count(sql, PostgresRows(keys: [account]).parameters(for: sql))
  }

  package func pruneSessions(endedBefore instant: Instant, limit: Int) throws(StoreError) -> Int {
    precondition(limit >= 0, "a limit cannot be negative")
    if limit == 0 { return 0 }
    let parameters = PostgresParameters(instant.postgresBound, Int64(limit))
    return try count(ConsoleTable.pruneSessions, parameters)
  }

  package func append(_ entry: AuditEntry) throws(StoreError) {
    try write(ConsoleTable.insertAudit, PostgresRows(AuditEntry.table.columns, [entry]))
  }

  package func auditEntries(matching filter: AuditFilter) throws(StoreError) -> [AuditEntry] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    if filter.isOfNone { return [] }
    let end = filter.end
    var parameters = PostgresParameters(
      (filter.from ?? Instant(microseconds: .min)).postgresBound,
      (end?.time ?? Instant(microseconds: .max)).postgresBound,
      end?.identifier.rawValue ?? "", Int64(filter.limit))
    for item in filter.texts { parameters.append(item.text) }
    return try read(ConsoleTable.selectAudit(filter), parameters)
  }
}

/// The tables of the console, and their statements.
enum ConsoleTable {
  static let saveSession = SQL(
    "save a session",
    """
    \(ConsoleSession.table.insert)
    ON CONFLICT (digest) DO UPDATE SET \(ConsoleSession.table.replacements)
    """)

  static let selectSession = SQL(
    "read a session",
    """
    SELECT \(ConsoleSession.table.names) FROM console_sessions WHERE digest = ($1::text[])[1]
    """)

  static let renewSession = SQL(
    "renew a session",
    "UPDATE console_sessions SET seen_at = $2::timestamptz WHERE digest = ($1::text[])[1]")

  static let deleteSession = SQL(
    "end a session", "DELETE FROM console_sessions WHERE digest = ($1::text[])[1]")

  static let deleteSessions = SQL(
    "end sessions of an account",
    "DELETE FROM console_sessions WHERE account = ($1::text[])[1]")

  /// Rows that another session has locked are skipped.
  static let pruneSessions = SQL(
    "prune sessions",
    """
    DELETE FROM console_sessions WHERE digest = ANY (ARRAY (
      SELECT digest FROM console_sessions WHERE ends_at < $1 ORDER BY ends_at LIMIT $2
      FOR UPDATE SKIP LOCKED))
    """)

  static let insertAudit = SQL("append to the audit", AuditEntry.table.insert)

  /// The statement for a filter; unused conditions are omitted, since they would prevent the use of
  /// an index.
  static func selectAudit(_ filter: AuditFilter) -> SQL {
    var (name, conditions) = ("list the audit", "")
    for (place, item) in filter.texts.enumerated() {
      name += " \(item.column.rawValue)"
      conditions += " AND \(item.column.rawValue) = $\(place + 5)"
    }
    // Of constants alone: which parts there are is chosen, the values are parameters.
    return SQL(
      name,
      """
      SELECT \(AuditEntry.table.names) FROM console_audit
      WHERE occurred_at >= $1 AND (occurred_at, entry_identifier) < ($2, $3)\(conditions)
      ORDER BY occurred_at DESC, entry_identifier DESC LIMIT $4
      """)
  }

  /// Makes the tables where they are missing.
  static let sql = """
    -- Who is signed in to the console, by the digest of the cookie.
    CREATE TABLE IF NOT EXISTS console_sessions (
      digest text COLLATE "C" PRIMARY KEY,
      account text COLLATE "C" NOT NULL,
      role text NOT NULL,
      created_at timestamptz NOT NULL,
      seen_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL
    );
    CREATE INDEX IF NOT EXISTS console_sessions_of_account ON console_sessions (account);
    CREATE INDEX IF NOT EXISTS console_sessions_by_end ON console_sessions (ends_at);

    -- What users of the console did or were denied: rows are added, never changed, never removed.
    CREATE TABLE IF NOT EXISTS console_audit (
      entry_identifier text COLLATE "C" PRIMARY KEY,
      occurred_at timestamptz NOT NULL,
      account text COLLATE "C" NOT NULL,
      role text NOT NULL,
      action text COLLATE "C" NOT NULL,
      target text COLLATE "C",
      reason text,
      outcome text NOT NULL,
      detail text
    );

    -- List entries for people, the newest first: all, those of an account, and those of a target.
    CREATE INDEX IF NOT EXISTS console_audit_by_age
      ON console_audit (occurred_at, entry_identifier);
    CREATE INDEX IF NOT EXISTS console_audit_of_account
      ON console_audit (account, occurred_at, entry_identifier);
    CREATE INDEX IF NOT EXISTS console_audit_of_target
      ON console_audit (target, occurred_at, entry_identifier) WHERE target IS NOT NULL;

    -- The function of the ledger, whose message names the table now.
    CREATE OR REPLACE FUNCTION livery_refuse_change() RETURNS trigger
    LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the % is append-only', TG_TABLE_NAME;
    END
    $$;
    DROP TRIGGER IF EXISTS console_audit_is_append_only ON console_audit;
    CREATE TRIGGER console_audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
      ON console_audit FOR EACH STATEMENT EXECUTE FUNCTION livery_refuse_change();
    """
}
