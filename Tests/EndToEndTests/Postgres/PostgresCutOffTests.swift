import BrokerFixture
import DatabaseFixture
import Foundation
import Messages
import Testing

@Suite("A worker that is cut off from PostgreSQL beside one that is not", .blocking)
struct PostgresCutOffTests {
  @Test("What it was delivered is answered by the other while it is cut off; then it works again")
  func answeredMeanwhile() throws {
    let server = try PrivateDatabaseServer()
    let fleet = try RunningFleet(store: server.url)
    let link = try Link(server)
    let probe = Probe()
    try fleet.startAndWait(["request-ride-worker"])
    try fleet.startAndWait(
      ["request-ride-worker"], probe.setting.merging(["LIVERY_STORE": link.url]) { $1 })
    let worker = fleet.workers[1]
    try waitUntil("it is ready: \(worker.log)") { try probe.missing() == "" }
    let client = try TestClient(fleet)

    try link.cut()
    defer { try? link.mend() }
    var bookings = Bookings(count: 200)
    try bookings.publish(by: client)
    try bookings.take(until: 200, from: client)
    #expect(worker.log.contains("\"store_unavailable\""), "it has had none of them")
    #expect(try probe.missing()?.contains(#""what":"store""#) == true)
    #expect(try probe.isLive())
    // What comes now is not delivered to it.
    for rider in ["rider-1", "rider-2", "rider-3"] {
      let answer = try client.ask("request-ride.handle", Bodies.booking(rider: rider), id: rider)
      #expect(answer.code == "inProgress")
    }
    #expect(!worker.log.contains("lane_connection_lost"))

    try link.mend()
    try waitUntil("it is ready again: \(worker.log)") { try probe.missing() == "" }
    try bookings.expectOneRideEach(in: fleet)
    #expect(fleet.workers[0].stop() == 0)
    #expect(
      try client.ask("request-ride.handle", Bodies.booking(rider: "rider-4")).code == "inProgress")
    #expect(worker.log.contains("\"store_recovered\""))
  }

  @Test("SIGTERM ends it at once")
  func stops() throws {
    let server = try PrivateDatabaseServer()
    let fleet = try RunningFleet(store: server.url)
    let link = try Link(server)
    try fleet.startAndWait(
      ["request-ride-worker"], ["LIVERY_STORE": link.url, "LIVERY_DRAIN_SECONDS": "5"])
    let client = try TestClient(fleet)
    try link.cut()
    defer { try? link.mend() }
    try client.publish([
      client.request(
        "request-ride.handle", Bodies.booking(rider: "rider-1"), id: "rider-1",
        correlation: "rider-1", family: .requestRide)
    ])
    let queue = QueueFamily.requestRide.queue
    try waitUntil("it has given the message back: \(fleet.workers[0].log)") {
      try client.consumers(of: queue) == 0 && client.readyMessages(in: queue) == 1
    }
    #expect(fleet.workers[0].stop() == 0, "the drain would end with 75")
  }
}

/// The way to a server of a role of its own: cut off, its sessions are silent and there are no
/// others.
private final class Link {
  let url: String
  private let server: PrivateDatabaseServer
  private var sessions: [pid_t] = []

  init(_ server: PrivateDatabaseServer) throws {
    self.server = server
    let password = try server.password()
    try server.administer("CREATE ROLE cut LOGIN PASSWORD '\(password)' IN ROLE livery")
    url = server.url.replacing("//livery:", with: "//cut:")
  }

  func cut() throws {
    try server.administer("ALTER ROLE cut NOLOGIN")
    sessions = try server.administer("SELECT pid FROM pg_stat_activity WHERE usename = 'cut'")
      .split(separator: "\n").compactMap { pid_t($0) }
    for session in sessions { kill(session, SIGSTOP) }
  }

  func mend() throws {
    for session in sessions { kill(session, SIGCONT) }
    try server.administer("ALTER ROLE cut LOGIN")
  }
}
