import BrokerFixture
import DatabaseFixture
import Messages
import Testing

@Suite("Workers whose PostgreSQL fails over", .blocking)
struct PostgresFailoverTests {
  @Test("With a synchronous standby every confirmed booking outlives its primary")
  func promotedStandby() throws {
    let primary = try PrivateDatabaseServer(keepsSafe: true)
    let standby = try primary.makeStandby(isSynchronous: true)
    let hosts = "127.0.0.1:\(primary.port),127.0.0.1:\(standby.port)"
    let url =
      "postgresql://livery:\(try primary.password())@\(hosts)/livery"
      + "?target_session_attrs=read-write"
    let fleet = try RunningFleet(store: url)
    try fleet.startAndWait(["request-ride-worker"], ["LIVERY_PREFETCH": "32"])
    let client = try TestClient(fleet)
    var bookings = Bookings(count: 2_000)
    try bookings.publish(by: client)
    try bookings.take(until: 150, from: client)

    try primary.killNow()
    let confirmed = Set(bookings.answers.values.joined())
    try standby.promote()
    try bookings.take(until: bookings.riders.count, from: client)
    try bookings.expectOneRideEach(in: fleet)
    let kept = try fleet.histories(of: confirmed)
    #expect(kept.values.allSatisfy { !$0.isEmpty })
    let worker = fleet.workers[0]
    try waitUntil("the worker has its store again: \(worker.log)") {
      worker.log.contains("\"store_recovered\"")
    }
    #expect(worker.stop() == 0)
  }

  @Test("A booking that no standby has kept is not confirmed, not even after the primary restarts")
  func standbyAway() throws {
    let primary = try PrivateDatabaseServer(keepsSafe: true)
    let standby = try primary.makeStandby(isSynchronous: true)
    let fleet = try RunningFleet(store: primary.url)
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    let worker = fleet.workers[0]
    try standby.halt()
    var bookings = Bookings(count: 1)
    try bookings.publish(by: client)
    try waitUntil("the commit has been given up: \(worker.log)") {
      worker.log.contains("\"lane_waiting\"")
    }
    try primary.killNow()
    try primary.start()
    // The worker finds what it had stored, and that it has done so only here.
    try waitUntil("the primary has the ride") {
      try fleet.unfinishedRides(of: ["booker-1"]).count == 1
    }
    #expect(try client.nextReply(within: .seconds(7)) == nil)
    try standby.resume()
    try bookings.take(until: 1, from: client)
    try bookings.expectOneRideEach(in: fleet)
  }
}
