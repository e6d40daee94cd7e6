/// What an operator needs to know of an event: a row of the page on logs.
package struct LogEventRow: Sendable {
  package let event: LogEvent
  /// The levels at which it is written, the lowest first.
  package let levels: [LogLevel]
  package let meaning: String
  /// What to do about it.
  package let advice: String

  init(_ event: LogEvent, _ levels: [LogLevel], _ meaning: String, _ advice: String) {
    self.event = event
    self.levels = levels
    self.meaning = meaning
    self.advice = advice
  }

  /// Every event, those of the process first.
  package static let all = process + lane + outside

  /// The table as Markdown, one event a row, without a line feed at the end.
  package static var tableInMarkdown: String {
    let rows = all.map { row in
      let levels = row.levels.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      let burst = row.event.isSummedUp ? "yes" : ""
      return "| `\(row.event.rawValue)` | \(levels) | \(burst) | \(row.meaning) | \(row.advice) |"
    }
    let head = ["| event | level | bursts | meaning | what to do |", "|---|---|---|---|---|"]
    return (head + rows).joined(separator: "\n")
  }
}
