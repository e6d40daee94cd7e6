import Glibc

/// How a line of the log is written.
package enum LogFormat: String, CaseIterable, Sendable {
  /// One JSON object a line, for programs.
  case json
  /// Time, level, event, then `key=value`, for people.
  case text
}

/// A format, and whether a terminal shows it in colors.
package struct LogStyle: Hashable, Sendable {
  package var format: LogFormat
  package var isColored: Bool

  package init(format: LogFormat, isColored: Bool = false) {
    self.format = format
    self.isColored = isColored
  }

  /// Colors need the text format and a terminal, and NO_COLOR must not be set (no-color.org).
  package init(
    format: LogFormat, environment: [String: String], isTerminal: Bool = isatty(STDERR_FILENO) == 1
  ) {
    let mayColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    self.init(format: format, isColored: format == .text && mayColor)
  }

  /// The bytes of a line, with its line feed.
  func bytes(of record: LogRecord) -> [UInt8] {
    switch format {
    case .json:
      var line = LogLine(time: record.time, level: record.level, event: record.event)
      for field in record.allFields { line.append(field.key, field.value) }
      return line.finished()
    case .text:
      var line = TextLine(record, isColored: isColored)
      for field in record.allFields { line.append(field.key, field.value) }
      return line.finished()
    }
  }
}
