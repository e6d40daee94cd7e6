/// The requests of a bench in flight, and the measurements.
///
/// A value without a clock and a connection; times are microseconds since the start.
struct BenchLedger: Sendable {
  let total: Int
  /// The requests at the beginning that are sent and not counted.
  let warmUp: Int
  private(set) var sent = 0
  private(set) var inFlight = 0
  private(set) var returned = 0
  /// Answers by code, those of the warm-up left out.
  private(set) var codes: [String: Int] = [:]
  private(set) var latencies: [UInt32] = []
  /// When the first counted request was sent, and the last counted answer arrived.
  private(set) var firstSent: Int64?
  private(set) var lastAnswered: Int64 = 0
  /// When each request was due; -1 once it is answered.
  private var sentAt: [Int64] = []

  init(total: Int) {
    self.total = total
    // 5 %, rounded down.
    warmUp = total / 20
    sentAt.reserveCapacity(total)
    latencies.reserveCapacity(total)
  }

  var isOver: Bool { sent == total && inFlight == 0 }

  /// Whether the latest request was the first counted one.
  var hasJustWarmedUp: Bool { sent == warmUp + 1 }

  /// Records that the next request is sent; its latency counts from its due time.
  mutating func send(at time: Int64) {
    if sent == warmUp { firstSent = time }
    sentAt.append(time)
    sent += 1
    inFlight += 1
  }

  /// Records an answer; one that is not expected, such as a repeat, does not count.
  mutating func answered(_ number: Int, code: String, at time: Int64) {
    guard sentAt.indices.contains(number), sentAt[number] >= 0 else { return }
    let latency = time - sentAt[number]
    sentAt[number] = -1
    inFlight -= 1
    guard number >= warmUp else { return }
    latencies.append(UInt32(clamping: latency))
    codes[code, default: 0] += 1
    lastAnswered = time
  }

  /// Records that a request reached no queue.
  mutating func returned(_ number: Int) {
    guard sentAt.indices.contains(number), sentAt[number] >= 0 else { return }
    sentAt[number] = -1
    inFlight -= 1
    returned += 1
  }

  /// Counted answers a second.
  var rate: Double {
    guard let firstSent, lastAnswered > firstSent else { return 0 }
    return Double(latencies.count) / (Double(lastAnswered - firstSent) / 1e6)
  }
}

/// The spread of some measured values.
struct Percentiles: Hashable, Sendable {
  private let sorted: [UInt32]

  init(_ values: [UInt32]) { sorted = values.sorted() }

  var count: Int { sorted.count }

  /// The least value that the given percentage of the values does not exceed (nearest rank); nil
  /// without values.
  func value(_ percent: Double) -> UInt32? {
    precondition((0...100).contains(percent), "a percentile is a share of a hundred")
    guard !sorted.isEmpty else { return nil }
    let rank = Int((percent * Double(sorted.count) / 100).rounded(.up))
    return sorted[max(1, rank) - 1]
  }
}
