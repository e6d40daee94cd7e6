/// The name of a value in a line of the log; what is not in this list is not logged.
package enum LogKey: String, CaseIterable, Sendable {
  case ageMilliseconds = "age_ms"
  case attempt
  case batch
  case broker
  case code
  case count
  case digest
  case durationMilliseconds = "duration_ms"
  case error
  case exchange
  case keys
  case lane
  case lanes
  case messageIdentifier = "message_id"
  case messageType = "message_type"
  case path
  case periodSeconds = "period_seconds"
  case pid
  case probePort = "probe_port"
  case queue
  case reason
  case redelivered
  case `repeat`
  case retryInMilliseconds = "retry_in_ms"
  case rideIdentifier = "ride_id"
  case routingKey = "routing_key"
  case secondsAhead = "seconds_ahead"
  case signal
  case store
  case trace = "trace_id"
  case user = "user_id"
  case version
  case worker
}

/// A name and its value in a line of the log.
struct LogField: Hashable, Sendable {
  let key: LogKey
  let value: LogValue

  init(_ key: LogKey, _ value: LogValue) {
    self.key = key
    self.value = value
  }
}

/// A value in a line of the log.
package enum LogValue: Hashable, Sendable {
  case bool(Bool)
  case int(Int)
  /// Written as null when it is not finite, which JSON cannot say.
  case double(Double)
  /// Cut after 1,024 bytes, at a whole character, and then ends in an ellipsis; an empty one is not
  /// written.
  case string(String)
  case strings([String])
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
  /// Makes `.string` of a literal.
  package init(stringLiteral text: String) { self = .string(text) }

  /// Makes `.int` of a literal.
  package init(integerLiteral number: Int) { self = .int(number) }
}

extension LogValue {
  /// A text where there is one.
  package static func text(_ text: String?) -> LogValue { .string(text ?? "") }

  /// Whether there is nothing to write.
  var isAbsent: Bool { self == .string("") }
}
