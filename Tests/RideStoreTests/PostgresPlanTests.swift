import RideStore
import Rides
import Testing

@testable import PostgresStore

@Suite("The plans of PostgreSQL's statements")
struct PostgresPlanTests {
  struct Plan: Sendable, CustomTestStringConvertible {
    let sql: SQL
    /// What PostgreSQL says of how it finds rows, nil where it has none to find.
    let search: String?

    init(_ sql: SQL, _ search: String?) {
      self.sql = sql
      self.search = search
    }

    var testDescription: String { sql.operation }
  }

  static let plans: [Plan] =
    locked(PostgresStore.selectRides, "rides_pkey")
    + locked(PostgresStore.selectUnfinished, "rides_of_rider_unfinished")
    + locked(PostgresStore.selectWaiting, "rides_waiting")
    + locked(PostgresStore.selectVehicles, "vehicles_pkey")
    + locked(PostgresStore.selectSubscriptions, "subscriptions_pkey") + letters + figures + console
    + [
      Plan(PostgresStore.insertRides, nil), Plan(PostgresStore.updateRides, "rides_pkey"),
      Plan(PostgresStore.selectDue, "rides_due"), Plan(PostgresStore.selectOwing, "rides_owing"),
      Plan(PostgresStore.selectObligations, "Index Only Scan using rides_owing"),
      Plan(PostgresStore.selectChanges, "status_changes_pkey"),
      Plan(PostgresStore.selectHistory, "status_changes_pkey"),
      Plan(PostgresStore.insertChanges, nil),
      Plan(PostgresStore.hastenSubscriptions, "subscriptions_pkey"),
      Plan(PostgresStore.insertLedger, nil), Plan(PostgresStore.selectLedger, "ledger_pkey"),
      Plan(PostgresStore.selectOutcomes, "outcomes_pkey"),
      Plan(PostgresStore.insertOutcomes, nil),
      Plan(PostgresStore.deleteOutcomes, "outcomes_by_age"),
      Plan(PostgresStore.selectOnDuty, "vehicles_pkey"),
      Plan(PostgresStore.selectVehiclesAfter, "vehicles_pkey"),
      Plan(PostgresStore.claimVehicles, "vehicles_pkey"),
      Plan(PostgresStore.releaseVehicles, "vehicles_pkey"),
      Plan(PostgresStore.saveVehicles, "Conflict Arbiter Indexes: vehicles_pkey"),
      Plan(PostgresStore.saveSubscriptions, "Conflict Arbiter Indexes: subscriptions_pkey"),
      Plan(PostgresStore.updateSubscriptions, "subscriptions_pkey"),
      Plan(PostgresStore.deleteSubscriptions, "subscriptions_pkey"),
      Plan(PostgresStore.deleteReplyQueues, "subscriptions_by_queue"),
      Plan(PostgresStore.selectDueSubscriptions, "Index Only Scan using subscriptions_due"),
      Plan(PostgresStore.countSubscriptions, "Index Only Scan using subscriptions_pkey"),
      Plan(PostgresStore.selectMatching(RideFilter(limit: 1)), "Backward using rides_by_age"),
      Plan(
        PostgresStore.selectMatching(RideFilter(phases: [.ongoing], limit: 1)),
        "rides_of_rider_unfinished"),
      Plan(
        PostgresStore.selectMatching(RideFilter(phases: [.completed], limit: 1)),
        "Backward using rides_by_age"),
      Plan(
        PostgresStore.selectMatching(RideFilter(rider: RiderIdentifier("r"), limit: 1)),
        "Backward using rides_of_rider"),
      Plan(
        PostgresStore.selectMatching(
          RideFilter(phases: [.ongoing], rider: RiderIdentifier("r"), limit: 1)),
        "rides_of_rider"),
    ]

  private static let letters =
    locked(PostgresStore.selectLetters, "dead_letters_pkey") + [
      Plan(PostgresStore.insertLetters, nil),
      Plan(PostgresStore.updateLetters, "dead_letters_pkey"),
      Plan(PostgresStore.deleteLetters, "dead_letters_pkey"),
      Plan(PostgresStore.pruneLetters, "dead_letters_by_storage"),
      Plan(PostgresStore.selectLetters(DeadLetterFilter(limit: 1)), "dead_letters_by_age"),
      Plan(
        PostgresStore.selectLetters(DeadLetterFilter(states: [.dead], queues: ["q"], limit: 1)),
        "dead_letters_open"),
      Plan(
        PostgresStore.selectLetters(DeadLetterFilter(rider: RiderIdentifier("r"), limit: 1)),
        "dead_letters_of_rider"),
      Plan(
        PostgresStore.selectLetters(DeadLetterFilter(ride: RideIdentifier("r"), limit: 1)),
        "dead_letters_of_ride"),
    ]

  /// Of rides an index that has none of those that have ended, but for open payments.
  private static let figures = [
    Plan(PostgresStore.selectTallies, "Index Scan using rides_of_rider_unfinished"),
    Plan(PostgresStore.selectTallies, "Index Only Scan using rides_waiting"),
    Plan(PostgresStore.selectTallies, "Index Only Scan using dead_letters_by_state"),
    Plan(PostgresStore.selectTallies, "Index Only Scan using subscriptions_"),
    Plan(PostgresStore.selectPayments, "Index Scan using rides_paying"),
    Plan(PostgresStore.takeLease, "Conflict Arbiter Indexes: leases_pkey"),
  ]

  private static let console = [
    Plan(ConsoleTable.saveSession, "Conflict Arbiter Indexes: console_sessions_pkey"),
    Plan(ConsoleTable.selectSession, "console_sessions_pkey"),
    Plan(ConsoleTable.renewSession, "console_sessions_pkey"),
    Plan(ConsoleTable.deleteSession, "console_sessions_pkey"),
    Plan(ConsoleTable.deleteSessions, "console_sessions_of_account"),
    Plan(ConsoleTable.pruneSessions, "console_sessions_by_end"),
    Plan(ConsoleTable.insertAudit, nil),
    Plan(ConsoleTable.selectAudit(AuditFilter(limit: 1)), "Backward using console_audit_by_age"),
    Plan(
      ConsoleTable.selectAudit(AuditFilter(account: "a", limit: 1)),
      "Backward using console_audit_of_account"),
    Plan(
      ConsoleTable.selectAudit(AuditFilter(target: "a", limit: 1)),
      "Backward using console_audit_of_target"),
  ]

  private static func locked(_ search: Lockable, _ index: String) -> [Plan] {
    search.statements.map { Plan($0, index) }
  }

  @Test("A statement finds rows by an index, and joins no rows one by one")
  func plan() throws {
    let fixture = try PostgresFixture()
    let settings = PostgresPipeline.planning.map { "SET \($0) = '\($1)';" }.joined()
    for plan in Self.plans {
      let text = plan.sql.text
      let count = (1...30).last { text.contains("$\($0)") } ?? 0
      let values = Array(repeating: "NULL", count: count).joined(separator: ", ")
      let steps = try fixture.run(
        "\(settings) PREPARE plan AS \(text); EXPLAIN EXECUTE plan"
          + (count == 0 ? "" : " (\(values))")
      ).compactMap { $0.first.flatMap(\.self) }
      let operation = plan.sql.operation
      // What looks into the index for each of its keys is no join of rows.
      let joins = operation.hasSuffix("waiting rides") ? [] : ["Nested Loop"]
      for slow in ["Seq Scan", "Merge Join"] + joins {
        #expect(!steps.contains { $0.contains(slow) }, "\(operation): \(steps)")
      }
      guard let search = plan.search else { continue }
      #expect(steps.contains { $0.contains(search) }, "\(operation): \(steps)")
    }
  }
}
