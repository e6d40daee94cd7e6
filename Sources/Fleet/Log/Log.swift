package import Rides

/// The log of a worker: one line an event on standard error, and never a payload.
///
/// A line has `time`, `level`, `event`, the fields of the log, then those of the event. Any thread
/// may log, and none waits for the reader: lines that do not fit are dropped and counted. A line is
/// one system call of at most 4,096 bytes (PIPE_BUF), so lines never mix in a pipe. The first lines
/// of a burst are written, and one line has the number of the others.
package struct Log: Sendable {
  /// The least level that is written.
  package let level: LogLevel
  private var fields: [LogField]
  private let clock: @Sendable () -> Instant
  private let output: LogOutput

  /// Makes a log for one worker; `sink` gets each whole line with its line feed, and returns
  /// whether it was written.
  package init(
    level: LogLevel, worker: String? = nil, style: LogStyle = LogStyle(format: .json),
    sink: @escaping @Sendable ([UInt8]) -> Bool = StandardError().write,
    clock: @escaping @Sendable () -> Instant = WallClock.now
  ) {
    self.level = level
    self.fields = worker.map { [LogField(.worker, .string($0))] } ?? []
    self.clock = clock
    output = LogOutput(style: style, sink: sink)
  }

  /// How many lines were written, dropped and summed up, by this log and its copies.
  package var counters: LogCounters { output.counters }

  /// The same log with more fields on every line, such as a lane's number.
  package func with(_ more: KeyValuePairs<LogKey, LogValue>) -> Log {
    var log = self
    log.fields += more.map { LogField($0, $1) }
    return log
  }

  /// Writes the lines of bursts that are due; all of them before a process ends.
  package func flush(all: Bool = false) { output.flush(at: clock(), all: all) }

  /// Writes a line for developers.
  package func debug(
    _ event: LogEvent, _ more: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
  ) {
    if level <= .debug { write(.debug, event, more()) }
  }

  /// Writes a line that an operator wants to find later.
  package func info(
    _ event: LogEvent, _ more: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
  ) {
    if level <= .info { write(.info, event, more()) }
  }

  /// Writes a fault that needs no repair.
  package func warning(
    _ event: LogEvent, _ more: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
  ) {
    if level <= .warning { write(.warning, event, more()) }
  }

  /// Writes a fault that somebody must repair.
  package func error(
    _ event: LogEvent, _ more: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
  ) {
    write(.error, event, more())
  }

  /// Writes a line of a level that the caller has compared with the log's.
  func write(
    _ level: LogLevel, _ event: LogEvent, _ more: KeyValuePairs<LogKey, LogValue>
  ) {
    output.write(
      LogRecord(
        time: clock(), level: level, event: event, context: fields,
        fields: more.compactMap { $1.isAbsent ? nil : LogField($0, $1) }))
  }
}

/// How much a line of the log matters; a log writes its own level and everything above it.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case debug
  case info
  case warning
  case error

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  /// The place in `allCases`.
  var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }
}
