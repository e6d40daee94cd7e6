import RideStore
import Rides
import Testing

@Suite("Every store keeps the sessions and the audit of the console")
struct ConformanceConsole {
  @Test(
    "A session reads back as saved, and one of the same digest replaces it",
    arguments: StoreKind.allCases)
  func session(kind: StoreKind) throws {
    let store = try kind.makeDatabase().consoleSession()
    for text in awkwardTexts {
      var session = signedIn("digest \(text)", account: text)
      session.role = text
      session.createdAt = Instant(microseconds: 1_800_000_000_123_456)
      try store.signIn(session)
      #expect(try store.session(session.digest) == session)
      session = signedIn("digest \(text)", account: "other", ends: 60)
      session.seenAt = noon.advanced(bySeconds: 5)
      try store.signIn(session)
      #expect(try store.session(session.digest) == session)
    }
    #expect(try store.session("absent") == nil)
  }

  @Test(
    "A session is renewed, and one that has ended stays so", arguments: StoreKind.allCases)
  func renew(kind: StoreKind) throws {
    let store = try kind.makeDatabase().consoleSession()
    try store.signIn(signedIn("a"))
    try store.signIn(signedIn("b"))
    let later = noon.advanced(bySeconds: 7)
    for (digest, count) in [("a", 1), ("c", 0)] {
      let renewed = try store.writing { () throws(StoreError) in
        try store.renewSession(digest, seenAt: later)
      }
      #expect(renewed == count)
    }
    var expected = signedIn("a")
    expected.seenAt = later
    #expect(try store.session("a") == expected)
    #expect(try store.session("b") == signedIn("b"))
    #expect(try store.session("c") == nil)
  }

  @Test("One session ends, or all of an account and no other", arguments: StoreKind.allCases)
  func end(kind: StoreKind) throws {
    let store = try kind.makeDatabase().consoleSession()
    for (digest, account) in [("a", "ana"), ("b", "ana"), ("c", "ana"), ("d", "Ana")] {
      try store.signIn(signedIn(digest, account: account))
    }
    for (count, left) in [(1, "bcd"), (0, "bcd")] {
      let ended = try store.writing { () throws(StoreError) in try store.endSession("a") }
      #expect(ended == count)
      #expect(try store.sessions(among: "abcd") == left)
    }
    for count in [2, 0] {
      let ended = try store.writing { () throws(StoreError) in try store.endSessions(of: "ana") }
      #expect(ended == count)
      #expect(try store.sessions(among: "abcd") == "d")
    }
  }

  @Test("Sessions are pruned in portions, the earliest end first", arguments: StoreKind.allCases)
  func prune(kind: StoreKind) throws {
    let store = try kind.makeDatabase().consoleSession()
    for (digest, end) in [("d", 90), ("c", 60), ("b", 59), ("a", 0)] {
      try store.signIn(signedIn(digest, ends: end))
    }
    let now = noon.advanced(bySeconds: 60)
    for (limit, count, left) in [(0, 0, "abcd"), (1, 1, "bcd"), (9, 1, "cd"), (9, 0, "cd")] {
      let pruned = try store.writing { () throws(StoreError) in
        try store.pruneSessions(endedBefore: now, limit: limit)
      }
      #expect(pruned == count)
      #expect(try store.sessions(among: "abcd") == left)
    }
  }

  @Test("An entry of the audit reads back as written", arguments: StoreKind.allCases)
  func entry(kind: StoreKind) throws {
    let store = try kind.makeDatabase().consoleSession()
    var entries = awkwardTexts.enumerated().map { place, text in
      AuditEntry(
        identifier: text, at: Instant(microseconds: 1_800_000_000_123_456 - Int64(place)),
        account: text, role: text, action: text, target: text, reason: text, outcome: text,
        detail: text)
    }
    entries.append(
      AuditEntry(
        identifier: "bare", at: noon, account: "", role: "", action: "", outcome: ""))
    try store.record(entries.reversed())
    #expect(try store.auditEntries(matching: AuditFilter(limit: 99)) == entries)
  }

  @Test("An entry that exists is a conflict, and stays as it is", arguments: StoreKind.allCases)
  func duplicate(kind: StoreKind) throws {
    let store = try kind.makeDatabase().consoleSession()
    try store.record([audited("a")])
    var other = audited("a", at: 1)
    other.outcome = "denied"
    #expect(storeError { try store.record([audited("b"), other]) } == .conflict)
    #expect(try store.auditEntries(matching: AuditFilter(limit: 9)) == [audited("a")])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let filter: AuditFilter
    let found: String

    init(_ what: String, _ filter: AuditFilter, _ found: String) {
      (testDescription, self.filter, self.found) = (what, filter, found)
    }
  }

  /// Entries a to e, one a minute; d is of the same instant as c.
  private static let entries = [
    audited("a", at: 0, "ana", "cancel", "ride-1"), audited("b", at: 60, "bo", "cancel", "ride-1"),
    audited("c", at: 120, "ana", "refund", "ride-2"), audited("d", at: 120, "ana", "login", nil),
    audited("e", at: 180, "Ana", "refund", "ride-1"),
  ]

  static let cases: [Case] = [
    Case("all", AuditFilter(limit: 9), "edcba"), Case("the newest", AuditFilter(limit: 2), "ed"),
    Case("none", AuditFilter(limit: 0), ""),
    Case("an account, byte for byte", AuditFilter(account: "ana", limit: 9), "dca"),
    Case("a target", AuditFilter(target: "ride-1", limit: 9), "eba"),
    Case("an action", AuditFilter(action: "refund", limit: 9), "ec"),
    Case("a text that is never stored", AuditFilter(target: "ride-1\0", limit: 9), ""),
    Case("from, which is included", AuditFilter(from: entries[2].at, limit: 9), "edc"),
    Case("before, which is not", AuditFilter(before: entries[2].at, limit: 9), "ba"),
    Case(
      "after an entry of the same instant", AuditFilter(after: entries[3].cursor, limit: 2), "cb"),
    Case(
      "after an entry that is past the span",
      AuditFilter(before: entries[1].at, after: entries[3].cursor, limit: 9), "a"),
    Case(
      "everything at once",
      AuditFilter(
        account: "ana", target: "ride-2", action: "refund", from: noon,
        before: noon.advanced(bySeconds: 999), after: entries[4].cursor, limit: 9), "c"),
  ]

  @Test("A filter lets through what it says, the newest first", arguments: StoreKind.allCases)
  func filters(kind: StoreKind) throws {
    let store = try kind.makeDatabase().consoleSession()
    try store.record(Self.entries)
    for item in Self.cases {
      let found = try store.auditEntries(matching: item.filter)
      #expect(found.map(\.identifier).joined() == item.found, "\(item.testDescription)")
    }
  }

  @Test("A text with U+0000 is refused", arguments: StoreKind.allCases)
  func textWithNUL(kind: StoreKind) throws {
    let store = try kind.makeDatabase().consoleSession()
    #expect(storeError { try store.signIn(signedIn("a", account: "ana\0")) } == .failed)
    #expect(storeError { _ = try store.session("a\0") } == .failed)
    #expect(storeError { try store.record([audited("a", "ana", "end", "ride\0")]) } == .failed)
    #expect(try store.session("a") == nil)
    #expect(try store.auditEntries(matching: AuditFilter(limit: 9)).isEmpty)
  }

  @Test("What is rolled back leaves neither a session nor an entry", arguments: StoreKind.allCases)
  func rollBack(kind: StoreKind) throws {
    let store = try kind.makeDatabase().consoleSession()
    try store.begin(.write)
    try store.save(signedIn("a"))
    try store.append(audited("a"))
    #expect(try store.session("a") == signedIn("a"))
    store.rollBack()
    #expect(try store.session("a") == nil)
    #expect(try store.auditEntries(matching: AuditFilter(limit: 9)).isEmpty)
  }
}

extension RideStore {
  func signIn(_ session: ConsoleSession) throws {
    try transaction(.write) { () throws(StoreError) in try save(session) }
  }

  func record(_ entries: [AuditEntry]) throws {
    try transaction(.write) { () throws(StoreError) in
      for entry in entries { try append(entry) }
    }
  }

  /// Those of the digests, each a character, that have a session.
  fileprivate func sessions(among digests: String) throws -> String {
    try digests.filter { try session("\($0)") != nil }
  }
}

/// A session from noon on.
func signedIn(_ digest: String, account: String = "ana", ends seconds: Int = 30) -> ConsoleSession {
  ConsoleSession(
    digest: digest, account: account, role: "agent", createdAt: noon, seenAt: noon,
    endsAt: noon.advanced(bySeconds: seconds))
}

/// An entry of the audit, so many seconds after noon.
func audited(
  _ identifier: String, at seconds: Int = 0, _ account: String = "ana",
  _ action: String = "cancel", _ target: String? = "ride-1"
) -> AuditEntry {
  AuditEntry(
    identifier: identifier, at: noon.advanced(bySeconds: seconds), account: account, role: "agent",
    action: action, target: target, reason: "asked by phone", outcome: "done")
}
