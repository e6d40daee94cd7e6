import JSON
import Replay

/// The statuses of workers as a table for people, and as lines for programs.
package enum StatusTable {
  private static let heads = [
    "WORKER", "ADDRESS", "VERSION", "STARTED", "LIVE", "READY", "SINCE", "LANES", "REQ/S", "OLDEST",
    "MISSING",
  ]

  /// A line of heads and one for each worker, in columns.
  static func lines(_ statuses: [WorkerStatus]) -> [StyledText] {
    let lines = TextColumns.lines([heads] + statuses.map(cells))
    return [StyledText(lines[0], .strong)]
      + zip(statuses, lines.dropFirst()).map { status, line in
        StyledText(line, status.isWell ? nil : .bad)
      }
  }

  private static func cells(of status: WorkerStatus) -> [String] {
    guard status.failure == nil else {
      return ["-", "\(status.target)", "-", "-", "-", "no", "-", "-", "-", "-"]
        + ["unreachable: \(status.failure ?? "")"]
    }
    let lanes = status.figures?.lanes.map { "\(status.figures?.lanesConsuming ?? 0)/\($0)" }
    return [
      status.worker ?? "-", "\(status.target)", status.version ?? "-", status.startedAt ?? "-",
      status.isLive ? "yes" : "no", status.isReady ? "yes" : "no",
      status.missing.compactMap(\.since).min() ?? "-", lanes ?? "-",
      status.requestsPerSecond.map { $0.rounded(digits: 1) } ?? "-",
      status.figures?.oldestRequestAge.map { "\($0.rounded(digits: 1)) s" } ?? "-",
      lacks(of: status),
    ]
  }

  /// The missing parts, and other warnings for the operator.
  private static func lacks(of status: WorkerStatus) -> String {
    var texts = status.missing.map { missing in
      missing.detail.map { "\(missing.what) (\($0))" } ?? missing.what
    }
    if !status.isLive { texts.insert(status.liveDetail ?? "not live", at: 0) }
    if let since = status.housekeepingFailingSince {
      texts.append("housekeeping fails since \(since)")
    }
    return texts.isEmpty ? "-" : texts.joined(separator: "; ")
  }

  /// A status as one JSON object.
  package static func json(_ status: WorkerStatus) -> [UInt8] {
    JSONWriter.object { writer in
      writer.texts([
        ("address", "\(status.target)"), ("worker", status.worker), ("version", status.version),
        ("startedAt", status.startedAt), ("error", status.failure),
        ("housekeepingFailingSince", status.housekeepingFailingSince),
        ("liveDetail", status.liveDetail), ("catalogue", status.figures?.catalogue),
      ])
      writer.member("reachable", status.failure == nil)
      writer.member("live", status.isLive)
      writer.member("ready", status.isReady)
      write(status.missing, into: &writer)
      write(figures: status, into: &writer)
    }
  }

  private static func write(_ missing: [WorkerStatus.Missing], into writer: inout JSONWriter) {
    writer.key("missing")
    writer.objects(missing) { entry, writer in
      writer.texts([("what", entry.what), ("since", entry.since), ("detail", entry.detail)])
      if let seconds = entry.seconds {
        writer.member("seconds", seconds)
      }
    }
  }

  private static func write(figures status: WorkerStatus, into writer: inout JSONWriter) {
    if let isQuarantined = status.figures?.isQuarantined {
      writer.member("quarantined", isQuarantined)
    }
    let numbers = [
      ("lanes", status.figures?.lanes.map(Double.init)),
      ("lanesConsuming", status.figures?.lanesConsuming.map(Double.init)),
      ("requestsPerSecond", status.requestsPerSecond),
      ("oldestRequestAgeSeconds", status.figures?.oldestRequestAge),
      ("quarantines", status.figures?.quarantines),
    ]
    for case (let name, let number?) in numbers where number.isFinite {
      writer.key(dynamic: name)
      writer.double(number)
    }
  }
}
