package import Rides

/// Where and what a worker logs: one JSON object a line on standard error, and never a payload.
///
/// A line has `time`, `level`, `event`, the fields of the log, then those of the event. Any thread
/// may log, and none waits for whoever reads: lines without room are lost, and counted. A line is
/// one system call of at most 4,096 bytes (PIPE_BUF), so lines never mix in a pipe.
package struct Log: Sendable {
  /// The least level that is written.
  package let level: LogLevel
  private var fields: [(key: LogKey, value: LogValue)]
  private let clock: @Sendable () -> Instant
  private let sink: @Sendable ([UInt8]) -> Bool
  private let lost = LostLines()

  /// Makes a log for one worker; `sink` gets each line whole, with its line feed, and says whether
  /// it could take it.
  package init(
    level: LogLevel, worker: String? = nil,
    sink: @escaping @Sendable ([UInt8]) -> Bool = StandardError().write,
    clock: @escaping @Sendable () -> Instant = WallClock.now
  ) {
    self.level = level
    self.fields = worker.map { [(.worker, .string($0))] } ?? []
    self.clock = clock
    self.sink = sink
  }

  /// The same log with more fields on every line, such as a lane's number.
  package func with(_ more: KeyValuePairs<LogKey, LogValue>) -> Log {
    var log = self
    for (key, value) in more { log.fields.append((key, value)) }
    return log
  }

  /// Writes what only a developer wants to see.
  package func debug(
    _ event: LogEvent, _ more: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
  ) {
    if level <= .debug { write(.debug, event, more()) }
  }

  /// Writes what an operator wants to find later.
  package func info(
    _ event: LogEvent, _ more: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
  ) {
    if level <= .info { write(.info, event, more()) }
  }

  /// Writes what goes wrong and mends itself.
  package func warning(
    _ event: LogEvent, _ more: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
  ) {
    if level <= .warning { write(.warning, event, more()) }
  }

  /// Writes what somebody must mend.
  package func error(
    _ event: LogEvent, _ more: @autoclosure () -> KeyValuePairs<LogKey, LogValue> = [:]
  ) {
    write(.error, event, more())
  }

  private func write(
    _ level: LogLevel, _ event: LogEvent, _ more: KeyValuePairs<LogKey, LogValue>
  ) {
    lost.follow(with: line(level, event, more)) { count in
      line(.warning, .logLinesDropped, [.count: .int(count)])
    } _: {
      sink($0)
    }
  }

  private func line(
    _ level: LogLevel, _ event: LogEvent, _ more: KeyValuePairs<LogKey, LogValue>
  ) -> [UInt8] {
    var line = LogLine(time: clock(), level: level, event: event)
    for (key, value) in fields { line.append(key, value) }
    for (key, value) in more { line.append(key, value) }
    return line.finished()
  }
}
