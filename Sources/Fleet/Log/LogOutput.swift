import Rides
import Synchronization

/// The output that all copies of a log share: it sums up bursts, counts lines, and keeps their
/// order.
final class LogOutput: Sendable {
  private struct State {
    var bursts = LogBursts()
    /// The dropped lines that no written line has reported yet.
    var lost = 0
  }

  private let state = Mutex(State())
  private let style: LogStyle
  private let sink: @Sendable ([UInt8]) -> Bool
  let counters = LogCounters()

  init(style: LogStyle, sink: @escaping @Sendable ([UInt8]) -> Bool) {
    self.style = style
    self.sink = sink
  }

  /// Writes a line, or counts it if it belongs to a burst.
  func write(_ record: LogRecord) {
    state.withLock { state in
      let (lines, isCounted) = state.bursts.add(record)
      if isCounted { counters.summedUp.add() }
      for line in lines { write(line, &state) }
    }
  }

  /// Writes the lines of bursts that are due, or of all bursts.
  func flush(at now: Instant, all: Bool) {
    state.withLock { state in
      for line in state.bursts.flush(at: now, all: all) { write(line, &state) }
    }
  }

  /// Writes a line, and before it the number of dropped lines.
  private func write(_ record: LogRecord, _ state: inout State) {
    if state.lost > 0 {
      let notice = LogRecord(
        time: record.time, level: .warning, event: .logLinesDropped, context: record.context,
        fields: [LogField(.count, .int(state.lost))])
      if put(notice) { state.lost = 0 }
    }
    if state.lost > 0 || !put(record) {
      state.lost += 1
      counters.dropped.add()
    }
  }

  private func put(_ record: LogRecord) -> Bool {
    guard sink(style.bytes(of: record)) else { return false }
    counters.countLine(of: record.level)
    return true
  }
}

/// How many lines a log has written, dropped and summed up since the process started.
package final class LogCounters: Sendable {
  /// By the rank of the level.
  private let written = LogLevel.allCases.map { _ in Counter() }
  let dropped = Counter()
  let summedUp = Counter()

  /// The lines of a level that were written.
  package func lines(of level: LogLevel) -> Int { Int(written[level.rank].value) }

  /// The lines that were dropped because the reader was too slow.
  package var linesDropped: Int { Int(dropped.value) }

  /// The lines of bursts that were only counted.
  package var linesSummedUp: Int { Int(summedUp.value) }

  func countLine(of level: LogLevel) { written[level.rank].add() }
}
