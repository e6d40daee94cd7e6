import Fleet
import Foundation
import HTTP
import JSON
import MachineFixture
import Synchronization
import Testing

@testable import Tool

private let process = ProbedProcess(
  worker: "dispatch-worker", version: "1.2 (abc)", startedAt: "2026-11-22T10:00:00Z")
private let well = ProbeAnswers(
  liveness: Liveness(isLive: true), readiness: Readiness(missing: []), process: process)
private let unready = ProbeAnswers(
  liveness: Liveness(isLive: true),
  readiness: Readiness(missing: [
    Lack(what: "consumer", since: "2026-11-22T10:00:09Z", seconds: 3, detail: "lane 1"),
    Lack(what: "store", since: "2026-11-22T10:00:00Z", seconds: 12, detail: "una\u{1B}[2Jvailable"),
  ]), process: process)
private let stuck = ProbeAnswers(
  liveness: Liveness(isLive: false, detail: "stuck: lane 2"), readiness: Readiness(missing: []),
  process: process)

/// Metrics that count ten requests more at each look.
private final class Metrics: Sendable {
  private let count = Atomic<Int>(0)

  var text: String {
    let number = count.add(5, ordering: .relaxed).newValue
    return """
      # TYPE livery_requests_total counter
      livery_requests_total{type="vehicle.update",code="success"} \(number)
      livery_requests_total{type="ride.update",code="success"} \(number)
      livery_lanes 4
      livery_lanes_consuming 3
      livery_oldest_request_age_seconds 12.34

      """
  }
}

@Suite("livery status")
struct StatusCommandTests {
  private func server(_ answers: ProbeAnswers, metrics: String? = nil) throws -> ProbeServer {
    let counted = Metrics()
    return try ProbeServer(port: 0, address: .loopback, metrics: { metrics ?? counted.text }) {
      answers
    }
  }

  /// Runs the command; only what never answers is not waited for as long as a busy machine takes.
  private func run(
    _ arguments: [String], _ environment: [String: String] = [:], timeout: String = "60"
  ) -> (code: ExitCode, output: String, error: String) {
    let written = Written()
    let context = written.context(environment: environment)
    let code = LiveryTool.run(
      ["status", "--sample", "0.2", "--timeout", timeout] + arguments, context)
    return (code, written.output, written.error)
  }

  /// A port on which nothing listens.
  private func closedPort() throws -> UInt16 {
    try #require(LoopbackListener(backlog: 1)).port
  }

  @Test("A worker that is ready is one row, with its version and its figures")
  func ready() throws {
    let server = try server(well)
    let result = run(["127.0.0.1:\(server.port)"])
    #expect(result.code == .success, "\(result)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("WORKER "))
    for text in [
      "dispatch-worker", "127.0.0.1:\(server.port)", "1.2 (abc)", "2026-11-22T10:00:00Z", " 3/4 ",
      " 12.3 s ",
    ] {
      #expect(lines[1].contains(text), "\(lines[1])")
    }
    #expect(lines[2] == "1 of 1 workers are ready")
    server.stop()
  }

  @Test("Missing parts are in the row, and the exit code is 1")
  func notReady() throws {
    let first = try server(well)
    let second = try server(unready)
    let third = try server(stuck)
    let ports = [first.port, second.port, third.port]
    let result = run(ports.map { "http://127.0.0.1:\($0)/readyz" })
    #expect(result.code == .failure, "\(result)")
    let lines = result.output.split(separator: "\n")
    let missing = "2026-11-22T10:00:00Z  3/4"
    #expect(lines[2].contains(missing), "since the earliest: \(lines[2])")
    #expect(lines[2].hasSuffix(#"consumer (lane 1); store (una\u001b[2Jvailable)"#))
    #expect(lines[3].hasSuffix("stuck: lane 2"))
    #expect(lines[4] == "1 of 3 workers are ready")
    first.stop()
    second.stop()
    third.stop()
  }

  @Test("Each worker is one JSON line on demand")
  func json() throws {
    let server = try server(unready)
    let closed = try closedPort()
    let result = run(["--json", "127.0.0.1:\(server.port)", "127.0.0.1:\(closed)"])
    #expect(result.code == .failure)
    let lines = try result.output.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8))
    }
    #expect(lines.count == 2)
    #expect(lines[0]["ready"]?.bool == false && lines[0]["live"]?.bool == true)
    #expect(lines[0]["worker"]?.string == "dispatch-worker")
    #expect(lines[0]["missing"]?.array?[1]["seconds"]?.integer == 12)
    #expect(lines[0]["lanes"]?.integer == 4)
    #expect((lines[0]["requestsPerSecond"]?.number ?? 0) > 0)
    #expect(lines[1]["reachable"]?.bool == false)
    #expect(lines[1]["error"]?.string == "connect: Connection refused")
    server.stop()
  }

  @Test("Workers that do not answer are waited for together, and the exit code is 2 if none does")
  func unreachable() throws {
    let silent = try (0..<20).map { _ in try #require(LoopbackListener(backlog: 8)) }
    let result = run(silent.map { "127.0.0.1:\($0.port)" }, timeout: "0.3")
    #expect(result.code == .noneReachable)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix("unreachable: no answer in time") } == 20, "\(lines)")
    #expect(lines.last == "0 of 20 workers are ready")
    withExtendedLifetime(silent) {}
  }

  @Test("A worker that refuses the connection is not waited for, and has the reason in its row")
  func refusing() throws {
    let result = run(["127.0.0.1:\(try closedPort())"])
    #expect(result.code == .noneReachable)
    let row = result.output.split(separator: "\n").first { $0.contains("127.0.0.1") } ?? ""
    #expect(row.hasSuffix("unreachable: connect: Connection refused"), "\(result.output)")
  }

  @Test("A worker without metrics has a row without figures")
  func noMetrics() throws {
    let server = try server(well, metrics: "")
    let result = run(["localhost:\(server.port)"])
    #expect(result.code == .success, "\(result)")
    #expect(
      result.output.contains("  yes   yes    -      -      -      -       -"), "\(result.output)")
    server.stop()
  }

  @Test("The addresses come from a file or from the setting, each once")
  func sources() throws {
    let server = try server(well)
    let address = "127.0.0.1:\(server.port)"
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("livery-status-\(UUID().uuidString)")
    try "# the fleet\n\n \(address) # first\n\(address)\n".write(
      to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let fromFile = run(["--file", file.path])
    #expect(fromFile.code == .success && fromFile.output.contains("1 of 1"), "\(fromFile)")
    let setting = ["LIVERY_STATUS_WORKERS": "\(address),[::1]:\(server.port)"]
    let fromSetting = run([], setting)
    #expect(fromSetting.code == .failure && fromSetting.output.contains("1 of 2"), "\(fromSetting)")
    #expect(fromSetting.output.contains("[::1]:\(server.port)"))
    server.stop()
  }

  @Test(
    "Without an address, and with a wrong one, the command says what it expected",
    arguments: [
      ([], [:], .usage, "livery: expected addresses, --file or LIVERY_STATUS_WORKERS, got none"),
      (["nowhere"], [:], .usage, "livery: ADDRESS: expected HOST:PORT"),
      (["--file", "x", "a:1"], [:], .usage, "livery: expected addresses or --file, got both"),
      (["--file", "/none"], [:], .data, "livery: /none: expected a file that can be read"),
      ([], ["LIVERY_STATUS_WORKERS": "a"], .configuration, "LIVERY_STATUS_WORKERS: expected"),
    ] as [([String], [String: String], ExitCode, String)])
  func wrong(
    _ arguments: [String], _ environment: [String: String], _ code: ExitCode, _ text: String
  ) {
    let result = run(arguments, environment)
    #expect(result.code == code)
    #expect(result.error.contains(text), "\(result.error)")
    #expect(result.output.isEmpty)
  }
}
