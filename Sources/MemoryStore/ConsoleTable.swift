package import RideStore
package import Rides

/// The rows of the console.
struct ConsoleTable: Sendable {
  /// By the bytes of their digests.
  var sessions: [[UInt8]: ConsoleSession] = [:]
  var audit: [AuditIdentifier: AuditEntry] = [:]
}

extension MemoryStore {
  package func save(_ session: ConsoleSession) throws(StoreError) {
    let texts = [session.digest, session.account, session.role]
    try write("save a session", [session], texts: { _ in texts }) { (tables, session) in
      tables.console.sessions[Array(session.digest.utf8)] = session
    }
  }

  package func session(_ digest: String) throws(StoreError) -> ConsoleSession? {
    try refuseNUL(in: [digest], "read a session")
    return visible.console.sessions[Array(digest.utf8)]
  }

  package func renewSession(_ digest: String, seenAt instant: Instant) throws(StoreError) -> Int {
    try refuseNUL(in: [digest], "renew a session")
    return try write("renew a session") { (tables) throws(StoreError) in
      let key = Array(digest.utf8)
      tables.console.sessions[key]?.seenAt = instant
      return tables.console.sessions[key] == nil ? 0 : 1
    }
  }

  package func endSession(_ digest: String) throws(StoreError) -> Int {
    try refuseNUL(in: [digest], "end a session")
    return try write("end a session") { (tables) throws(StoreError) in
      tables.console.sessions.removeValue(forKey: Array(digest.utf8)) == nil ? 0 : 1
    }
  }

  package func endSessions(of account: String) throws(StoreError) -> Int {
    try refuseNUL(in: [account], "end sessions of an account")
    return try write("end sessions of an account") { (tables) throws(StoreError) in
      let left = tables.console.sessions.filter { !$0.value.account.hasSameBytes(as: account) }
      defer { tables.console.sessions = left }
      return tables.console.sessions.count - left.count
    }
  }

  package func pruneSessions(endedBefore instant: Instant, limit: Int) throws(StoreError) -> Int {
    precondition(limit >= 0, "a limit cannot be negative")
    return try write("prune sessions") { (tables) throws(StoreError) in
      let ended = tables.console.sessions.filter { $0.value.endsAt < instant }
      let earliest = ended.sorted { $0.value.endsAt < $1.value.endsAt }.prefix(limit)
      for (digest, _) in earliest { tables.console.sessions[digest] = nil }
      return earliest.count
    }
  }

  package func append(_ entry: AuditEntry) throws(StoreError) {
    let texts = [
      entry.identifier, entry.account, entry.role, entry.action, entry.target, entry.reason,
      entry.outcome, entry.detail,
    ]
    try write("append to the audit", [entry], texts: { _ in texts }) {
      (tables, entry) throws(MemoryConflict) in
      let key = AuditIdentifier(entry.identifier)
      guard tables.console.audit[key] == nil else {
        throw MemoryConflict("the entry \(key) exists")
      }
      tables.console.audit[key] = entry
    }
  }

  package func auditEntries(matching filter: AuditFilter) throws(StoreError) -> [AuditEntry] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    if filter.isOfNone { return [] }
    let found = visible.console.audit.values.filter { entry in
      filter.texts.allSatisfy { entry[$0.column]?.hasSameBytes(as: $0.text) ?? false }
        && filter.from.map { entry.at >= $0 } ?? true
        && filter.end.map { entry.cursor < $0 } ?? true
    }
    return Array(found.sorted { $0.cursor > $1.cursor }.prefix(filter.limit))
  }
}

extension AuditEntry {
  fileprivate subscript(column: AuditFilter.Column) -> String? {
    switch column {
    case .account: account
    case .target: target
    case .action: action
    }
  }
}
