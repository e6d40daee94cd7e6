import JSON
import Rides

/// What one worker has said of itself, or why it has not.
struct WorkerStatus: Hashable, Sendable {
  /// One thing that keeps the worker from taking work.
  struct Missing: Hashable, Sendable {
    let what: String
    let since: String?
    let seconds: Int64?
    let detail: String?
  }

  let target: ProbeTarget
  /// Why it was not reached; nil when it has answered.
  var failure: String?
  var worker: String?
  var version: String?
  var startedAt: String?
  var isLive = false
  /// Which of its loops is stuck.
  var liveDetail: String?
  var isReady = false
  var missing: [Missing] = []
  /// The moment since when housekeeping fails.
  var housekeepingFailingSince: String?
  var figures: MetricScan?
  /// Handled messages a second, between two looks.
  var requestsPerSecond: Double?

  init(of target: ProbeTarget) { self.target = target }

  /// Whether it is ready and none of its loops is stuck.
  var isWell: Bool { failure == nil && isReady && isLive }

  /// Takes what `/readyz` says.
  mutating func takeReadiness(_ page: HTTPPage) throws(ProbeFailure) {
    let body = try Self.object(page, "/readyz")
    guard let isReady = body["ready"]?.bool else {
      throw ProbeFailure("expected the member ready from /readyz, got none; is it a worker?")
    }
    self.isReady = isReady
    worker = body["worker"]?.string
    version = body["version"]?.string
    startedAt = body["startedAt"]?.string
    missing = (body["missing"]?.array ?? []).compactMap { entry in
      // A worker of an earlier build says a phrase.
      if let phrase = entry.string {
        return Missing(what: phrase, since: nil, seconds: nil, detail: nil)
      }
      guard let what = entry["what"]?.string else { return nil }
      return Missing(
        what: what, since: entry["since"]?.string, seconds: entry["seconds"]?.integer,
        detail: entry["detail"]?.string)
    }
    housekeepingFailingSince = body["housekeeping"]?["failingSince"]?.string
  }

  /// Takes what `/livez` says.
  mutating func takeLiveness(_ page: HTTPPage) throws(ProbeFailure) {
    let body = try Self.object(page, "/livez")
    isLive = body["live"]?.bool ?? (page.status == 200)
    liveDetail = body["detail"]?.string
  }

  private static func object(_ page: HTTPPage, _ path: String) throws(ProbeFailure) -> JSONValue {
    guard page.status == 200 || page.status == 503 else {
      throw ProbeFailure("expected 200 or 503 from \(path), got \(page.status)")
    }
    do throws(JSONFault) {
      return try JSONValue(parsing: page.body)
    } catch {
      throw ProbeFailure("expected JSON from \(path), got something else")
    }
  }
}
