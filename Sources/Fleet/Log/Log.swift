import Glibc
package import Rides

/// Where and what a worker logs: one JSON object a line on standard error, and never a payload.
///
/// A line has `time`, `level`, `event`, the fields of the log, then those of the event. Any thread
/// may log; a line is one system call, so lines up to 4,096 bytes (PIPE_BUF) never mix in a pipe.
package struct Log: Sendable {
  /// The least level that is written.
  package let level: LogLevel
  private var fields: [(key: LogKey, value: LogValue)]
  private let clock: @Sendable () -> Instant
  private let sink: @Sendable ([UInt8]) -> Void

  /// Makes a log for one worker; `sink` gets each line whole, with its line feed.
  package init(
    level: LogLevel, worker: String? = nil,
    sink: @escaping @Sendable ([UInt8]) -> Void = Log.writeToStandardError,
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
    var line = LogLine(time: clock(), level: level, event: event)
    for (key, value) in fields { line.append(key, value) }
    for (key, value) in more { line.append(key, value) }
    sink(line.finished())
  }

  /// Writes one line to standard error, or loses it when that fails: the work goes on.
  package static let writeToStandardError: @Sendable ([UInt8]) -> Void = { line in
    var rest = line[...]
    // A signal or a full pipe may cut a write short; one that fails for good ends the loop.
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}
