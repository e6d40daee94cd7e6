import Rides

/// The name of a value in a line of the log; the list is closed.
package enum LogKey: String, CaseIterable, Sendable {
  case account
  case action
  case ageMilliseconds = "age_ms"
  case attempt
  case audit
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
  case outcome
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
  case url
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
  /// Every key, in the order of the alphabet, with its meaning if the name does not say it.
  static let rows: [(key: LogKey, meaning: String?)] = [
    (.account, "name of a user of the console"),
    (.action, nil),
    (
      .ageMilliseconds,
      "time from the request (`requested-at`, else `timestamp`) until it was handled"
    ),
    (.attempt, "attempts since the last success"),
    (.audit, "identifier of a row of the table `console_audit`"),
    (.batch, nil),
    (.broker, nil),
    (.code, nil),
    (.count, "a number, as the event says; with `period_seconds` the number of omitted lines"),
    (.digest, "SHA-256 of the files of the catalogue"),
    (.durationMilliseconds, "how long the batch took, to its commit"),
    (.error, "what was attempted, what went wrong, whether a retry helps"),
    (.exchange, nil),
    (.keys, nil),
    (.lane, nil),
    (.lanes, nil),
    (.messageIdentifier, "`message_id` as its producer chose it"),
    (.messageType, "type of the message; `other` if it does not have the form of a type"),
    (.outcome, "`done`, `denied`, `failed`, `begun`, or `unknown` for what may have been done"),
    (.path, nil),
    (.periodSeconds, nil),
    (.pid, nil),
    (.probePort, nil),
    (.queue, nil),
    (.reason, "why: a reason of the contract, or the broker's message"),
    (.redelivered, "whether the broker may have delivered it before"),
    (.repeat, "whether a stored outcome was sent again"),
    (.retryInMilliseconds, nil),
    (.rideIdentifier, nil),
    (.routingKey, nil),
    (.secondsAhead, nil),
    (.sender, "role whose messages became dead letters, or the family of their queue"),
    (.setting, "setting that all workers of a database share: `payments` or `catalogue`"),
    (.signal, nil),
    (.store, nil),
    (.trace, "trace id of the message (W3C Trace Context), 32 digits"),
    (.url, nil),
    (.user, "user of the broker, verified by the broker"),
    (.value, "value of that setting in this worker, of the catalogue its digest"),
    (.version, nil),
    (.worker, nil),
  ]

  /// As Markdown, without a line feed at the end: a table, and the names that say it themselves.
  package static var inMarkdown: String {
    let named = rows.filter { $0.meaning == nil }.map { "`\($0.key.rawValue)`" }
    let explained = rows.compactMap { row in
      row.meaning.map { "| `\(row.key.rawValue)` | \($0) |" }
    }
    let table = (["| field | is |", "|---|---|"] + explained).joined(separator: "\n")
    return "\(table)\n\nThe names of these say it: \(named.joined(separator: ", "))."
  }
}
