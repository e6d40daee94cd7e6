import BrokerFixture
import Foundation
import MachineFixture
import Testing

@Suite("The metrics of a running fleet", .blocking)
struct MetricsTests {
  private let fleet: RunningFleet
  private let probe = Probe()

  init() throws { fleet = try RunningFleet() }

  /// The values of a page by their whole names, such as `a_total{b="c"}`.
  private func values(_ probe: Probe) throws -> [String: Double] {
    let page = try Page.get("http://127.0.0.1:\(probe.port)/metrics")
    try #require(page.status == "200")
    let lines = page.body.split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Dictionary(
      uniqueKeysWithValues: try lines.map { line in
        let space = try #require(line.lastIndex(of: " "))
        return (String(line[..<space]), try #require(Double(line[line.index(after: space)...])))
      })
  }

  @Test("What a worker has answered is counted, by type, code and reason, and promtool agrees")
  func requests() throws {
    try fleet.startAndWait(["dispatch-worker"])
    try fleet.startAndWait(["list-options-worker"], probe.setting)
    let client = try TestClient(fleet)
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1"))
    let type = "list-ride-options.handle"
    let success = "livery_requests_total{type=\"\(type)\",code=\"success\"}"
    try waitUntil("a list shows the sedan") {
      try client.ask(type, Bodies.list()).code == "success"
    }
    let before = try values(probe)
    for _ in 0..<5 { #expect(try client.ask(type, Bodies.list()).code == "success") }
    #expect(try client.ask(type, "{").code == "failure")
    try waitUntil("all is counted") { try values(probe)["livery_requests_in_hand"] == 0 }
    let after = try values(probe)
    func increase(_ name: String) -> Double { (after[name] ?? 0) - (before[name] ?? 0) }
    #expect(increase(success) == 5)
    #expect(increase("livery_requests_total{type=\"\(type)\",code=\"failure\"}") == 1)
    #expect(increase("livery_request_errors_total{reason=\"malformedJSON\"}") == 1)
    #expect(increase("livery_dead_letters_total{reason=\"malformed-json\"}") == 1)
    #expect(
      increase(
        "messaging_client_sent_messages_total{messaging_system=\"rabbitmq\","
          + "messaging_operation_name=\"send\",messaging_destination_name=\"amq.default\"}") == 6)
    #expect(increase("livery_batch_stage_duration_seconds_count{stage=\"decode\"}") == 6)
    #expect(after["livery_ready"] == 1)
    #expect(after["livery_lanes_consuming"] == 1)
    #expect(try #require(after["process_resident_memory_bytes"]) > 1_000_000)
    try expectPromtoolAgrees()
  }

  private func expectPromtoolAgrees() throws {
    let page = try Page.get("http://127.0.0.1:\(probe.port)/metrics").body
    let file = FileManager.default.temporaryDirectory.appending(path: "metrics-\(UUID())")
    try Data(page.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (said, exitCode) = try ChildProcess.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "promtool check metrics <\"$0\"", file.path],
      withErrors: true)
    #expect(exitCode == 0, "\(said)")
  }

  @Test("One of two workers reports what the fleet has under way, and the other after its stop")
  func reporter() throws {
    let probes = [probe, Probe()]
    for probe in probes { try fleet.startAndWait(["request-ride-worker"], probe.setting) }
    func reporters() throws -> [Double] {
      try probes.map { try values($0)["livery_fleet_reporter"] ?? -1 }
    }
    try waitUntil("one of them reports") { try reporters().reduce(0, +) == 1 }
    let client = try TestClient(fleet)
    _ = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let first = try #require(try reporters().firstIndex(of: 1))
    try waitUntil("the ride waits") {
      try values(probes[first])["livery_rides_waiting"] == 1
    }
    #expect(fleet.workers[first].stop() == 0)
    let other = probes[1 - first]
    try waitUntil("the other reports") { try values(other)["livery_rides_waiting"] == 1 }
    #expect(try values(other)["livery_fleet_reporter"] == 1)
  }
}
