import AMQP
import BrokerFixture
import Foundation
import MachineFixture
import Messages
import Testing

@Suite("Workers that wait for what is away", .blocking, .privateBroker, .serialized)
struct WaitingTests {
  private let queue = QueueFamily.listOptions.queue

  @Test("A lane that waits for the store serves its heartbeats, and stops at once")
  func storeIsAway() throws {
    let broker = try PrivateBrokerTrait.broker()
    let fleet = try RunningFleet(at: broker.endpoint)
    // Its heartbeats are those of before.
    let client = try TestClient(fleet)
    try broker.control("eval", "application:set_env(rabbit, heartbeat, 2).")
    defer { _ = try? broker.control("eval", "application:set_env(rabbit, heartbeat, 60).") }
    try fleet.startAndWait(["PoisonedWorker"])
    try fleet.putStoreAway(true)
    try client.publish([message(client)])
    let worker = fleet.workers[0]
    try waitUntil("the store is missed") { worker.log.contains("\"store_unavailable\"") }
    let missed = ContinuousClock.now
    // After two heartbeats of silence a broker closes the connection.
    try waitUntil("three heartbeats pass") { .now - missed > .seconds(6) }
    try fleet.putStoreAway(false)
    #expect(try client.nextReply(within: Patience.limit) != nil)
    #expect(worker.log.occurrences(of: "\"lane_connected\"") == 1)
    #expect(!worker.log.contains("\"lane_connection_lost\""))

    try fleet.putStoreAway(true)
    try client.publish([message(client)])
    try waitUntil("the store is missed") {
      worker.log.occurrences(of: "\"store_unavailable\"") == 2
    }
    #expect(worker.stop() == 0)
    #expect(try client.readyMessages(in: queue) == 1)
  }

  @Test("A worker is ready only with a consumer: not when its queue is deleted, and then again")
  func queueIsDeleted() throws {
    let fleet = try RunningFleet(at: try PrivateBrokerTrait.broker().endpoint)
    let probe = Probe()
    try fleet.startAndWait(["PoisonedWorker"], probe.setting)
    try waitUntil("it is ready") { try probe.missing() == "" }
    var owner = try AMQPConnection(to: fleet.endpoint, name: "test", timeouts: .patient)
    try owner.deleteQueue(queue)
    try waitUntil("it is not ready") {
      try probe.lacksConsumer(ofLane: 1)
    }
    #expect(try probe.isLive())
    try waitUntil("it says what to do") {
      fleet.workers[0].log.contains("livery topology apply")
    }
    try fleet.applyTopology()
    try waitUntil("it is ready again") { try probe.missing() == "" }
    let client = try TestClient(fleet)
    #expect(try client.consumers(of: queue) == 1)
    try client.publish([message(client)])
    #expect(try client.nextReply(within: Patience.limit) != nil)

    try PrivateBrokerTrait.broker().control("purge_queue", queue)
    #expect(try probe.missing() == "", "a queue that is purged is still consumed")
    owner.close()
  }

  @Test("A worker whose permission is revoked says so, is not ready, and works when it is granted")
  func permissionIsRevoked() throws {
    let broker = try PrivateBrokerTrait.broker()
    let fleet = try RunningFleet(at: broker.endpoint)
    let probe = Probe()
    try fleet.startAndWait(["PoisonedWorker"], probe.setting)
    let client = try TestClient(fleet)
    try broker.control("set_permissions", "guest", ".*", ".*", "^$")
    try broker.control("close_all_connections", "--vhost", "/", "closed by a test")
    let worker = fleet.workers[0]
    try waitUntil("it is told: \(worker.log)") { worker.log.contains("403 ACCESS_REFUSED") }
    try waitUntil("it is not ready") {
      try probe.lacksConsumer(ofLane: 1)
    }
    #expect(try probe.isLive() && worker.isRunning)
    try broker.control("set_permissions", "guest", ".*", ".*", ".*")
    try waitUntil("it is ready again") { try probe.missing() == "" }
    withExtendedLifetime(client) {}
  }

  @Test("SIGTERM ends a worker whose broker accepts connections and sends nothing")
  func silentBroker() throws {
    let server = try RudeServer(closesAtOnce: false)
    let fleet = try RunningFleet(topology: false, at: server.endpoint)
    let worker = try fleet.start("PoisonedWorker")
    try waitUntil("it waits for a first word") { !server.connections.isEmpty }
    #expect(worker.stop() == 0)
    server.end()
  }

  @Test("Fifty lanes of a process try a broker that closes at once five times a second at most")
  func fiftyLanesAndARudeBroker() throws {
    let server = try RudeServer(closesAtOnce: true)
    let started = ContinuousClock.now
    let fleet = try RunningFleet(topology: false, at: server.endpoint)
    let worker = try fleet.start("PoisonedWorker", ["LIVERY_LANES": "50"])
    try waitUntil("it tries") { server.connections.count >= 20 }
    // The first few begin before any has failed; a slow server only sees the others later.
    let later = server.connections.count - 4
    #expect(.now - started >= .milliseconds(200) * (later - 1), "they are spread")
    #expect(worker.stop() == 0)
    server.end()
  }

  @Test("Fifty lanes come back to a broker that was away, and all consume")
  func fiftyLanesComeBack() throws {
    let broker = try PrivateBrokerTrait.broker()
    let fleet = try RunningFleet(at: broker.endpoint)
    let probe = Probe()
    try fleet.startAndWait(["PoisonedWorker"], probe.setting.merging(["LIVERY_LANES": "50"]) { $1 })
    try waitUntil("it is ready") { try probe.missing() == "" }
    try broker.control("stop_app")
    try waitUntil("all lanes have lost it") {
      try probe.lacksConsumer(ofLane: 50)
    }
    try broker.control("start_app")
    try waitUntil("all are back") { try probe.missing() == "" }
    let client = try TestClient(fleet)
    #expect(try client.consumers(of: queue) == 50)
    #expect(fleet.workers[0].stop() == 0)
  }

  private func message(_ client: TestClient) -> Publication {
    client.request(
      "list-ride-options.handle", "{}", id: "m", correlation: "m", family: .listOptions)
  }
}

extension RunningFleet {
  /// Lets the store of the test worker be away, or there again.
  fileprivate func putStoreAway(_ isAway: Bool) throws {
    let marker = store.dropFirst("sqlite:".count) + ".away"
    if isAway {
      try Data().write(to: URL(fileURLWithPath: String(marker)))
    } else {
      try FileManager.default.removeItem(atPath: String(marker))
    }
  }
}

extension String {
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
