import JSON
import Rides

/// A worker's report of its own state, or why there is none.
package struct WorkerStatus: Hashable, Sendable {
  /// One reason why the worker is not ready.
  package struct Missing: Hashable, Sendable {
    package let what: String
    package let since: String?
    package let seconds: Int64?
    package let detail: String?
  }

  package let target: ProbeTarget
  /// Why it was not reached; nil when it has answered.
  package var failure: String?
  package var worker: String?
  package var version: String?
  package var startedAt: String?
  package var isLive = false
  /// Which of its loops is stuck.
  package var liveDetail: String?
  package var isReady = false
  package var missing: [Missing] = []
  /// The moment since when housekeeping fails.
  var housekeepingFailingSince: String?
  package var figures: MetricScan?
  /// Handled messages a second, between two looks.
  package var requestsPerSecond: Double?

  /// A worker that has not been asked yet.
  package init(of target: ProbeTarget) { self.target = target }

  /// Whether it is ready and none of its loops is stuck.
  package var isWell: Bool { failure == nil && isReady && isLive }

  /// Reads the answer of `/readyz`.
  mutating func readReadiness(_ page: HTTPPage) throws(ProbeFailure) {
    let body = try Self.object(page, "/readyz")
    guard let isReady = body["ready"]?.bool else {
      throw ProbeFailure("expected the member ready from /readyz, got none; is it a worker?")
    }
    self.isReady = isReady
    worker = body["worker"]?.string
    version = body["version"]?.string
    startedAt = body["startedAt"]?.string
    missing = (body["missing"]?.array ?? []).compactMap { entry in
      guard let what = entry["what"]?.string else { return nil }
      return Missing(
        what: what, since: entry["since"]?.string, seconds: entry["seconds"]?.integer,
        detail: entry["detail"]?.string)
    }
    housekeepingFailingSince = body["housekeeping"]?["failingSince"]?.string
  }

  /// Reads the answer of `/livez`.
  mutating func readLiveness(_ page: HTTPPage) throws(ProbeFailure) {
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

/// The few figures of a worker that its status shows, out of Prometheus' text format.
package struct MetricScan: Hashable, Sendable {
  package private(set) var lanes: Int?
  package private(set) var lanesConsuming: Int?
  package private(set) var oldestRequestAge: Double?
  /// All handled messages, of any type and code.
  package private(set) var requests: Double?
  /// Whether messages that may have ended a process are handled one at a time, and how often that
  /// began.
  package private(set) var isQuarantined: Bool?
  package private(set) var quarantines: Double?
  /// The SHA-256 of the catalogue's files.
  package private(set) var catalogue: String?

  /// Reads the text; what is no such figure is left out.
  package init(_ text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#")
    {
      let end = line.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: " ") }
      guard let end, let name = String(line[..<end]), let value = Self.value(of: line) else {
        continue
      }
      set(name, value)
      if name == "livery_catalogue_info" { catalogue = Self.label(of: line) }
    }
  }

  private mutating func set(_ name: String, _ value: Double) {
    switch name {
    case "livery_lanes": lanes = Int(exactly: value)
    case "livery_lanes_consuming": lanesConsuming = Int(exactly: value)
    case "livery_oldest_request_age_seconds": oldestRequestAge = value
    case "livery_requests_total": requests = (requests ?? 0) + value
    case "livery_quarantine_active": isQuarantined = value > 0
    case "livery_quarantines_total": quarantines = value
    default: break
    }
  }

  /// The value of the only label.
  private static func label(of line: Substring.UTF8View) -> String? {
    let parts = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : nil
  }

  /// The number after the labels; Livery writes no time after it.
  private static func value(of line: Substring.UTF8View) -> Double? {
    guard let blank = line.lastIndex(of: UInt8(ascii: " ")) else { return nil }
    return String(line[line.index(after: blank)...]).flatMap { Double($0) }
  }
}
