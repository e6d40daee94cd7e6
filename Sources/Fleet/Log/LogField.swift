import Rides

/// The name of a value in a line of the log; the list is closed.
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
  case sender
  case setting
  case signal
  case store
  case trace = "trace_id"
  case user = "user_id"
  case value
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
  /// Written as null when it is not finite, since JSON has no such number.
  case double(Double)
  /// Cut after 1,024 bytes, at a whole character, and then ends in an ellipsis; an empty one is not
  /// written.
  case string(String)
  case strings([String])

  /// A text, if there is one.
  package static func text(_ text: String?) -> LogValue { .string(text ?? "") }

  /// Whether there is nothing to write.
  var isAbsent: Bool { self == .string("") }
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
  /// Makes `.string` of a literal.
  package init(stringLiteral text: String) { self = .string(text) }

  /// Makes `.int` of a literal.
  package init(integerLiteral number: Int) { self = .int(number) }
}

/// The content of one line, before it is written in one of the formats.
struct LogRecord: Sendable {
  let time: Instant
  let level: LogLevel
  let event: LogEvent
  /// The fields of every line, such as the worker and the lane.
  let context: [LogField]
  /// The fields of the event.
  var fields: [LogField]

  /// All fields after the event, in their order.
  var allFields: [LogField] { context + fields }
}

/// What the keys of the log mean, for the page on logs.
package enum LogKeyTable {
  /// Every key with its meaning, in the order of the alphabet.
  static let rows: [(key: LogKey, meaning: String)] = [
    (
      .ageMilliseconds,
      "time from the request (`requested-at`, else `timestamp`) until it was handled"
    ),
    (.attempt, "attempts since the last success"),
    (.batch, "messages in the batch"),
    (.broker, "nodes of the broker, without passwords"),
    (.code, "code of the response"),
    (.count, "a number, as the event says; with `period_seconds` the number of omitted lines"),
    (.digest, "SHA-256 of the files of the catalogue"),
    (.durationMilliseconds, "how long the batch took, to its commit"),
    (.error, "what was attempted, what went wrong, whether a retry helps"),
    (.exchange, "exchange of the message"),
    (.keys, "names of the keys of quotes"),
    (.lane, "number of the lane"),
    (.lanes, "how many lanes there are"),
    (.messageIdentifier, "`message_id` as its producer chose it"),
    (.messageType, "type of the message; `other` if it does not have the form of a type"),
    (.path, "place of the mistake in the message"),
    (.periodSeconds, "seconds that the summary of a burst covers"),
    (.pid, "identifier of the process"),
    (.probePort, "port of the probes"),
    (.queue, "queue that is consumed"),
    (.reason, "why: a reason of the contract, or the broker's message"),
    (.redelivered, "whether the broker may have delivered it before"),
    (.repeat, "whether a stored outcome was sent again"),
    (.retryInMilliseconds, "the pause before the next attempt"),
    (.rideIdentifier, "name of the ride"),
    (.routingKey, "routing key of the message"),
    (.secondsAhead, "by how much the clock is ahead"),
    (.sender, "role whose messages became dead letters, or the family of their queue"),
    (.setting, "setting that all workers of a database share: `payments` or `catalogue`"),
    (.signal, "number of the signal"),
    (.store, "the database, without its password"),
    (.trace, "trace id of the message (W3C Trace Context), 32 digits"),
    (.user, "user of the broker, verified by the broker"),
    (.value, "value of that setting in this worker, of the catalogue its digest"),
    (.version, "version and commit of the build"),
    (.worker, "program"),
  ]

  /// The table as Markdown, one key a row, without a line feed at the end.
  package static var inMarkdown: String {
    (["| field | is |", "|---|---|"]
      + rows.map { "| `\($0.key.rawValue)` | \($0.meaning) |" }).joined(separator: "\n")
  }
}
