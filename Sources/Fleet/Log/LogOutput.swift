import Rides
import Synchronization

/// The one place that all copies of a log write to: it sums up bursts, counts, and keeps the order.
final class LogOutput: Sendable {
  private struct State {
    var bursts = LogBursts()
    /// The lines for which there was no room, until a line has their number.
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

  /// Writes a line, or counts it where it is one of a burst.
  func take(_ record: LogRecord) {
    state.withLock { state in
      let (lines, isCounted) = state.bursts.take(record)
      if isCounted { counters.summedUp.add(1, ordering: .relaxed) }
      for line in lines { write(line, &state) }
    }
  }

  /// Writes what is due of bursts, or of all of them.
  func flush(at now: Instant, all: Bool) {
    state.withLock { state in
      for line in state.bursts.flush(at: now, all: all) { write(line, &state) }
    }
  }

  /// Writes a line, and before it how many lines found no room.
  private func write(_ record: LogRecord, _ state: inout State) {
    if state.lost > 0 {
      let notice = LogRecord(
        time: record.time, level: .warning, event: .logLinesDropped, context: record.context,
        fields: [LogField(.count, .int(state.lost))])
      if put(notice) { state.lost = 0 }
    }
    if state.lost > 0 || !put(record) {
      state.lost += 1
      counters.dropped.add(1, ordering: .relaxed)
    }
  }

  private func put(_ record: LogRecord) -> Bool {
    guard sink(style.bytes(of: record)) else { return false }
    counters.noteLine(of: record.level)
    return true
  }
}
