import AMQP
import BrokerFixture
import DatabaseFixture
import Foundation
import MachineFixture
import Messages
import Testing

@Suite(
  "Workers whose broker and database have names", .blocking, .privateBroker, .serialized,
  .enabled(if: MachineNames.arePossible, "mounts need root"))
struct HostNameTests {
  private let broker = "broker.livery.test"
  private let database = "database.livery.test"

  @Test("Without a name server a worker that starts is live and not ready, and stops at once")
  func startsWithoutNameServer() throws {
    let fleet = try RunningFleet(at: try PrivateBrokerTrait.broker().endpoint)
    let names = try MachineNames(in: fleet.folder)
    names.silence()
    let probe = Probe()
    let worker = try names.start(
      "request-ride-worker", in: fleet,
      settings(fleet, probe).merging(["LIVERY_DRAIN_SECONDS": "5"]) { $1 })
    try waitUntil("it waits for the name server: \(worker.log)") {
      (try? probe.missing())??.contains("host-names") == true
    }
    try waitUntil("the look-up is given up: \(worker.log)") {
      worker.log.contains("LOOKUP_TIMEOUT: no name server has answered for '\(broker)' within 2.0")
    }
    #expect(try probe.isLive() && probe.lacksConsumer(ofLane: 1))
    // A look-up takes 50 seconds here, and the drain would end with 75.
    #expect(worker.stop() == 0, "\(worker.log)")
    #expect(worker.log.contains("\"worker_stopped\""))
  }

  @Test("A worker that loses the broker while no name server answers comes back to it")
  func losesBroker() throws {
    let node = try PrivateBrokerTrait.broker()
    let fleet = try RunningFleet(at: node.endpoint)
    let names = try MachineNames(in: fleet.folder)
    let probe = Probe()
    let worker = try names.start("request-ride-worker", in: fleet, settings(fleet, probe))
    try waitUntil("it is ready: \(worker.log)") { (try? probe.missing()) == "" }
    names.silence()
    try node.control("close_all_connections", "--vhost", "/", "closed by a test")
    let client = try TestClient(fleet)
    #expect(
      try client.ask("request-ride.handle", Bodies.booking(rider: "r")).code == "inProgress")
    #expect(worker.isRunning && !worker.log.contains("LOOKUP_TIMEOUT"), "\(worker.log)")
    #expect(worker.stop() == 0)
  }

  @Test("A worker that loses its database while no name server answers keeps its broker")
  func losesDatabase() throws {
    let server = try PrivateDatabaseServer()
    let node = try PrivateBrokerTrait.broker()
    try node.control("eval", "application:set_env(rabbit, heartbeat, 5).")
    defer { _ = try? node.control("eval", "application:set_env(rabbit, heartbeat, 60).") }
    let fleet = try RunningFleet(at: node.endpoint, store: server.url)
    let names = try MachineNames(in: fleet.folder)
    let probe = Probe()
    let worker = try names.start("request-ride-worker", in: fleet, settings(fleet, probe))
    try waitUntil("it is ready: \(worker.log)") { (try? probe.missing()) == "" }
    let client = try TestClient(fleet)
    names.silence()
    try endSessions(of: server)
    var bookings = Bookings(count: 40)
    try bookings.publish(by: client)
    try bookings.take(until: 40, from: client)
    #expect(try probe.isLive())
    #expect(!worker.log.contains("\"lane_connection_lost\""), "\(worker.log)")
    try bookings.expectOneRideEach(in: fleet)
    #expect(worker.stop() == 0)
  }

  @Test("A silent first address of broker and database does not keep a worker from the second")
  func silentFirstAddress() throws {
    let server = try PrivateDatabaseServer()
    let node = try PrivateBrokerTrait.broker()
    let silent = try [
      #require(SilentAddress(port: node.endpoint.port)),
      #require(SilentAddress(port: UInt16(server.port))),
    ]
    let fleet = try RunningFleet(at: node.endpoint, store: server.url)
    let names = try MachineNames(in: fleet.folder)
    for name in [broker, database] { try names.set(name, SilentAddress.text, "127.0.0.1") }
    let probe = Probe()
    let worker = try names.start("request-ride-worker", in: fleet, settings(fleet, probe))
    try waitUntil("it is ready: \(worker.log)") { (try? probe.missing()) == "" }
    let client = try TestClient(fleet)
    #expect(
      try client.ask("request-ride.handle", Bodies.booking(rider: "r")).code == "inProgress")
    #expect(!worker.log.contains("\"store_unavailable\""), "\(worker.log)")
    #expect(!worker.log.contains("\"lane_connection_lost\""), "\(worker.log)")
    #expect(worker.stop() == 0)
    withExtendedLifetime(silent) {}
  }

  /// The settings of a worker to which broker and database are names.
  private func settings(_ fleet: RunningFleet, _ probe: Probe) -> [String: String] {
    var endpoint = fleet.endpoint
    endpoint.host = broker
    return probe.setting.merging([
      "LIVERY_AMQP_URL": RunningFleet.url(of: endpoint),
      "LIVERY_STORE": fleet.store.replacing("127.0.0.1", with: database),
    ]) { $1 }
  }

  private func endSessions(of server: PrivateDatabaseServer) throws {
    try server.administer(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'livery'")
  }
}
