import BrokerFixture
import Fleet
import Foundation
import RideStore
import Testing

@Suite("Processes that are started with closed standard descriptors", .blocking)
struct ClosedDescriptorTests {
  private static let requests = [
    "list-options-worker": ("list-ride-options.handle", Bodies.list()),
    "request-ride-worker": ("request-ride.handle", Bodies.booking(rider: "r")),
    "status-query-worker": ("get-ride-status.handle", Bodies.status(rider: "r")),
    "dispatch-worker": ("vehicle.update", Bodies.vehicle("veh-1")),
  ]
  private static let closings: [[Int32]] = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]

  @Test(
    "A worker has /dev/null for what is closed, answers, and stops when it is asked to",
    arguments: closings.map { ("request-ride-worker", $0) }
      + ["list-options-worker", "status-query-worker", "dispatch-worker"].map { ($0, [0, 1, 2]) })
  func works(worker name: String, closed: [Int32]) throws {
    let fleet = try RunningFleet()
    let worker = try start(name, in: fleet, closed: closed)
    for descriptor in closed { #expect(try target(of: descriptor, in: worker) == "/dev/null") }
    let (type, body) = try #require(Self.requests[name])
    _ = try TestClient(fleet).ask(type, body)
    #expect(worker.stop() == 0)
  }

  @Test("A worker without standard error waits as calmly as one that has it")
  func waits() throws {
    let fleet = try RunningFleet()
    let usual = try start("list-options-worker", in: fleet, closed: [])
    let others = try [[2], [0, 1, 2]].map {
      try start("list-options-worker", in: fleet, closed: $0)
    }
    let before = try ([usual] + others).map(waits)
    try waitUntil("the usual worker has waited often") { try waits(usual) - before[0] > 40 }
    let usually = try waits(usual) - before[0]
    for (worker, before) in zip(others, before.dropFirst()) {
      let often = try waits(worker) - before
      #expect(often < 4 * usually, "\(often) waits instead of \(usually)")
    }
  }

  @Test("A result for closed standard output, and input that is closed, are errors of the tool")
  func tool() throws {
    let fleet = try RunningFleet(topology: false, migrated: false)
    let lost = "livery: standard output: Bad file descriptor; what was written is not whole\n"
    let unheard = try tool(["topology", "show"], closed: [0, 1], in: fleet)
    #expect(unheard.exitCode() == ExitCode.outputLost.rawValue)
    #expect(unheard.log == lost)
    let unfed = try tool(["send", "-"], closed: [0], in: fleet)
    #expect(unfed.exitCode() == ExitCode.data.rawValue)
    #expect(unfed.log.contains("Bad file descriptor"), "\(unfed.log)")
    let silent = try tool(["topology", "show"], closed: [0, 2], in: fleet)
    #expect(silent.exitCode() == 0)
    #expect(silent.output == (try fleet.tool("topology", "show").output))
    let alone = try tool(["migrate"], closed: [0, 1, 2], in: fleet)
    #expect(alone.exitCode() == ExitCode.outputLost.rawValue)
    try StoreSession.open(fleet.location()).checkSchema()
  }

  /// Starts a worker and waits until it is ready, by its probes, since it may have no log.
  private func start(
    _ name: String, in fleet: RunningFleet, closed: [Int32]
  ) throws -> WorkerProcess {
    let probe = Probe()
    let worker = try fleet.start(name, probe.setting, closed: closed)
    try waitUntil("\(name) without \(closed) is ready") { try probe.missing() == "" }
    return worker
  }

  private func tool(
    _ arguments: [String], closed: [Int32], in fleet: RunningFleet
  ) throws -> WorkerProcess {
    try WorkerProcess(
      "livery", environment: fleet.environment, folder: fleet.folder, arguments: arguments,
      closed: closed)
  }

  private func target(of descriptor: Int32, in worker: WorkerProcess) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/\(worker.identifier)/fd/\(descriptor)")
  }

  /// How often the threads of a worker have waited for something.
  private func waits(_ worker: WorkerProcess) throws -> Int {
    let tasks = "/proc/\(worker.identifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }
}
