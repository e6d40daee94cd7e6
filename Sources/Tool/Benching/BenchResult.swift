import Fleet
import Glibc
import JSON

/// What a bench has measured, for a person or as JSON.
struct BenchResult: Sendable {
  let kind: BenchLoad.RequestKind
  let ledger: BenchLedger
  /// The processes that were watched: their CPU time over the counted requests, and their memory.
  var cpuMicrosecondsPerRequest: Double?
  var residentBytes: Int?

  /// Requests that were neither answered nor returned.
  var lost: Int { ledger.inFlight }

  private static let shares: [(name: String, percent: Double)] = [
    ("min", 0), ("p50", 50), ("p90", 90), ("p99", 99), ("max", 100),
  ]

  var lines: [String] {
    let spread = Percentiles(ledger.latencies)
    let latency = Self.shares.map { share in
      let value = spread.value(share.percent).map { (Double($0) / 1e3).rounded(digits: 2) } ?? "-"
      return "\(share.name) \(value)"
    }
    var lines = [
      "requests   \(ledger.latencies.count) \(kind.rawValue), after \(ledger.warmUp) to warm up",
      "rate       \(Int(ledger.rate.rounded())) a second",
      "latency    \(latency.joined(separator: "  ")) ms",
      "answers    \(codes.map { "\($0.key) \($0.value)" }.joined(separator: ", "))",
      "lost       \(lost)",
    ]
    if ledger.returned > 0 {
      lines.append("returned   \(ledger.returned); `livery topology apply` declares the queues")
    }
    if let cpu = cpuMicrosecondsPerRequest {
      lines.append("worker CPU \(cpu.rounded(digits: 1)) µs a request")
    }
    if let bytes = residentBytes {
      lines.append("worker RSS \((Double(bytes) / 1_048_576).rounded(digits: 1)) MiB")
    }
    return lines
  }

  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.texts([("kind", kind.rawValue)])
      writer.numbers([
        ("requests", Double(ledger.latencies.count)), ("requestsPerSecond", ledger.rate),
        ("lost", Double(lost)), ("returned", Double(ledger.returned)),
      ])
      writer.key("latencyMicroseconds")
      writer.beginObject()
      let spread = Percentiles(ledger.latencies)
      for share in Self.shares {
        writer.key(dynamic: share.name)
        if let value = spread.value(share.percent) {
          writer.integer(Int(value))
        } else {
          writer.null()
        }
      }
      writer.endObject()
      writer.key("answers")
      writer.beginObject()
      writer.numbers(codes.map { ($0.key, Double($0.value)) })
      writer.endObject()
      writer.numbers([
        ("workerMicrosecondsPerRequest", cpuMicrosecondsPerRequest),
        ("workerResidentBytes", residentBytes.map { Double($0) }),
      ])
    }
  }

  private var codes: [(key: String, value: Int)] { ledger.codes.sorted { $0.key < $1.key } }
}

extension JSONWriter {
  /// Numbers with three digits as members; nil values are omitted.
  fileprivate mutating func numbers(_ members: [(name: String, number: Double?)]) {
    for (name, number) in members {
      guard let number else { continue }
      key(dynamic: name)
      double((number * 1_000).rounded() / 1_000)
    }
  }
}

/// What processes have used by now, as proc(5) shows it.
struct ProcessUsage: Hashable, Sendable {
  /// User and system time since their start.
  var cpuMicroseconds: Double
  var residentBytes: Int

  /// The sum over some processes; nil when one of them cannot be looked at.
  static func of(_ pids: [Int]) -> ProcessUsage? {
    var sum = ProcessUsage(cpuMicroseconds: 0, residentBytes: 0)
    for pid in pids {
      guard let stat = text("/proc/\(pid)/stat"), let statm = text("/proc/\(pid)/statm"),
        let ticks = ticks(inStat: stat), let pages = pages(inStatm: statm)
      else { return nil }
      sum.cpuMicroseconds += Double(ticks) * 1e6 / Double(sysconf(Int32(_SC_CLK_TCK)))
      sum.residentBytes += pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
    return sum
  }

  /// The clock ticks of user and system time: fields 14 and 15, after a name that may hold blanks.
  static func ticks(inStat stat: String) -> Int? {
    guard let nameEnd = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[nameEnd...].split(separator: " ")
    // Field 2 is the first of these.
    guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
      return nil
    }
    return user + system
  }

  /// The resident pages: field 2.
  static func pages(inStatm statm: String) -> Int? {
    let fields = statm.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]) : nil
  }

  private static func text(_ path: String) -> String? {
    SystemEnvironment.readFile(path).map { String(decoding: $0, as: UTF8.self) }
  }
}
