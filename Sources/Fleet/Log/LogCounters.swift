import Synchronization

/// How many lines a log has written, lost and summed up since the process began.
package final class LogCounters: Sendable {
  private let debug = Atomic<Int>(0)
  private let info = Atomic<Int>(0)
  private let warning = Atomic<Int>(0)
  private let error = Atomic<Int>(0)
  let dropped = Atomic<Int>(0)
  let summedUp = Atomic<Int>(0)

  /// The lines of a level that were written.
  package func lines(of level: LogLevel) -> Int { counter(of: level) }

  /// The lines for which the reader of the log left no room.
  package var linesDropped: Int { dropped.load(ordering: .relaxed) }

  /// The lines of bursts that were only counted.
  package var linesSummedUp: Int { summedUp.load(ordering: .relaxed) }

  func noteLine(of level: LogLevel) {
    switch level {
    case .debug: debug.add(1, ordering: .relaxed)
    case .info: info.add(1, ordering: .relaxed)
    case .warning: warning.add(1, ordering: .relaxed)
    case .error: error.add(1, ordering: .relaxed)
    }
  }

  private func counter(of level: LogLevel) -> Int {
    switch level {
    case .debug: debug.load(ordering: .relaxed)
    case .info: info.load(ordering: .relaxed)
    case .warning: warning.load(ordering: .relaxed)
    case .error: error.load(ordering: .relaxed)
    }
  }
}
