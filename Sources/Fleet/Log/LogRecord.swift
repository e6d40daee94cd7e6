import Rides

/// What one line of the log says, before it is written in one of the formats.
struct LogRecord: Sendable {
  let time: Instant
  let level: LogLevel
  let event: LogEvent
  /// What the log says on every line, such as the worker and the lane.
  let context: [LogField]
  /// What the event says.
  var fields: [LogField]

  /// Everything behind the event, in its order.
  var allFields: [LogField] { context + fields }
}
