import DatabaseFixture
import Foundation
import RideStore
import Rides
import Testing

@testable import PostgresStore

/// The conformance suite runs with a worker's rights, too: here no statement is left out.
@Suite("The rights that `livery database permissions` prints")
struct PostgresGrantTests {
  @Test("Every statement that the fleet sends runs with the rights of a worker")
  func worker() throws {
    let fixture = try PostgresFixture()
    let store = try PostgresStore(url: fixture.workerURL, timeouts: fixture.timeouts)
    try store.checkSchema()
    #expect(try store.time() != nil)
    #expect(try !store.place().found.isEmpty)
    #expect(try store.sessions(blocking: 0).isEmpty)
    try Self.call(store)
    try store.begin(.write)
    #expect(try store.rides([RideIdentifier("a")]).isEmpty)
    store.rollBack()
    let sent = try Self.statementsInSources { $0 != Self.consoleTable }
    #expect(sent.count > 30)
    try Self.expectAll(sent, runBy: store)
  }

  @Test("Every statement of the console's tables runs with the rights of the console")
  func console() throws {
    let fixture = try PostgresFixture()
    try fixture.session().insertAndCommit(ride("a"))
    let store = try #require(try fixture.consoleSession() as? PostgresStore)
    try store.checkSchema()
    try store.transaction(.snapshot) { () throws(StoreError) in
      #expect(try store.rides(matching: RideFilter(limit: 9)) == [ride("a")])
      #expect(try store.subscriptionCount(of: RideIdentifier("a")) == 0)
      #expect(try store.fleetFigures(at: noon).phases.count == 1)
      #expect(try store.deadLetters(matching: DeadLetterFilter(limit: 9)).isEmpty)
    }
    try store.transaction(.write) { () throws(StoreError) in
      try store.insert([letter("a")])
      let found = try store.deadLetters([letter("a").identifier])
      try store.update(found.values.map { DeadLetterUpdate($0) })
      #expect(try store.delete([letter("a").identifier]) == 1)
      try store.save(signedIn("a"))
      #expect(try store.session("a") == signedIn("a"))
      #expect(try store.renewSession("a", seenAt: signedIn("a").seenAt) == 1)
      #expect(try store.endSession("a") + store.endSessions(of: "ana") == 1)
      #expect(try store.pruneSessions(endedBefore: noon, limit: 9) == 0)
      try store.append(audited("a"))
      #expect(try store.auditEntries(matching: AuditFilter(limit: 9)) == [audited("a")])
    }
    let sent = try Self.statementsInSources { $0 == Self.consoleTable }
    #expect(sent.count > 5)
    try Self.expectAll(sent, runBy: store)
  }

  @Test(
    "The console changes neither its audit nor what the fleet keeps",
    arguments: [
      "UPDATE console_audit SET account = ''", "DELETE FROM console_audit",
      "TRUNCATE console_audit", "UPDATE rides SET area = ''", "SELECT 1 FROM rides FOR UPDATE",
      "DELETE FROM outcomes", "DELETE FROM subscriptions", "UPDATE vehicles SET on_duty = true",
    ])
  func consoleCannot(refused: String) throws {
    let fixture = try PostgresFixture()
    let error = #expect(throws: DatabaseFixtureError.self) {
      try DatabaseStatements.run(refused, on: fixture.consoleURL)
    }
    #expect(error?.description.contains("permission denied") == true)
  }

  private static let consoleTable = "ConsoleTable.swift"

  /// Expects that a store has run all statements of these names.
  private static func expectAll(_ sent: Set<String>, runBy store: PostgresStore) throws {
    let prepared = SQL("list statements", "SELECT name FROM pg_prepared_statements")
    let called = try store.read(prepared, PostgresParameters()) { (row) throws(StoreError) in
      try row.text()
    }
    for name in sent where !called.contains(name) {
      Issue.record("'\(name)' is not run here, so that it is not known whether its role may")
    }
  }

  /// Calls every function of a store: writes, reads that lock, and reads that do not.
  private static func call(_ store: PostgresStore) throws {
    try ConformanceCost.callAll(of: store, rows: 3)
    try store.saveAndCommit(vehicle("a"))
    var roster = VehicleRoster()
    for _ in 1...2 { try store.refresh(&roster, reportedAfter: noon.advanced(bySeconds: -1)) }
    try store.transaction(.read) { () throws(StoreError) in
      _ = try store.rides([RideIdentifier("a")])
      _ = try store.unfinishedRides(of: [RiderIdentifier("r")])
      _ = try store.waitingRides([near("suv", limit: 1)])
      _ = try store.vehicles([VehicleIdentifier("a")])
      _ = try store.subscriptions([subscription("a", "q").key])
      _ = try store.subscriptionCount(of: RideIdentifier("a"))
      _ = try store.deadLetters([letter("a").identifier])
      _ = try store.deadLetterSizes()
      _ = try store.history(of: RideIdentifier("a"))
      _ = try store.vehicles(after: nil, limit: 1)
    }
    try store.transaction(.snapshot) { () throws(StoreError) in
      _ = try store.vehicles(after: nil, limit: 1)
    }
  }

  /// The names of all statements in those sources of the store.
  private static func statementsInSources(
    where isSought: (String) -> Bool
  ) throws -> Set<String> {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(
        at: folder.appending(path: "PostgresStore"), includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in files
    where file.pathExtension == "swift" && isSought(file.lastPathComponent) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(SQL|Lockable)\(\s*"([^"\\]+)"/) {
        let name = String(match.2)
        names.formUnion(match.1 == "SQL" ? [name] : ["read \(name)", "lock \(name)"])
      }
    }
    return names
  }

  @Test(
    "A worker can neither change the ledger nor delete rides nor alter the schema nor read sessions"
  )
  func workerCannot() throws {
    let fixture = try PostgresFixture()
    for refused in [
      "DELETE FROM rides", "UPDATE ledger SET line = 1", "DELETE FROM status_changes",
      "UPDATE livery_schema SET name = ''", "DROP TABLE rides", "CREATE TABLE music (title text)",
      "SELECT digest FROM console_sessions", "INSERT INTO console_audit DEFAULT VALUES",
    ] {
      #expect(throws: DatabaseFixtureError.self, "\(refused)") {
        try DatabaseStatements.run(refused, on: fixture.workerURL)
      }
    }
  }

  @Test("A reader sees rides, their history and books, vehicles and outcomes, and writes nothing")
  func reader() throws {
    let fixture = try PostgresFixture()
    try fixture.session().insertAndCommit(ride("a"))
    try fixture.revokeAll()
    let grants = try #require(PostgresGrants(of: .reader).statements(for: PostgresFixture.worker))
    try fixture.run(grants.joined())
    let store = try fixture.session()
    try store.checkSchema()
    try store.transaction(.read) { () throws(StoreError) in
      #expect(try store.rides(matching: RideFilter(limit: 9)) == [ride("a")])
      #expect(try store.rides([RideIdentifier("a")]).count == 1)
      #expect(try store.history(of: RideIdentifier("a")).isEmpty)
      #expect(try store.ledger(of: RideIdentifier("a")).isEmpty)
      #expect(try store.vehicles(after: nil, limit: 9).isEmpty)
      #expect(try store.outcomes([outcomeKey("m")]).isEmpty)
    }
    let error = #expect(throws: StoreError.self) { try store.insertAndCommit(ride("b")) }
    #expect(error?.detail.contains("42501") == true)
  }

  @Test("A redriver decides about dead letters, and sees no rides")
  func redriver() throws {
    let fixture = try PostgresFixture()
    try fixture.session().insertAndCommit(letter("a"))
    try fixture.revokeAll()
    let grants = PostgresGrants(of: .redriver).statements(for: PostgresFixture.worker)
    try fixture.run(try #require(grants).joined())
    let store = try fixture.session()
    try store.checkSchema()
    try store.transaction(.write) { () throws(StoreError) in
      #expect(try store.deadLetters([letter("a").identifier]).count == 1)
      #expect(try store.outcomes([outcomeKey("m")]).isEmpty)
      try store.update([DeadLetterUpdate(letter("a"))])
      try store.insert([letter("b")])
      #expect(try store.delete([letter("a").identifier]) == 1)
    }
    let error = #expect(throws: StoreError.self) { try store.rides([RideIdentifier("a")]) }
    #expect(error?.detail.contains("42501") == true)
  }

  @Test(
    "The name of a role is a quoted identifier, with any content",
    arguments: [
      ("livery_worker", "\"livery_worker\""), ("Ride \"1\"; DROP", "\"Ride \"\"1\"\"; DROP\""),
      (String(repeating: "é", count: 31), "\"\(String(repeating: "é", count: 31))\""),
    ])
  func quoted(_ role: String, _ identifier: String) throws {
    let statements = try #require(PostgresGrants(of: .reader).statements(for: role))
    let grants = statements.filter { $0.hasPrefix("GRANT") }
    #expect(!grants.isEmpty && grants.allSatisfy { $0.hasSuffix(" TO \(identifier);") })
  }

  @Test(
    "A role of any name may connect and use the schema after them, and twice is as good as once",
    arguments: ["livery_reader", "Reader's \"1\"; %I", "$$ $_$ reader"])
  func access(_ name: String) throws {
    let database = try TestDatabase()
    let role = "\(name) \(UUID().uuidString.prefix(8))"
    let identifier = "\"\(role.replacing("\"", with: "\"\""))\""
    let literal = "'\(role.replacing("'", with: "''"))'"
    try database.run(
      """
      DO $made$ BEGIN EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC',
        current_database()); END $made$;
      REVOKE USAGE ON SCHEMA public FROM PUBLIC;
      CREATE ROLE \(identifier)
      """)
    defer { _ = try? database.run("DROP OWNED BY \(identifier); DROP ROLE \(identifier)") }
    let grants = try #require(PostgresGrants(of: .reader).statements(for: role)).joined()
    let question = """
      SELECT has_database_privilege(\(literal), current_database(), 'CONNECT'),
        has_schema_privilege(\(literal), 'public', 'USAGE'),
        has_table_privilege(\(literal), 'rides', 'SELECT')
      """
    #expect(try database.run(question) == [["f", "f", "f"]])
    for _ in 1...2 {
      try database.run(grants)
      #expect(try database.run(question) == [["t", "t", "t"]])
    }
  }

  @Test(
    "Names that PostgreSQL reads as all roles, no role or another role are refused",
    arguments: ["", "public", "none", String(repeating: "é", count: 32), "a\0"])
  func refused(_ role: String) {
    #expect(PostgresGrants(of: .worker).statements(for: role) == nil)
  }
}

extension PostgresFixture {
  /// Takes all rights on tables and functions from the worker.
  fileprivate func revokeAll() throws {
    let schema = try #require(try run("SELECT current_schema()").first?.first.flatMap(\.self))
    try run("REVOKE ALL ON ALL TABLES IN SCHEMA \(schema) FROM \(Self.worker)")
  }
}
