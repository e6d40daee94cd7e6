import AMQP
import BrokerFixture
import Foundation
import Testing

@Suite("Secrets", .blocking)
struct SecretTests {
  /// Marks that stand nowhere else, the last as it is percent-encoded in a URL.
  private static let marks = [
    "marked-password", "marked/password", "marked%2Fpassword", "bWFya2VkLXF1b3RlLWtleQ",
    "marked-quote-key", "marked-database",
  ]

  @Test(
    "Whatever fails, no line of a worker or of the tool shows a secret",
    arguments: [
      ["LIVERY_AMQP_URL": "amqp://guest:marked-password@HOST/test-1"],
      ["LIVERY_AMQP_URL": "amqp://guest:marked%2Fpassword@HOST/none-such"],
      ["LIVERY_AMQP_URL": "amqp://guest:marked-password@127.0.0.1:1/%2F"],
      ["LIVERY_AMQP_URL": "amqps://guest:marked-password@HOST/%2F"],
      ["LIVERY_AMQP_URL": "amqp://guest:marked-password:x@HOST/%2F"],
      ["LIVERY_AMQP_URL": "amqps://guest:marked-password@HOST/?nonsense=marked-password"],
      ["LIVERY_AMQP_URL": "marked-password"],
      ["LIVERY_QUOTE_KEYS": "k1:marked-quote-key"],
      ["LIVERY_QUOTE_KEYS": "k1:bWFya2VkLXF1b3RlLWtleQ,k1:bWFya2VkLXF1b3RlLWtleQ"],
      ["LIVERY_STORE": "postgres://rider:marked-database@127.0.0.1:1/livery"],
      ["LIVERY_STORE": "nonsense://rider:marked-database@127.0.0.1:1/livery"],
    ])
  func withheld(_ settings: [String: String]) throws {
    let fleet = try RunningFleet(topology: false)
    let host = "\(fleet.endpoint.host):\(fleet.endpoint.port)"
    let wrong = settings.mapValues { $0.replacing("HOST", with: host) }
    let worker = try fleet.start("request-ride-worker", wrong)
    try waitUntil("something is logged: \(worker.log)") {
      worker.log.contains(#""level":"error""#) || worker.log.contains(#""level":"warning""#)
        || !worker.isRunning
    }
    var written = worker.log + worker.output
    if worker.isRunning {
      // Title and arguments are for every user of the machine to see; what the worker had in its
      // environment it does not copy there.
      let place = "/proc/\(worker.identifier)"
      for file in ["cmdline", "comm"] {
        written += (try? String(contentsOfFile: "\(place)/\(file)", encoding: .utf8)) ?? ""
      }
    }
    worker.killNow()
    for arguments in [["--print-config"], ["--nonsense"]] {
      let process = try WorkerProcess(
        "request-ride-worker", environment: fleet.environment.merging(wrong) { $1 },
        folder: fleet.folder, arguments: arguments)
      _ = process.exitCode()
      written += process.log + process.output
    }
    for arguments in [["topology", "apply"], ["migrate"], ["rides"]] {
      let process = try WorkerProcess(
        "livery", environment: fleet.environment.merging(wrong) { $1 }, folder: fleet.folder,
        arguments: arguments)
      _ = process.exitCode()
      written += process.log + process.output
    }
    #expect(!written.isEmpty)
    for mark in Self.marks { #expect(!written.contains(mark), "\(mark) in: \(written)") }
  }
}
