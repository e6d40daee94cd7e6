import BrokerFixture
import Foundation
import MachineFixture
import Testing

/// A service manager: what it gives a worker's environment, and what the worker has sent it.
private final class Manager {
  private let listener: DatagramListener
  private let watchdog: Duration
  /// What is still to be looked at of the datagram that came last.
  private var rest: ArraySlice<String> = []
  /// The lines that were looked at.
  private(set) var lines: [String] = []

  init(address: String? = nil, watchdog: Duration = .milliseconds(400)) throws {
    let address = address ?? "@livery-test-\(UUID().uuidString)"
    listener = try #require(DatagramListener(address: address))
    self.watchdog = watchdog
  }

  var settings: [String: String] {
    [
      "NOTIFY_SOCKET": listener.address,
      "WATCHDOG_USEC": "\(Int(watchdog / .microseconds(1)))",
    ]
  }

  /// Takes what comes until a line is there, and gives back the lines before it.
  @discardableResult
  func wait(
    for line: String, of worker: WorkerProcess, within limit: Duration = Patience.limit
  ) throws -> [String] {
    var before: [String] = []
    try waitUntil("\(line) after \(Set(before)): \(worker.log)", within: limit) {
      if rest.isEmpty {
        let datagram = listener.next(within: .milliseconds(100)) ?? ""
        rest = datagram.split(separator: "\n").map(String.init)[...]
      }
      while let next = rest.popFirst() {
        lines.append(next)
        if next.hasPrefix(line) { return true }
        before.append(next)
      }
      return false
    }
    return before
  }

  /// Whether a datagram comes in that time.
  func hears(within limit: Duration) -> Bool { listener.next(within: limit) != nil }

  /// Takes what has come.
  func empty() { while hears(within: .zero) {} }
}

@Suite("Workers of a service manager", .blocking)
struct NotificationTests {
  @Test(
    "A worker says that it is ready, feeds the watchdog, and says that it stops",
    arguments: ["path", "abstract"])
  func life(socket: String) throws {
    let fleet = try RunningFleet()
    let path = fleet.folder.appendingPathComponent("notify").path
    let manager = try Manager(address: socket == "path" ? path : nil)
    let probe = Probe()
    let worker = try fleet.start(
      "request-ride-worker", manager.settings.merging(probe.setting) { $1 })
    try manager.wait(for: "READY=1", of: worker)
    #expect(try probe.missing() == "", "it is as ready as the probe says")
    try manager.wait(for: "STATUS=ready", of: worker)
    for _ in 0..<3 { try manager.wait(for: "WATCHDOG=1", of: worker) }
    #expect(worker.stop() == 0)
    try manager.wait(for: "STOPPING=1", of: worker)
    try manager.wait(for: "EXTEND_TIMEOUT_USEC=40000000", of: worker)
    try manager.wait(for: "STATUS=not ready: ", of: worker)
    let status = manager.lines.last { $0.hasPrefix("STATUS=") }
    #expect(status?.contains("draining since ") == true, "\(status ?? "no status")")
    #expect(!manager.hears(within: .milliseconds(100)))
    #expect(manager.lines.count { $0 == "READY=1" } == 1)
  }

  @Test("A halted worker notifies no watchdog, and notifies it again when it continues")
  func halted() throws {
    let fleet = try RunningFleet()
    let manager = try Manager()
    let worker = try fleet.start("list-options-worker", manager.settings)
    try manager.wait(for: "READY=1", of: worker)
    kill(worker.identifier, SIGSTOP)
    // Each thread of the process stops in its own time.
    try waitUntil("it is halted") { try Self.isHalted(worker.identifier) }
    manager.empty()
    #expect(!manager.hears(within: .seconds(2)))
    kill(worker.identifier, SIGCONT)
    try manager.wait(for: "WATCHDOG=1", of: worker)
    #expect(worker.stop() == 0)
  }

  @Test("A start without its queue is extended and says so, until the queue is there")
  func withoutTopology() throws {
    let fleet = try RunningFleet(topology: false)
    let manager = try Manager()
    let worker = try fleet.start("list-options-worker", manager.settings)
    let before = try manager.wait(for: "STATUS=not ready: consumer since 2", of: worker)
    #expect(before.contains("EXTEND_TIMEOUT_USEC=30000000"))
    try fleet.applyTopology()
    try manager.wait(for: "READY=1", of: worker)
    #expect(worker.stop() == 0)
  }

  @Test("A socket without an owner costs one line of the log and no answer")
  func deaf() throws {
    let fleet = try RunningFleet()
    let settings = ["NOTIFY_SOCKET": "/nowhere/notify", "WATCHDOG_USEC": "2000"]
    try fleet.startAndWait(["list-options-worker"], settings)
    let worker = fleet.workers[0]
    let client = try TestClient(fleet)
    for _ in 0..<20 {
      #expect(try client.ask("list-ride-options.handle", "{").reason == "malformedJSON")
    }
    #expect(worker.stop() == 0)
    let lines = worker.log.split(separator: "\n").filter { $0.contains("notification_failed") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("NOTIFY_SOCKET=/nowhere/notify: No such file") == true)
  }

  private static func isHalted(_ process: Int32) throws -> Bool {
    let threads = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: threads).allSatisfy { thread in
      let text = try? String(contentsOfFile: "\(threads)/\(thread)/stat", encoding: .utf8)
      return text?.contains(") T ") ?? true
    }
  }
}

@Suite("Workers of a service manager whose broker is away", .blocking, .privateBroker)
struct NotificationWithoutBrokerTests {
  @Test("A start without a broker is extended and says what is missing, until the broker is there")
  func waits() throws {
    let broker = try PrivateBrokerTrait.broker()
    let fleet = try RunningFleet(at: broker.endpoint)
    let manager = try Manager()
    try broker.killNow()
    let worker = try fleet.start("list-options-worker", manager.settings)
    let lost = try manager.wait(for: "STATUS=not ready: consumer since ", of: worker)
    #expect(lost.contains("EXTEND_TIMEOUT_USEC=30000000"))
    for _ in 0..<3 { try manager.wait(for: "WATCHDOG=1", of: worker) }
    #expect(!manager.lines.contains("READY=1"))
    try broker.startAgain()
    try manager.wait(for: "READY=1", of: worker)
    #expect(worker.stop() == 0)
    try manager.wait(for: "STOPPING=1", of: worker)
  }
}
