import BrokerFixture
import DatabaseFixture
import Foundation
import Testing

@testable import Fleet

@Suite("The roles that the runbook sets up", .blocking)
struct PostgresRolesTests {
  @Test("One makes the tables, the other works with them and can do no more")
  func leastPrivileges() throws {
    let server = try Self.serverOfRunbook()
    let (owner, worker) = (server.url(of: "livery_owner"), server.url(of: "livery_worker"))
    let fleet = try RunningFleet(store: owner)
    try Self.grant("livery_worker", in: fleet, owner: owner)
    let working = try RunningFleet(
      topology: false, migrated: false, at: fleet.endpoint, store: worker)
    let ride = try Self.work(working)
    let shown = try working.tool("ride", ride)
    #expect(shown.code == 0, "\(shown.errors)")
    try Self.expectHousekeeping(of: working, owner: owner)
    Self.expectRefusals(as: worker)
    try DatabaseStatements.run("REVOKE SELECT ON rides FROM livery_worker", on: owner)
    try Self.expectDenial(working.tool("rides"))
  }

  @Test(
    "A role that reads, and one for dead letters, get from the command all that they need",
    arguments: [
      ("--read-only", [["rides"], ["vehicles"], ["dead-letters", "list"]]),
      ("--redriver", [["dead-letters", "list"]]),
    ])
  func otherRoles(option: String, commands: [[String]]) throws {
    let server = try Self.serverOfRunbook()
    try server.administer("CREATE ROLE livery_other LOGIN PASSWORD 'secret'")
    let owner = server.url(of: "livery_owner")
    let fleet = try RunningFleet(store: owner)
    try Self.grant("livery_other", option, in: fleet, owner: owner)
    let other = try RunningFleet(
      topology: false, migrated: false, at: fleet.endpoint,
      store: server.url(of: "livery_other"))
    for command in commands {
      let result = try other.tool(command)
      #expect(result.code == 0, "\(command): \(result.errors)")
    }
  }

  /// A server with the roles and the database that the runbook makes.
  private static func serverOfRunbook() throws -> PrivateDatabaseServer {
    let server = try PrivateDatabaseServer()
    let blocks = try statementsOfRunbook()
    try #require(blocks.count == 1)
    // The server has a database of the name already.
    for statement in blocks[0].replacing("DATABASE livery", with: "DATABASE fleet")
      .replacing("…", with: "secret").split(separator: ";")
    {
      try server.administer(String(statement))
    }
    return server
  }

  /// Gives a role what the command prints for it.
  private static func grant(
    _ role: String, _ options: String..., in fleet: RunningFleet, owner: String
  ) throws {
    let grants = try fleet.tool(["database", "permissions", role] + options)
    try #require(grants.code == 0, "\(grants.errors)")
    try DatabaseStatements.run(grants.output, on: owner)
  }

  /// Lets a fleet book a ride, tell of it and cancel it; gives back the ride.
  private static func work(_ working: RunningFleet) throws -> String {
    try working.startAndWait()
    let client = try TestClient(working)
    #expect(try client.ask("vehicle.update", Bodies.vehicle("veh-1")).code == "success")
    try waitUntil("a list shows the sedan") {
      try client.ask("list-ride-options.handle", Bodies.list()).code == "success"
    }
    let rider = "rider-1"
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: rider))
    let ride = try #require(booked.ride)
    for type in ["start-updates", "stop-updates", "handle"] {
      let answer = try client.ask("get-ride-status.\(type)", Bodies.status(rider: rider))
      #expect(answer.ride == ride, "\(type)")
    }
    let cancelled = Bodies.status(rider: rider, ride: ride)
    #expect(try client.ask("cancel-ride.handle", cancelled).code == "success")
    for worker in working.workers { #expect(worker.stop() == 0, "\(worker.log)") }
    return ride
  }

  private static func expectRefusals(as worker: String) {
    for refused in ["DELETE FROM rides", "UPDATE ledger SET line = 1", "DROP TABLE rides"] {
      #expect(throws: DatabaseFixtureError.self, "\(refused)") {
        try DatabaseStatements.run(refused, on: worker)
      }
    }
  }

  /// A missing grant is reported as one, with what it is missing for.
  private static func expectDenial(_ result: (code: Int32, output: String, errors: String)) {
    #expect(result.code == ExitCode.denied.rawValue, "\(result)")
    #expect(result.errors.contains("permission denied for table rides"), "\(result)")
  }

  /// It prunes with the rights of a worker; without one of them it fails, and the rest goes on.
  private static func expectHousekeeping(of fleet: RunningFleet, owner: String) throws {
    let working = try housekeeping(of: fleet)
    #expect(working.missing.map(\.what) == ["draining"] && working.housekeeping == nil)
    try DatabaseStatements.run("REVOKE DELETE ON outcomes FROM livery_worker", on: owner)
    let failing = try housekeeping(of: fleet)
    #expect(failing.missing.map(\.what) == ["draining"] && failing.housekeeping?.count == 1)
  }

  /// What the maintenance of the store shows once its first housekeeping is done.
  private static func housekeeping(of fleet: RunningFleet) throws -> Readiness {
    let stopSignal = StopSignal()
    let health = FleetHealth(lanes: [], stopSignal: stopSignal)
    let board = SupplyCache()
    let location = try fleet.location()
    let log = Log(level: .error, sink: { _ in true })
    var maintenance = StoreMaintenance(
      location: location, cache: board, health: health, log: log,
      clock: ClockWatch(limitSeconds: 30), housekeeping: Housekeeping(afterSeconds: 0, log: log))
    let stopper = Fleet.Thread {
      // The turn that fills the board comes to its end, with the housekeeping.
      while !board.isFilled, !stopSignal.wait(for: .milliseconds(5)) {}
      stopSignal.stop()
    }
    maintenance.run(until: stopSignal) { error in Issue.record(error) }
    stopper.join()
    return health.answers().readiness
  }

  /// The SQL that the runbook shows, a text for each block.
  private static func statementsOfRunbook() throws -> [String] {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("deploy/runbook/PostgreSQL.md"),
      encoding: .utf8)
    return page.components(separatedBy: "```sql\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }
}

extension PrivateDatabaseServer {
  /// Of the database as a role of the runbook.
  fileprivate func url(of role: String) -> String {
    "postgresql://\(role):secret@127.0.0.1:\(port)/fleet"
  }
}
