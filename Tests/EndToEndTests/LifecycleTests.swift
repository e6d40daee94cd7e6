import AMQP
import BrokerFixture
import Foundation
import MachineFixture
import Messages
import Testing

@Suite("Workers that start, stop and lose what they need", .blocking)
struct LifecycleTests {
  @Test("SIGTERM ends each worker with exit code 0", arguments: RunningFleet.allWorkers)
  func stops(worker name: String) throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait([name])
    #expect(fleet.workers[0].stop() == 0)
    #expect(fleet.workers[0].log.contains("\"worker_stopped\""))
  }

  @Test("SIGINT and SIGHUP end a worker with exit code 0 too", arguments: [SIGINT, SIGHUP])
  func isInterrupted(by signal: Int32) throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["list-options-worker"])
    #expect(fleet.workers[0].end(by: signal) == 0)
    #expect(fleet.workers[0].log.contains("\"worker_stopped\""))
  }

  @Test("A log without a reader delays neither work nor stop, and dropped lines are reported later")
  func unreadLog() throws {
    let fleet = try RunningFleet()
    let pipe = Pipe()
    let worker = try fleet.start("list-options-worker", log: pipe.fileHandleForWriting)
    let client = try TestClient(fleet)
    func askInVain() throws {
      // Each refusal is a line, and a pipe has room for 64 KiB.
      for _ in 0..<500 {
        #expect(try client.ask("list-ride-options.handle", "{").reason == "malformedJSON")
      }
    }
    try askInVain()
    _ = Self.taken(from: pipe)
    #expect(try client.ask("list-ride-options.handle", "{").reason == "malformedJSON")
    var told = ""
    try waitUntil("the loss is told: \(told)") {
      told += Self.taken(from: pipe)
      return told.contains(#""event":"log_lines_dropped","worker":"list-options-worker","#)
    }
    try askInVain()
    #expect(worker.stop() == 0)
  }

  /// What is in a pipe, without waiting for more.
  private static func taken(from pipe: Pipe) -> String {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test(
    "A worker that is stopped during its work finishes its batches, and another handles the rest")
  func drains() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    let identifiers = (0..<3_000).map { "m-\($0)" }
    try client.publish(
      identifiers.map {
        client.request(
          "request-ride.handle", Bodies.booking(rider: "rider-\($0)"), id: $0, correlation: $0,
          family: .requestRide)
      })
    var answered = [try #require(try client.nextReply(within: Patience.limit))]
    #expect(fleet.workers[0].stop() == 0)
    var rest = 0
    try waitUntil(
      """
      what is not answered is still queued: \(answered.count) answers, \(rest) ready, answered are \
      \(Set(answered.compactMap(\.properties.correlationID)).count): \(fleet.workers[0].log)
      """
    ) {
      while let reply = try client.nextReply(within: .zero) { answered.append(reply) }
      rest = try client.readyMessages(in: QueueFamily.requestRide.queue)
      return rest == identifiers.count - answered.count
    }
    #expect(0 < answered.count && answered.count < identifiers.count, "\(answered.count)")

    try fleet.startAndWait(["request-ride-worker"])
    while answered.count < identifiers.count {
      answered.append(
        try #require(try client.nextReply(within: Patience.limit), "\(answered.count)"))
    }
    try waitUntil("the queue is empty") {
      try client.readyMessages(in: QueueFamily.requestRide.queue) == 0
    }
    while let reply = try client.nextReply(within: Patience.quiet) { answered.append(reply) }
    #expect(
      answered.compactMap(\.properties.correlationID).sorted() == identifiers.sorted(),
      "a clean stop loses nothing and repeats nothing")
  }

  @Test("Every mistake in the environment has its own line, and the exit code is 78")
  func configurationMistakes() throws {
    let fleet = try RunningFleet(topology: false, migrated: false)
    let worker = try fleet.start(
      "list-options-worker", ["LIVERY_LANES": "many", "LIVERY_PREFETCHES": "5"])
    #expect(worker.exitCode() == 78)
    let lines = worker.log.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.contains { $0.contains("LIVERY_LANES") && $0.contains("many") })
    #expect(lines.contains { $0.contains("LIVERY_PREFETCHES") && $0.contains("LIVERY_PREFETCH") })
  }

  @Test("Every mistake of a catalogue has a line with its path, and the exit code is 78")
  func catalogueMistakes() throws {
    let fleet = try RunningFleet(topology: false, migrated: false)
    let good = try String(contentsOfFile: Repository.catalogue, encoding: .utf8)
    let bad = fleet.folder.appendingPathComponent("bad.json")
    try good.replacing("\"multiplier\": \"1.25\"", with: "\"multiplier\": \"0.9\"")
      .replacing("\"minimum\": 4,", with: "\"minimum\": 5,")
      .write(to: bad, atomically: true, encoding: .utf8)
    let worker = try fleet.start("list-options-worker", ["LIVERY_CATALOGUE": bad.path])
    #expect(worker.exitCode() == 78)
    let lines = worker.log.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.contains { $0.contains("serviceAreas[0].specialPricing[0].multiplier") })
    #expect(lines.contains { $0.contains("serviceAreas[0].products[2].pricing.tiers[2].minimum") })
  }

  @Test("A database that was not migrated is refused with exit code 65")
  func notMigrated() throws {
    let fleet = try RunningFleet(migrated: false)
    let worker = try fleet.start("request-ride-worker")
    #expect(worker.exitCode() == 65)
    #expect(worker.log.contains("livery migrate"))
  }

  @Test("A database that lacks a table is refused with exit code 65 by a worker and by the tool")
  func lackingTable() throws {
    let fleet = try RunningFleet()
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('DROP TABLE vehicles')"
    let path = fleet.folder.appendingPathComponent("rides.db").path
    let other = try WorkerProcess(
      "/usr/bin/python3", environment: [:], folder: fleet.folder, arguments: ["-c", script, path])
    try #require(other.exitCode() == 0, "\(other.log)")
    let worker = try fleet.start("request-ride-worker")
    #expect(worker.exitCode() == 65)
    #expect(worker.log.contains("lacks the table vehicles"))
    for command in ["rides", "migrate"] {
      let result = try fleet.tool(command)
      #expect(result.code == 65)
      #expect(result.errors.contains("lacks the table vehicles"))
    }
  }

  @Test("A worker without its queue says which, and works as soon as it is there")
  func missingQueue() throws {
    let fleet = try RunningFleet(topology: false)
    let worker = try fleet.start("request-ride-worker")
    try waitUntil("the missing queue is named") {
      worker.log.contains("livery.request-ride") && worker.log.contains("lane_connection_lost")
    }
    try fleet.applyTopology()
    let client = try TestClient(fleet)
    #expect(
      try client.ask("request-ride.handle", Bodies.booking(rider: "r")).code == "inProgress")
  }

  @Test("A worker whose connections the broker closes reconnects and continues")
  func connectionsClosed() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker"])
    try TestBroker.control(
      "close_all_connections", "--vhost", fleet.endpoint.virtualHost, "closed by a test")
    let worker = fleet.workers[0]
    try waitUntil("the loss is logged: \(worker.log)") {
      worker.log.contains("lane_connection_lost")
    }
    let client = try TestClient(fleet)
    #expect(
      try client.ask("request-ride.handle", Bodies.booking(rider: "r")).code == "inProgress")
  }

  @Test("The probes say what is missing, and then that nothing is")
  func probes() throws {
    let fleet = try RunningFleet(topology: false)
    let probe = Probe()
    try fleet.start("request-ride-worker", probe.setting)
    try waitUntil("it lives") { try probe.isLive() }
    try waitUntil("it is not ready for want of a consumer") {
      try probe.lacksConsumer(ofLane: 1)
    }
    try fleet.applyTopology()
    try waitUntil("it is ready") { try probe.missing() == "" }
  }

  @Test("A worker with another payment system than those before it says so, and is not ready")
  func otherPayments() throws {
    let fleet = try RunningFleet()
    let (first, other) = (Probe(), Probe())
    let payments = ["LIVERY_PAYMENTS": "amqp"]
    try fleet.start("dispatch-worker", first.setting.merging(payments) { $1 })
    try waitUntil("the first is ready") { try first.missing() == "" }
    let worker = try fleet.start("request-ride-worker", other.setting)
    try waitUntil("the other lacks their payment system: \(worker.log)") {
      try other.missing()?.contains(#""what":"payments""#) == true
    }
    #expect(worker.log.contains(#""setting":"payments","value":"built-in""#))
    #expect(try other.metrics().contains(#"livery_setting_differs{setting="payments"} 1"#))
    #expect(try first.metrics().contains(#"livery_setting_differs{setting="payments"} 0"#))
    #expect(try first.missing() == "")
  }
}
