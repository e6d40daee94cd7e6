import Rides

/// Sums up bursts: the first lines of a kind are written, the others of the same ten seconds are
/// counted, and one line has their number.
///
/// A value without I/O: lines go in, lines to be written come out. A longer burst has one line each
/// period; after a period without a line of its kind, lines are written again.
struct LogBursts {
  /// How many lines of a kind are written in a period before the others are counted.
  static let limit = 20
  /// The seconds of a period.
  static let periodSeconds = 10
  /// The most kinds that are counted separately; beyond it each event is one kind.
  static let kindLimit = 1_000

  /// The values that all lines of a kind share.
  private struct Kind: Hashable {
    let level: LogLevel
    let event: LogEvent
    let fields: [LogField]
  }

  private struct Burst {
    /// When the period began.
    var begun: Instant
    /// The lines of the period that were written.
    var written = 0
    /// The lines of the period that were only counted.
    var counted = 0
    /// Whether the burst began in an earlier period.
    var isOld = false

    var end: Instant { begun.advanced(bySeconds: LogBursts.periodSeconds) }
  }

  private var bursts: [Kind: Burst] = [:]
  /// When the first of the periods ends; nil without any.
  private var nextEnd: Instant?

  /// Adds a line: the lines to be written now, and whether the added line was only counted.
  mutating func add(_ record: LogRecord) -> (lines: [LogRecord], isCounted: Bool) {
    var due = flush(at: record.time)
    guard record.event.isSummedUp, record.level > .debug else { return (due + [record], false) }
    let kind = kind(of: record)
    var burst = bursts[kind] ?? Burst(begun: record.time)
    let isCounted = burst.isOld || burst.written >= Self.limit
    if isCounted {
      burst.counted += 1
    } else {
      burst.written += 1
      due.append(record)
    }
    store(burst, of: kind)
    return (due, isCounted)
  }

  /// The lines of periods that have ended by now; of all, for the last lines of a
  /// process.
  mutating func flush(at now: Instant, all: Bool = false) -> [LogRecord] {
    guard let nextEnd else { return [] }
    let isSetBack = nextEnd.seconds(to: now) < Double(-Self.periodSeconds)
    guard all || isSetBack || now >= nextEnd else { return [] }
    let ended = bursts.filter { all || isSetBack || now >= $1.end }
    self.nextEnd = nil
    var lines: [LogRecord] = []
    for (kind, burst) in ended {
      bursts[kind] = nil
      guard burst.counted > 0 else { continue }
      lines.append(line(kind, burst, at: now))
      if !all { bursts[kind] = Burst(begun: now, isOld: true) }
    }
    self.nextEnd = bursts.values.map(\.end).min()
    // Sorted, since a dictionary has no order.
    return lines.sorted { ($0.event.rawValue, $0.level) < ($1.event.rawValue, $1.level) }
  }

  private mutating func store(_ burst: Burst, of kind: Kind) {
    bursts[kind] = burst
    nextEnd = nextEnd.map { min($0, burst.end) } ?? burst.end
  }

  private func kind(of record: LogRecord) -> Kind {
    let keys = record.level == .error ? LogKey.ofKind.union([.rideIdentifier]) : LogKey.ofKind
    let fields = record.allFields.filter { keys.contains($0.key) }
    let kind = Kind(level: record.level, event: record.event, fields: fields)
    guard bursts.count >= Self.kindLimit, bursts[kind] == nil else { return kind }
    let worker = fields.filter { $0.key == .worker }
    return Kind(level: record.level, event: record.event, fields: worker)
  }

  private func line(_ kind: Kind, _ burst: Burst, at now: Instant) -> LogRecord {
    let seconds = max(0, Int(burst.begun.seconds(to: now).rounded()))
    return LogRecord(
      time: now, level: kind.level, event: kind.event, context: kind.fields,
      fields: [
        LogField(.count, .int(burst.counted)), LogField(.periodSeconds, .int(seconds)),
      ])
  }
}

extension LogKey {
  /// The keys by whose values lines are of one kind.
  fileprivate static let ofKind: Set<LogKey> = [
    .worker, .queue, .exchange, .reason, .error, .messageType, .user,
  ]
}
