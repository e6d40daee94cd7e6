import MachineFixture

/// The probes of a worker.
struct Probe {
  let port = FreePort.next()

  /// The setting that gives a worker these probes.
  var setting: [String: String] { ["LIVERY_PROBE_PORT": "\(port)"] }

  func isLive() throws -> Bool { try Page.get("\(url)/livez").status == "200" }

  /// What is missing, empty when the worker is ready, nil when it does not answer.
  func missing() throws -> String? {
    let answer = try Page.get("\(url)/readyz")
    return answer.status == "200" ? "" : answer.status == "503" ? answer.body : nil
  }

  /// The text that Prometheus reads.
  func metrics() throws -> String { try Page.get("\(url)/metrics").body }

  /// Whether a lane is without a consumer, by what `/readyz` says.
  func lacksConsumer(ofLane lane: Int) throws -> Bool {
    let body = try missing() ?? ""
    // The lanes of one error are a list before it: `lane 1, lane 2: 320 CONNECTION_FORCED`.
    let isNamed = [",", ":", ";", "\""].contains { body.contains("lane \(lane)\($0)") }
    return body.contains(#""what":"consumer""#) && isNamed
  }

  private var url: String { "http://127.0.0.1:\(port)" }
}
