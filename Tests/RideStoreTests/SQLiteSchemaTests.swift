import CSQLite
import RideStore
import Rides
import Testing

@testable import SQLiteStore

@Suite("The SQLite schema")
struct SQLiteSchemaTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "livery.sqlite")
  }

  @Test(
    "The ledger and the audit refuse changes by any user", arguments: ["ledger", "console_audit"],
    ["UPDATE TABLE SET account = ''", "DELETE FROM TABLE"])
  func appendOnly(table: String, sql: String) throws {
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    try store.enterAndCommit(entry("a", 1, 1))
    try store.record([audited("a")])
    let error = #expect(throws: StoreError.self) { try run(sql.replacing("TABLE", with: table)) }
    #expect(error?.code == .failed)
    #expect(error?.detail.contains("the \(table) is append-only") == true)
    #expect(try store.ledger(of: RideIdentifier("a")) == [entry("a", 1, 1)])
    #expect(try store.auditEntries(matching: AuditFilter(limit: 9)) == [audited("a")])
  }

  @Test("The list of tables has each that a migration makes, and no other")
  func allTables() throws {
    try SQLiteStore.migrate(path: path)
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: .zero)
    let sql = SQL("list", "SELECT name FROM sqlite_schema WHERE type = 'table'")
    let made = try connection.rows(sql) { (row) throws(StoreError) in row.text() }
    #expect(made.sorted() == StoredTable.all.sorted())
  }

  @Test("A database that lacks a table is refused by name", arguments: StoredTable.all)
  func lacking(table: String) throws {
    try SQLiteStore.migrate(path: path)
    try run("DROP TABLE \(table)")
    let store = try SQLiteStore(path: path)
    for open in [{ try store.checkSchema() }, { _ = try SQLiteStore.migrate(path: path) }] {
      let error = #expect(throws: StoreError.self) { try open() }
      #expect(error?.code == .wrongSchema)
      #expect(error?.detail.contains("lacks the table \(table), ") == true, "\(error as Any)")
      #expect(error?.detail.contains("restore a copy") == true)
    }
  }

  @Test("An unknown obligation is reported, not guessed")
  func damagedObligation() throws {
    try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    try store.insertAndCommit(ride("a"))
    try run("UPDATE rides SET obligation = 'favour'")
    for read in [{ _ = try store.ride("a") }, { _ = try store.obligations(limit: 1) }] {
      let error = #expect(throws: StoreError.self) { try read() }
      #expect(error?.code == .failed)
      #expect(error?.detail.contains("favour") == true)
    }
  }

  struct Search: Sendable, CustomTestStringConvertible {
    let sql: SQL
    /// What SQLite says of the index that it uses.
    let plan: String
    /// What SQLite 3.46 says, if that is another index.
    var newerPlan: String?

    var testDescription: String { sql.operation }
  }

  static let searches: [Search] = [
    Search(sql: SQLiteStore.selectDue, plan: "INDEX rides_due (due_at<?)"),
    Search(
      sql: SQLiteStore.selectWaiting,
      plan: "SEARCH rides USING INDEX rides_waiting (product=? AND <expr>=?)"),
    Search(sql: SQLiteStore.selectOwing, plan: "INDEX rides_owing (rider_identifier=?"),
    Search(sql: SQLiteStore.selectObligations, plan: "COVERING INDEX rides_owing"),
    Search(
      sql: SQLiteStore.selectMatching(RideFilter(limit: 1)),
      plan: "INDEX rides_by_age (created_at>? AND (created_at,"),
    Search(
      sql: SQLiteStore.selectMatching(RideFilter(phases: [.completed], limit: 1)),
      plan: "INDEX rides_by_age (created_at>? AND (created_at,"),
    Search(
      sql: SQLiteStore.selectMatching(RideFilter(phases: [.ongoing], limit: 1)),
      plan: "INDEX rides_under_way (created_at>? AND (created_at,"),
    Search(
      sql: SQLiteStore.selectMatching(RideFilter(rider: RiderIdentifier("r"), limit: 1)),
      plan: "INDEX rides_of_rider (rider_identifier=? AND created_at>?"),
    Search(sql: SQLiteStore.selectVehiclesAfter, plan: "PRIMARY KEY (vehicle_identifier>?)"),
    Search(sql: SQLiteStore.selectLedger, plan: "PRIMARY KEY (ride_identifier=?)"),
    Search(
      sql: SQLiteStore.selectDueSubscriptions,
      plan: "COVERING INDEX subscriptions_due (due_at<?)"),
    Search(
      sql: SQLiteStore.deleteSubscriptions,
      plan: "(reply_to=? AND ride_identifier=? AND correlation_id=?)",
      newerPlan: "PRIMARY KEY (ride_identifier=? AND reply_to=? AND correlation_id=?)"),
    Search(
      sql: SQLiteStore.deleteReplyQueues, plan: "INDEX subscriptions_by_queue (reply_to=?)"),
    Search(sql: SQLiteStore.selectTallies, plan: "SCAN rides USING INDEX rides_under_way"),
    Search(sql: SQLiteStore.selectTallies, plan: "SCAN rides USING INDEX rides_waiting"),
    Search(sql: SQLiteStore.selectTallies, plan: "COVERING INDEX dead_letters_by_state"),
    Search(sql: SQLiteStore.selectTallies, plan: "SCAN subscriptions USING COVERING INDEX"),
    Search(sql: SQLiteStore.selectPayments, plan: "INDEX rides_paying (payments_until>?)"),
    Search(sql: SQLiteStore.countSubscriptions, plan: "PRIMARY KEY (ride_identifier=?)"),
    Search(sql: ConsoleTable.selectSession, plan: "PRIMARY KEY (digest=?)"),
    Search(
      sql: ConsoleTable.deleteSessions, plan: "INDEX console_sessions_of_account (account=?)"),
    Search(sql: ConsoleTable.pruneSessions, plan: "INDEX console_sessions_by_end (ends_at<?)"),
    Search(
      sql: ConsoleTable.selectAudit(AuditFilter(limit: 1)),
      plan: "INDEX console_audit_by_age (occurred_at>? AND (occurred_at,"),
    Search(
      sql: ConsoleTable.selectAudit(AuditFilter(account: "a", limit: 1)),
      plan: "INDEX console_audit_of_account (account=? AND occurred_at>?"),
    Search(
      sql: ConsoleTable.selectAudit(AuditFilter(target: "a", limit: 1)),
      plan: "INDEX console_audit_of_target (target=? AND occurred_at>?"),
    Search(sql: SQLiteStore.hastenSubscriptions, plan: "PRIMARY KEY (ride_identifier=?)"),
  ]

  @Test("A search reads what it finds, and sorts no table", arguments: searches)
  func plan(search: Search) throws {
    try SQLiteStore.migrate(path: path)
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: .zero)
    let explained = SQL("explain", "EXPLAIN QUERY PLAN " + search.sql.text)
    var parameters = SQLiteParameters()
    for number in 1...6 where search.sql.text.contains("?\(number)") {
      while parameters.values.count < number { parameters.append(.integer(0)) }
    }
    let steps = try connection.rows(explained, parameters) { (row) throws(StoreError) in
      _ = (try row.int(), try row.int(), try row.int())
      return row.text()
    }
    // An index that covers the search is as good.
    let plans = steps + steps.map { $0.replacing("COVERING INDEX", with: "INDEX") }
    let wanted = [search.plan, search.newerPlan ?? search.plan]
    #expect(plans.contains { plan in wanted.contains { plan.contains($0) } }, "\(steps)")
    // These sort the few rows that they give back.
    let sorts = [SQLiteStore.selectOwing.operation, SQLiteStore.selectWaiting.operation]
    if !sorts.contains(search.sql.operation) {
      #expect(!steps.contains { $0.hasSuffix("FOR ORDER BY") }, "\(steps)")
    }
  }

  private func run(_ sql: String) throws {
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: .seconds(1))
    try connection.run(script: sql, operation: "run")
  }
}
