import BrokerFixture
import DatabaseFixture
import Foundation
import Messages
import RideStore
import Rides
import Testing

@Suite("A fleet on PostgreSQL", .blocking)
struct PostgresTests {
  @Test("A rider lists, books, asks and cancels, after `migrate` has made the tables")
  func mainPath() throws {
    let database = try TestDatabase(.nothing)
    let fleet = try RunningFleet(migrated: false, store: database.url)
    let migrated = try fleet.tool("migrate")
    #expect(migrated.code == 0, "\(migrated.errors)")
    #expect(migrated.output.contains("schema none → "))
    try fleet.startAndWait()
    let client = try TestClient(fleet)
    #expect(try client.ask("vehicle.update", Bodies.vehicle("veh-1")).code == "success")
    try waitUntil("a list shows the sedan") {
      try client.ask("list-ride-options.handle", Bodies.list()).code == "success"
    }
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let ride = try #require(booked.ride)
    // The vehicle may come to the ride after its booking was answered.
    try waitUntil("the ride has its vehicle") {
      let asked = try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-1"))
      return asked.ride == ride && asked.phase == "confirmed"
    }
    let cancelled = try client.ask(
      "cancel-ride.handle", Bodies.status(rider: "rider-1", ride: ride))
    #expect(cancelled.code == "success")
    let phases = try fleet.histories(of: [ride])[ride]?.map(\.phase)
    let start: [RidePhase] = booked.phase == "confirmed" ? [] : [.received]
    #expect(phases == start + [.confirmed, .completed])
    let shown = try fleet.tool("ride", ride)
    #expect(shown.code == 0)
    #expect(shown.output.contains("canceledByUser"))
    for worker in fleet.workers { #expect(worker.stop() == 0, "\(worker.name): \(worker.log)") }
  }

  @Test("The store's URL can be in a file, and no output of worker or tool has its password")
  func secrets() throws {
    let database = try TestDatabase()
    let fleet = try RunningFleet(migrated: false, store: database.url)
    let password = try #require(URLComponents(string: database.url)?.password)
    let file = fleet.folder.appendingPathComponent("store")
    try "\(database.url)\n".write(to: file, atomically: true, encoding: .utf8)
    var environment = fleet.environment
    environment["LIVERY_STORE"] = nil
    environment["LIVERY_STORE_FILE"] = file.path
    var texts: [String] = []
    for arguments in [["--print-config"], []] {
      let worker = try WorkerProcess(
        "request-ride-worker", environment: environment, folder: fleet.folder, arguments: arguments)
      if arguments.isEmpty {
        try waitUntil("it works: \(worker.log)") { worker.log.contains("\"lane_connected\"") }
      }
      #expect(arguments.isEmpty ? worker.stop() == 0 : worker.exitCode() == 0)
      texts += [worker.log, worker.output]
    }
    #expect(texts.joined().contains("LIVERY_STORE=postgresql://***@127.0.0.1:"))
    let migrated = try fleet.tool("migrate")
    texts += [migrated.output, migrated.errors]
    #expect(!texts.joined().contains(password))
  }

  @Test("A wrong password is reported without it, and the worker waits for a correction")
  func wrongPassword() throws {
    let database = try TestDatabase()
    var components = try #require(URLComponents(string: database.url))
    components.password = "hunter2"
    let fleet = try RunningFleet(
      topology: false, migrated: false, store: components.string)
    let migrated = try fleet.tool("migrate")
    #expect(migrated.code == 69, "\(migrated.errors)")
    #expect(migrated.errors.contains("password authentication failed"))
    let worker = try fleet.start("request-ride-worker")
    try waitUntil("it says so") { worker.log.contains("password authentication failed") }
    #expect(worker.stop() == 0)
    #expect(!(migrated.errors + worker.log).contains("hunter2"))
  }

  @Test("A database that was not migrated is refused with exit code 65")
  func notMigrated() throws {
    let database = try TestDatabase(.nothing)
    let fleet = try RunningFleet(topology: false, migrated: false, store: database.url)
    let worker = try fleet.start("request-ride-worker")
    #expect(worker.exitCode() == 65)
    #expect(worker.log.contains("livery migrate"))
  }

  @Test(
    "A worker continues with a newer revision of the schema, and ends with 65 with a newer version")
  func newerSchema() throws {
    let database = try TestDatabase()
    let fleet = try RunningFleet(migrated: false, store: database.url)
    try fleet.startAndWait(["list-options-worker"])
    let worker = try fleet.worker("list-options-worker")
    let newest = "SELECT max(version) FROM livery_schema"
    try database.run(
      "INSERT INTO livery_schema (version, revision, name) VALUES ((\(newest)), 99, 'an index')")
    let turns = worker.log.turns
    try waitUntil("the schema was checked") {
      worker.log.turns > turns + 1 || !worker.isRunning
    }
    #expect(worker.isRunning, "\(worker.log)")
    #expect(try fleet.tool("migrate").output.contains("nothing to do"))
    try database.run(
      "INSERT INTO livery_schema (version, name) VALUES ((\(newest)) + 1, 'another column')")
    #expect(worker.exitCode() == 65)
    #expect(worker.log.contains("newer build"))
  }

  @Test("A URL that libpq cannot use ends worker and tool with exit code 78, and is not quoted")
  func wrongURL() throws {
    let fleet = try RunningFleet(
      topology: false, migrated: false, store: "postgres://livery:hunter2%@db/livery")
    let worker = try fleet.start("request-ride-worker")
    #expect(worker.exitCode() == 78)
    let migrated = try fleet.tool("migrate")
    #expect(migrated.code == 78)
    for text in [worker.log, migrated.errors] {
      #expect(text.contains("LIVERY_STORE") && text.contains("libpq"), "\(text)")
      #expect(!text.contains("hunter2"))
    }
  }

  @Test("Of four `livery migrate` at once each succeeds, and one has made the tables")
  func migratesAtOnce() throws {
    let database = try TestDatabase(.nothing)
    let fleet = try RunningFleet(topology: false, migrated: false, store: database.url)
    let dependencies = try (1...4).map { _ in
      try WorkerProcess(
        "livery", environment: fleet.environment, folder: fleet.folder, arguments: ["migrate"])
    }
    #expect(dependencies.map { $0.exitCode() } == [0, 0, 0, 0], "\(dependencies.map(\.log))")
    #expect(dependencies.count { $0.output.contains("schema none → ") } == 1)
    #expect(dependencies.count { $0.output.contains("nothing to do") } == 3)
  }
}

extension String {
  /// How many rounds the maintenance of the store has made, by a log.
  fileprivate var turns: Int {
    split(separator: "\n").count { $0.contains("\"supply_refreshed\"") }
  }
}
