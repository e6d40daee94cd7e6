import RideStore
import Rides
import Testing

@testable import PostgresStore

/// What PostgreSQL alone does: pages, and readings of what has changed.
@Suite("PostgreSQL shows a roster its changes") struct PostgresRollTests {
  private let before = noon.advanced(bySeconds: -1)
  private let fixture: PostgresFixture
  private let store: any RideStore

  init() throws {
    fixture = try PostgresFixture()
    store = try fixture.session()
  }

  private func names(_ roster: VehicleRoster) -> [String] { roster.entries.map(\.vehicle.rawValue) }

  @Test("More vehicles than fit on pages are read in their order, each once")
  func pages() throws {
    let count = 2 * PostgresStore.pageSize + 1
    for size in [count, 2 * PostgresStore.pageSize] {
      let fixture = try PostgresFixture()
      let store = try fixture.session()
      let all = (0..<size).map { vehicle("vehicle \(10_000 + $0)") }
      try store.writing { () throws(StoreError) in try store.save(all) }
      let read = try store.vehiclesOnDuty(reportedAfter: before)
      #expect(read.map(\.vehicle) == all.map(\.vehicleIdentifier))
    }
  }

  @Test("Of vehicles that have not changed nothing is read, but all now and then")
  func changesOnly() throws {
    try store.saveAndCommit(vehicle("a"), vehicle("b"))
    var roster = VehicleRoster()
    try store.refresh(&roster, reportedAfter: before)
    // No program removes a row; that it is still there shows that it was not looked for.
    try fixture.run("DELETE FROM vehicles WHERE vehicle_identifier = 'a'")
    try store.saveAndCommit(vehicle("c"))
    try store.refresh(&roster, reportedAfter: before)
    #expect(names(roster) == ["a", "b", "c"])
    try fixture.run("UPDATE vehicles SET updated_at = updated_at + interval '1 hour'")
    try store.refresh(&roster, reportedAfter: before.advanced(bySeconds: 60))
    #expect(names(roster) == ["b", "c"])
  }

  @Test("So many changes that pages are better are read in pages")
  func manyChanges() throws {
    let count = PostgresStore.pageSize
    try store.saveAndCommit(vehicle("a"))
    var roster = VehicleRoster()
    try store.refresh(&roster, reportedAfter: before)
    let all = (0..<count).map { vehicle("vehicle \(10_000 + $0)") }
    try store.writing { () throws(StoreError) in try store.save(all) }
    try fixture.run("DELETE FROM vehicles WHERE vehicle_identifier = 'a'")
    try store.refresh(&roster, reportedAfter: before)
    #expect(names(roster) == all.map(\.vehicleIdentifier.rawValue))
  }

  @Test("A new connection reads all again")
  func newConnection() throws {
    try store.saveAndCommit(vehicle("a"), vehicle("b"))
    var roster = VehicleRoster()
    try store.refresh(&roster, reportedAfter: before)
    try fixture.run(
      """
      DELETE FROM vehicles WHERE vehicle_identifier = 'a';
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
      """)
    try fixture.waitUntil(
      """
      SELECT 1 WHERE NOT EXISTS (
        SELECT 1 FROM pg_stat_activity
        WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid())
      """)
    try store.transaction(.read) { () throws(StoreError) in
      try store.refresh(&roster, reportedAfter: before)
    }
    #expect(names(roster) == ["b"])
  }
}
