import Messages
import Rides
import Tool

/// What the workers have shown one look after another: their rates, and those of their queues.
struct WorkerSamples {
  /// A rate of the last 15 minutes, every few seconds.
  private struct Curve {
    var points: [Double] = []

    mutating func add(_ point: Double) {
      points.append(point)
      if points.count > WorkerSamples.points { points.removeFirst() }
    }
  }

  /// How many points a curve has, and the seconds between them.
  static let (points, seconds) = (180, 5)
  /// After so many seconds without a look, the curves begin anew: a gap would not be seen.
  private static let longestGap = 20.0

  private var totals: [ProbeTarget: Double] = [:]
  private var curves: [QueueFamily: Curve] = [:]
  private var takenAt: Instant?
  private(set) var workers: [WorkerFigures] = []
  /// The figures of each queue of work, without those of the broker.
  private(set) var queues: [QueueFamily: QueueFigures] = [:]

  /// Takes another look.
  mutating func add(_ statuses: [WorkerStatus], at now: Instant) {
    let passed = takenAt.map { $0.seconds(to: now) } ?? .infinity
    if passed > Self.longestGap || passed <= 0 { (totals, curves) = ([:], [:]) }
    let rates = statuses.map { rate(of: $0, after: passed) }
    totals = Dictionary(
      statuses.compactMap { status in status.figures?.requests.map { (status.target, $0) } }
    ) { first, _ in first }
    workers = zip(statuses, rates).map(Self.figures)
    for family in QueueFamily.allCases {
      let own = zip(statuses, rates).filter { QueueFamily(worker: $0.0) == family }
      var queue = QueueFigures(name: family.queue)
      queue.oldestSeconds = own.compactMap { $0.0.figures?.oldestRequestAge }.max()
      let known = own.compactMap(\.1)
      if !known.isEmpty {
        queue.perSecond = known.reduce(0, +)
        curves[family, default: Curve()].add(queue.perSecond ?? 0)
      }
      queue.curve = curves[family]?.points ?? []
      queues[family] = queue
    }
    takenAt = now
  }

  /// Handled messages a second since the look before; nil for a worker that has started since.
  private func rate(of status: WorkerStatus, after seconds: Double) -> Double? {
    guard let now = status.figures?.requests, let before = totals[status.target], now >= before,
      seconds.isFinite, seconds > 0
    else { return nil }
    return (now - before) / seconds
  }

  private static func figures(_ status: WorkerStatus, _ rate: Double?) -> WorkerFigures {
    var missing = status.missing.map { lack in
      lack.detail.map { "\(lack.what) (\($0))" } ?? lack.what
    }
    if let failure = status.failure { missing = [failure] }
    if status.failure == nil, !status.isLive { missing.append(status.liveDetail ?? "not live") }
    return WorkerFigures(
      address: "\(status.target)", name: status.worker, version: status.version,
      state: status.failure != nil ? .unreachable : status.isWell ? .ready : .notReady,
      missing: missing, startedAt: status.startedAt,
      catalogue: status.figures?.catalogue, perSecond: rate)
  }
}

extension QueueFamily {
  /// The family whose queue a worker consumes, by its name; nil for another one.
  fileprivate init?(worker status: WorkerStatus) {
    let family = QueueFamily.allCases.first {
      status.worker == "\($0.rawValue)-worker" || status.worker == $0.rawValue
    }
    guard let family else { return nil }
    self = family
  }
}
