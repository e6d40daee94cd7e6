package import Rides

/// The sessions of the console's users, and the audit of what they have done.
package protocol ConsoleStore {
  /// Inserts a session, or replaces the one of the same digest, all columns.
  func save(_ session: ConsoleSession) throws(StoreError)

  /// The session of a digest, also one that has ended by its `endsAt`; never locked.
  func session(_ digest: String) throws(StoreError) -> ConsoleSession?

  /// Records when a session was last used; returns the number of changed rows, 0 for one that does
  /// not exist, which stays so.
  func renewSession(_ digest: String, seenAt instant: Instant) throws(StoreError) -> Int

  /// Deletes a session; returns the number of deleted rows, 0 for one that does not exist.
  func endSession(_ digest: String) throws(StoreError) -> Int

  /// Deletes all sessions of an account; returns the number of deleted rows.
  func endSessions(of account: String) throws(StoreError) -> Int

  /// Deletes at most `limit` sessions that ended before an instant, the earliest end first; returns
  /// the number of deleted rows.
  func pruneSessions(endedBefore instant: Instant, limit: Int) throws(StoreError) -> Int

  /// Adds an entry to the audit, where it stays; an identifier that exists is a conflict.
  func append(_ entry: AuditEntry) throws(StoreError)

  /// The entries that a filter lets through, the newest first; never locked.
  func auditEntries(matching filter: AuditFilter) throws(StoreError) -> [AuditEntry]
}

/// A user who is signed in to the console.
package struct ConsoleSession: Hashable, Sendable {
  /// SHA-256 of the cookie in hexadecimal: who reads the database cannot use the session.
  package var digest: String
  package var account: String
  /// The role of the account when it signed in.
  package var role: String
  package var createdAt: Instant
  /// When it was last used, as far as that is stored.
  package var seenAt: Instant
  package var endsAt: Instant

  package init(
    digest: String, account: String, role: String, createdAt: Instant, seenAt: Instant,
    endsAt: Instant
  ) {
    self.digest = digest
    self.account = account
    self.role = role
    self.createdAt = createdAt
    self.seenAt = seenAt
    self.endsAt = endsAt
  }
}

/// The name of an entry of the audit, which is random.
package struct AuditIdentifier: Identifier {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// What a user of the console did, or was denied; an entry is written once and never changed.
package struct AuditEntry: Hashable, Sendable {
  package var identifier: String
  package var at: Instant
  package var account: String
  package var role: String
  package var action: String
  /// What it was done to, such as the identifier of a ride.
  package var target: String?
  /// The reason that the user gave.
  package var reason: String?
  package var outcome: String
  package var detail: String?

  package init(
    identifier: String, at: Instant, account: String, role: String, action: String,
    target: String? = nil, reason: String? = nil, outcome: String, detail: String? = nil
  ) {
    self.identifier = identifier
    self.at = at
    self.account = account
    self.role = role
    self.action = action
    self.target = target
    self.reason = reason
    self.outcome = outcome
    self.detail = detail
  }

  /// The place of the entry in the order of time.
  package var cursor: PageCursor<AuditIdentifier> {
    PageCursor(time: at, identifier: AuditIdentifier(identifier))
  }
}

/// The entries of the audit that a user selects; nil members restrict nothing.
package struct AuditFilter: Hashable, Sendable {
  /// A column that a filter restricts; the raw value is its name in the table.
  package enum Column: String, Sendable, CaseIterable {
    case account, target, action
  }

  package var account: String?
  package var target: String?
  package var action: String?
  /// The earliest selected entry.
  package var from: Instant?
  /// Only entries before this.
  package var before: Instant?
  /// The last entry of the previous page: only the entries after it, newest first, are selected.
  package var after: PageCursor<AuditIdentifier>?
  package var limit: Int

  package init(
    account: String? = nil, target: String? = nil, action: String? = nil, from: Instant? = nil,
    before: Instant? = nil, after: PageCursor<AuditIdentifier>? = nil, limit: Int
  ) {
    self.account = account
    self.target = target
    self.action = action
    self.from = from
    self.before = before
    self.after = after
    self.limit = limit
  }

  /// The texts that an entry must have.
  package var texts: [(column: Column, text: String)] {
    [(.account, account), (.target, target), (.action, action)].compactMap { column, text in
      text.map { (column, $0) }
    }
  }

  /// Whether no entry can match: a text with U+0000 is never stored.
  package var isOfNone: Bool { limit == 0 || texts.contains { $0.text.utf8.contains(0) } }

  /// The place before which, newest first, all selected entries begin; nil if any entry can match.
  ///
  /// No identifier is below the empty one, so with it a place excludes its whole instant.
  package var end: PageCursor<AuditIdentifier>? {
    let before = before.map { PageCursor(time: $0, identifier: AuditIdentifier("")) }
    guard let before, let after else { return before ?? after }
    return min(before, after)
  }
}

extension ConsoleSession: RowEncodable, RowDecodable {
  /// The table of the sessions.
  package static let table = StoredTable(
    "console_sessions",
    [
      ("digest", .text), ("account", .text), ("role", .text), ("created_at", .instant),
      ("seen_at", .instant), ("ends_at", .instant),
    ])

  package func encode(into rows: inout some StoredRows) {
    rows.add(digest)
    rows.add(account)
    rows.add(role)
    rows.add(createdAt)
    rows.add(seenAt)
    rows.add(endsAt)
  }

  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      digest: try row.text(), account: try row.text(), role: try row.text(),
      createdAt: try row.instant(), seenAt: try row.instant(), endsAt: try row.instant())
  }
}

extension AuditEntry: RowEncodable, RowDecodable {
  /// The table of the audit.
  package static let table = StoredTable(
    "console_audit",
    [
      ("entry_identifier", .text), ("occurred_at", .instant), ("account", .text), ("role", .text),
      ("action", .text), ("target", .text), ("reason", .text), ("outcome", .text),
      ("detail", .text),
    ])

  package func encode(into rows: inout some StoredRows) {
    rows.add(identifier)
    rows.add(at)
    rows.add(account)
    rows.add(role)
    rows.add(action)
    rows.add(target)
    rows.add(reason)
    rows.add(outcome)
    rows.add(detail)
  }

  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      identifier: try row.text(), at: try row.instant(), account: try row.text(),
      role: try row.text(), action: try row.text(), target: try row.optionalText(),
      reason: try row.optionalText(), outcome: try row.text(), detail: try row.optionalText())
  }
}
