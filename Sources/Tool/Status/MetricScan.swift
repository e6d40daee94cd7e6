/// The few figures of a worker that its status shows, out of Prometheus' text format.
struct MetricScan: Hashable, Sendable {
  private(set) var lanes: Int?
  private(set) var lanesConsuming: Int?
  private(set) var oldestRequestAge: Double?
  /// All messages that were handled, of whatever type and code.
  private(set) var requests: Double?

  init(_ text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#")
    {
      let end = line.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: " ") }
      guard let end, let name = String(line[..<end]), let value = Self.value(of: line) else {
        continue
      }
      take(name, value)
    }
  }

  private mutating func take(_ name: String, _ value: Double) {
    switch name {
    case "livery_lanes": lanes = Int(exactly: value)
    case "livery_lanes_consuming": lanesConsuming = Int(exactly: value)
    case "livery_oldest_request_age_seconds": oldestRequestAge = value
    case "livery_requests_total": requests = (requests ?? 0) + value
    default: break
    }
  }

  /// The number behind the labels; a time behind it is not Livery's.
  private static func value(of line: Substring.UTF8View) -> Double? {
    guard let blank = line.lastIndex(of: UInt8(ascii: " ")) else { return nil }
    return String(line[line.index(after: blank)...]).flatMap { Double($0) }
  }
}
