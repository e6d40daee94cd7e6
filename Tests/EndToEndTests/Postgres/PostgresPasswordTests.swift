import BrokerFixture
import DatabaseFixture
import Foundation
import Messages
import Testing

@Suite("Workers whose PostgreSQL password is changed", .blocking)
struct PostgresPasswordTests {
  @Test("They answer with the password that is in the file then, and none is started again")
  func rotation() throws {
    let server = try PrivateDatabaseServer()
    let fleet = try RunningFleet(store: server.url)
    let file = fleet.folder.appendingPathComponent("store-url")
    try server.url.write(to: file, atomically: true, encoding: .utf8)
    let probes = [Probe(), Probe()]
    let workers = try zip(["request-ride-worker", "status-query-worker"], probes).map {
      try start($0, in: fleet, storeIn: file, $1)
    }
    let client = try TestClient(fleet)
    let ride = try #require(
      try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1")).ride)

    try server.administer("ALTER ROLE livery PASSWORD 'second-password'")
    let url = server.url.replacing(try server.password(), with: "second-password")
    try url.write(to: file, atomically: true, encoding: .utf8)
    for worker in workers {
      try waitUntil("it is read: \(worker.log)") { worker.log.contains("\"store_url_reloaded\"") }
    }
    try server.administer(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'livery'")
    #expect(throws: DatabaseFixtureError.self, "the first password lets nobody in") {
      try DatabaseStatements.run("SELECT 1", on: server.url)
    }

    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-2"))
    #expect(booked.code == "inProgress", "\(booked.body)")
    let asked = try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-1"))
    #expect(asked.ride == ride)
    for (worker, probe) in zip(workers, probes) {
      try waitUntil("it is ready: \(worker.log)") { try probe.missing() == "" }
      #expect(worker.log.split(separator: "\n").count { $0.contains("\"worker_started\"") } == 1)
      #expect(!worker.log.contains("second-password"))
      #expect(worker.stop() == 0)
    }
  }

  /// Starts a worker that has the URL of its store from a file, and waits until it works.
  private func start(
    _ name: String, in fleet: RunningFleet, storeIn file: URL, _ probe: Probe
  ) throws -> WorkerProcess {
    var environment = fleet.environment.merging(probe.setting) { $1 }
    environment["LIVERY_STORE"] = nil
    environment["LIVERY_STORE_FILE"] = file.path
    let worker = try WorkerProcess(name, environment: environment, folder: fleet.folder)
    try waitUntil("\(name) is connected: \(worker.log)") {
      worker.log.contains("\"lane_connected\"") || !worker.isRunning
    }
    return worker
  }
}
