import DatabaseFixture
import Foundation
import RideStore
import Rides
import Synchronization
import Testing

@testable import PostgresStore

@Suite("The PostgreSQL schema")
struct PostgresSchemaTests {
  @Test("A database that is not migrated has the wrong schema, and the advice is to migrate")
  func notMigrated() throws {
    let database = try TestDatabase(.nothing)
    let store = try PostgresStore(url: database.url)
    let error = #expect(throws: StoreError.self) { try store.checkSchema() }
    #expect(error?.code == .wrongSchema)
    #expect(error?.detail.contains("schema none") == true)
    #expect(error?.detail.contains("livery migrate") == true)
    let read = #expect(throws: StoreError.self) { _ = try store.rides([RideIdentifier("a")]) }
    #expect(read?.code == .wrongSchema)
    #expect(read?.detail.contains("livery migrate") == true)
  }

  @Test("A database that lacks tables is refused by their names")
  func lackingTables() throws {
    let fixture = try PostgresFixture()
    let made = try fixture.run(
      "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace "
        + "AND relkind = 'r' ORDER BY 1")
    #expect(made.map { $0[0] } == StoredTable.all.sorted())
    let store = try fixture.session()
    try store.checkSchema()
    for name in ["leases", "rides"] {
      try fixture.run("DROP TABLE \(name)")
      for open in [{ try store.checkSchema() }, { _ = try fixture.bring() }] {
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .wrongSchema)
        let names = name == "leases" ? "table leases, " : "tables rides, leases, "
        #expect(error?.detail.contains("lacks the \(names)") == true, "\(error as Any)")
      }
    }
  }

  @Test("A second migration finds nothing to do and keeps the rides")
  func migrateTwice() throws {
    let fixture = try PostgresFixture(isMigrated: false)
    let first = try fixture.migrate()
    #expect(first.before == .none)
    #expect(first.applied.count == PostgresMigrations.all.steps.count)
    let store = try fixture.session()
    try store.insertAndCommit(ride("a"))
    let second = try fixture.migrate()
    #expect(second.applied.isEmpty)
    #expect(second.before == first.after)
    try store.checkSchema()
    #expect(try store.ride("a") == ride("a"))
  }

  @Test("Long texts are compressed by LZ4")
  func compression() throws {
    let methods = try PostgresFixture().run(
      """
      SELECT attname, attcompression FROM pg_attribute
      WHERE attcompression = 'l' AND attrelid IN
        ('rides'::regclass, 'status_changes'::regclass, 'outcomes'::regclass)
      ORDER BY attname
      """)
    #expect(methods.map { $0[0] } == ["document", "response", "status"])
  }

  @Test("Of several migrations at once each step is applied by one")
  func migrateAtOnce() throws {
    let fixture = try PostgresFixture(isMigrated: false)
    let reports = Mutex<[Result<MigrationReport, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      let report = Result { try fixture.bring() }
      reports.withLock { $0.append(report) }
    }
    let all = try reports.withLock { $0 }.map { try $0.get() }
    #expect(all.map(\.applied.count).reduce(0, +) == PostgresMigrations.all.steps.count)
  }

  @Test("A migration that fails half way changes nothing")
  func halfWay() throws {
    let fixture = try PostgresFixture(isMigrated: false)
    // A function of this name and another result cannot be made.
    try fixture.run(
      "CREATE FUNCTION livery_refuse_change() RETURNS int LANGUAGE sql AS 'SELECT 1'")
    #expect(storeError { try fixture.bring() } == .failed)
    #expect(try fixture.run("SELECT to_regclass('rides')") == [[nil]])
    try fixture.run("DROP FUNCTION livery_refuse_change()")
    #expect(try fixture.bring().before == .none)
  }

  @Test("A database of a newer build is refused")
  func newer() throws {
    let fixture = try PostgresFixture()
    try fixture.run("INSERT INTO livery_schema (version, name) VALUES (1000, 'later')")
    let store = try fixture.session()
    #expect(storeError { try store.checkSchema() } == .wrongSchema)
    let error = #expect(throws: StoreError.self) { try fixture.bring() }
    #expect(error?.code == .wrongSchema)
    #expect(error?.detail.contains("newer build") == true)
  }

  @Test("A database of another program is left alone")
  func foreign() throws {
    let fixture = try PostgresFixture(isMigrated: false)
    try fixture.run("CREATE TABLE music (title text)")
    let error = #expect(throws: StoreError.self) { try fixture.bring() }
    #expect(error?.code == .failed)
    #expect(error?.detail.contains("another program") == true)
  }

  @Test("A database that is not in UTF8 is refused")
  func encoding() throws {
    let server = try TestDatabase.sharedServer()
    let name = "latin_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    try DatabaseStatements.run(
      "CREATE DATABASE \(name) TEMPLATE template0 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C'",
      on: server)
    defer { _ = try? DatabaseStatements.run("DROP DATABASE \(name) WITH (FORCE)", on: server) }
    var components = try #require(URLComponents(string: server))
    components.path = "/\(name)"
    let url = try #require(components.string)
    let error = #expect(throws: StoreError.self) { try PostgresStore.migrate(url: url) }
    #expect(error?.code == .failed)
    #expect(error?.detail.contains("UTF8, got one in LATIN1") == true)
  }

  @Test(
    "The ledger and the audit refuse changes by any user", arguments: ["ledger", "console_audit"],
    ["UPDATE TABLE SET account = ''", "DELETE FROM TABLE", "TRUNCATE TABLE"])
  func appendOnly(table: String, sql: String) throws {
    let fixture = try PostgresFixture()
    try fixture.session().enterAndCommit(entry("a", 1, 1))
    let store = try fixture.consoleSession()
    try store.record([audited("a")])
    let statement = sql.replacing("TABLE", with: table)
    let error = #expect(throws: DatabaseFixtureError.self) { try fixture.run(statement) }
    #expect(error?.description.contains("the \(table) is append-only") == true)
    #expect(try store.ledger(of: RideIdentifier("a")) == [entry("a", 1, 1)])
    #expect(try store.auditEntries(matching: AuditFilter(limit: 9)) == [audited("a")])
  }

  @Test("Names are compared and sorted byte by byte, in any database")
  func collation() throws {
    let store = try PostgresFixture().session()
    let names = ["B", "a", "Z\u{fc}", "_", "\u{e9}", "e\u{301}"]
    var rides = names.map { ride($0) }
    for index in rides.indices { rides[index].dueAt = noon }
    try store.writing { () throws(StoreError) in try store.insert(rides) }
    let found = try store.dueRides(at: noon, limit: 9).map(\.rideIdentifier)
    #expect(found == rides.map(\.rideIdentifier).sorted())
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    let sql: String
    let told: String
    var testDescription: String { sql }
  }

  @Test(
    "Values that this build never writes are reported, not guessed",
    arguments: [
      Damage(sql: "phase = 'flying'", told: "flying"),
      Damage(sql: "obligation = 'favour'", told: "favour"),
      Damage(sql: "pickup_latitude = 'NaN'", told: "no such place"),
      Damage(sql: "pickup_longitude = 'infinity'", told: "no such place"),
      Damage(sql: "created_at = 'infinity'", told: "no such instant"),
      Damage(sql: "updated_at = '-infinity'", told: "no such instant"),
    ])
  func damage(_ damage: Damage) throws {
    let fixture = try PostgresFixture()
    let store = try fixture.session()
    try store.insertAndCommit(ride("a"))
    try fixture.run("UPDATE rides SET \(damage.sql)")
    let error = #expect(throws: StoreError.self) { _ = try store.ride("a") }
    #expect(error?.code == .failed)
    #expect(error?.detail.contains(damage.told) == true)
    // It is the row that is damaged, not the session.
    try store.insertAndCommit(ride("b"))
  }

  @Test(
    "A column of another type is reported, and does not trap",
    arguments: [
      "ALTER TABLE rides ALTER sequence TYPE smallint",
      "ALTER TABLE rides ALTER document TYPE bytea USING document::bytea",
      "ALTER TABLE rides ALTER is_waiting TYPE text",
      "ALTER TABLE rides DROP COLUMN document",
      "ALTER TABLE rides ALTER party_size TYPE text",
    ])
  func otherTypes(sql: String) throws {
    let fixture = try PostgresFixture()
    let store = try fixture.session()
    try store.insertAndCommit(ride("a"))
    #expect(try store.ride("a") != nil)
    try fixture.run("DROP INDEX rides_waiting; \(sql)")
    for _ in 1...2 { _ = storeError { _ = try store.ride("a") } }
  }
}
