import BrokerFixture
import DatabaseFixture
import Fleet
import Foundation
import MachineFixture
import Messages
import Testing

@Suite("Workers whose PostgreSQL is away", .blocking)
struct PostgresOutageTests {
  @Test("A worker waits for a server that is down, living and not ready, and then answers")
  func waitsForTheServer() throws {
    let server = try PrivateDatabaseServer()
    let fleet = try RunningFleet(store: server.url)
    try server.stop()
    let port = FreePort.next()
    let page = "http://127.0.0.1:\(port)"
    let worker = try fleet.start("request-ride-worker", ["LIVERY_PROBE_PORT": "\(port)"])
    try expectUnready(page, worker)
    try server.start()
    let client = try TestClient(fleet)
    #expect(try ask(client, "rider-1").code == "inProgress")
    try waitUntil("it is ready") { try Page.get("\(page)/readyz").status == "200" }

    try server.stop()
    try client.publish([booking(client, "rider-2")])
    try expectUnready(page, worker)
    #expect(try client.nextReply(within: .milliseconds(500)) == nil)
    try server.start()
    #expect(try client.answer(to: "rider-2").code == "inProgress")
    try waitUntil("it is ready") { try Page.get("\(page)/readyz").status == "200" }
    #expect(worker.log.contains("\"store_recovered\""))
    #expect(!worker.log.contains("lane_connection_lost"))
  }

  @Test("SIGTERM ends a worker that waits for its server in order, and its message stays")
  func stopsWhileItWaits() throws {
    let server = try PrivateDatabaseServer()
    let fleet = try RunningFleet(store: server.url)
    // The drain would end with 75.
    try fleet.startAndWait(["request-ride-worker"], ["LIVERY_DRAIN_SECONDS": "20"])
    let client = try TestClient(fleet)
    try server.stop()
    try client.publish([booking(client, "rider-1")])
    let worker = fleet.workers[0]
    try waitUntil("the lane waits: \(worker.log)") { worker.log.contains("\"lane_waiting\"") }
    #expect(worker.stop() == 0, "\(worker.log)")
    try waitUntil("the message is back") {
      try client.readyMessages(in: QueueFamily.requestRide.queue) == 1
    }
    let early = try fleet.start("request-ride-worker", ["LIVERY_DRAIN_SECONDS": "20"])
    try waitUntil("it looks for the store") { early.log.contains("\"store_unavailable\"") }
    #expect(early.stop() == 0, "\(early.log)")
    try server.start()
    try fleet.startAndWait(["request-ride-worker"])
    #expect(try client.answer(to: "rider-1").code == "inProgress")
  }

  @Test("A silent server is waited for, and messages that arrive meanwhile are answered")
  func halted() throws {
    let server = try PrivateDatabaseServer()
    let fleet = try RunningFleet(store: server.url)
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    #expect(try ask(client, "rider-1").code == "inProgress")
    try server.halt()
    try client.publish([booking(client, "rider-2")])
    let worker = fleet.workers[0]
    try waitUntil("the lane gives the batch up: \(worker.log)") {
      worker.log.contains("\"lane_waiting\"")
    }
    try server.resume()
    #expect(try client.answer(to: "rider-2").code == "inProgress")
    #expect(!worker.log.contains("lane_connection_lost"))
    #expect(try fleet.unfinishedRides(of: ["rider-1", "rider-2"]).count == 2)
    try server.halt()
    defer { try? server.resume() }
    #expect(worker.stop() == 0, "\(worker.log)")
  }

  @Test("Killed again and again amid bookings, the server has a ride for each, and one only")
  func killedAmidBookings() throws {
    let server = try PrivateDatabaseServer(keepsSafe: true)
    let fleet = try RunningFleet(store: server.url)
    try fleet.startAndWait(["request-ride-worker"], ["LIVERY_PREFETCH": "32"])
    let client = try TestClient(fleet)
    var bookings = Bookings(count: 1_000)
    try bookings.publish(by: client)
    for part in 1...5 {
      try bookings.take(until: part * 150, from: client)
      try server.killNow()
      try server.start()
    }
    try bookings.take(until: bookings.riders.count, from: client)
    try bookings.expectOneRideEach(in: fleet)
    #expect(fleet.workers[0].log.contains("\"lane_waiting\""), "a kill hit amid the work")
    #expect(fleet.workers[0].isRunning)
  }

  @Test("A lock on a whole table is waited for; nothing is lost or disconnected")
  func locked() throws {
    let server = try PrivateDatabaseServer()
    let fleet = try RunningFleet(store: server.url)
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    #expect(try ask(client, "rider-1").code == "inProgress")
    Fleet.Thread { [url = server.url] in
      _ = try? DatabaseStatements.run(
        "BEGIN; LOCK TABLE rides IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(3600)", on: url)
    }.detach()
    try waitUntil("the lock is held") {
      try server.administer("SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock'")
        .contains("1")
    }
    var bookings = Bookings(count: 50)
    try bookings.publish(by: client)
    let worker = fleet.workers[0]
    try waitUntil("a statement has been given up: \(worker.log)") {
      worker.log.contains("\"lane_waiting\"")
    }
    try server.administer(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE mode = 'AccessExclusiveLock'")
    try bookings.take(until: 50, from: client)
    try bookings.expectOneRideEach(in: fleet)
    #expect(worker.log.contains("lock timeout"), "\(worker.log)")
    #expect(!worker.log.contains("lane_connection_lost"))
  }

  private func expectUnready(_ page: String, _ worker: WorkerProcess) throws {
    try waitUntil("it is not ready for want of the store: \(worker.log)") {
      let answer = try Page.get("\(page)/readyz")
      return answer.status == "503" && answer.body.contains("store")
    }
    #expect(try Page.get("\(page)/livez").status == "200")
  }

  private func ask(_ client: TestClient, _ rider: String) throws -> Answer {
    try client.ask("request-ride.handle", Bodies.booking(rider: rider))
  }

  private func booking(_ client: TestClient, _ rider: String) -> Publication {
    client.request(
      "request-ride.handle", Bodies.booking(rider: rider), id: rider, correlation: rider,
      family: .requestRide)
  }
}
