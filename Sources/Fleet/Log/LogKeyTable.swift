/// What the keys of the log mean, for the page on logs.
package enum LogKeyTable {
  /// Every key with its meaning, in the order of the alphabet.
  static let rows: [(key: LogKey, meaning: String)] = [
    (
      .ageMilliseconds,
      "time from the request (`requested-at`, else `timestamp`) until it was handled"
    ),
    (.attempt, "how often it was tried since the last success"),
    (.batch, "messages in the batch"),
    (.broker, "nodes of the broker, without passwords"),
    (.code, "code of the response"),
    (.count, "a number, as the event says; with `period_seconds` the lines that were left out"),
    (.digest, "SHA-256 of the files of the catalogue"),
    (.durationMilliseconds, "how long the batch took, to its commit"),
    (.error, "what was attempted, what went wrong, whether a retry helps"),
    (.exchange, "exchange of the message"),
    (.keys, "names of the keys of quotes"),
    (.lane, "number of the lane"),
    (.lanes, "how many lanes there are"),
    (.messageIdentifier, "`message_id` as its producer chose it"),
    (.messageType, "type of the message; `other` for what has not the form of one"),
    (.path, "place of the mistake in the message"),
    (.periodSeconds, "the seconds that a line stands for that sums up a burst"),
    (.pid, "identifier of the process"),
    (.probePort, "port of the probes"),
    (.queue, "queue that is consumed"),
    (.reason, "why: a reason of the contract, or the words of the broker"),
    (.redelivered, "whether the broker may have delivered it before"),
    (.repeat, "whether a stored outcome was sent again"),
    (.retryInMilliseconds, "the pause before the next attempt"),
    (.rideIdentifier, "name of the ride"),
    (.routingKey, "routing key of the message"),
    (.secondsAhead, "by how much the clock is ahead"),
    (.signal, "number of the signal"),
    (.store, "the database, without its password"),
    (.trace, "trace id of the message (W3C Trace Context), 32 digits"),
    (.user, "user of the broker, as the broker has checked it"),
    (.version, "version and commit of the build"),
    (.worker, "program"),
  ]

  /// The table as Markdown, one key a row, without a line feed at the end.
  package static var inMarkdown: String {
    (["| field | is |", "|---|---|"]
      + rows.map { "| `\($0.key.rawValue)` | \($0.meaning) |" }).joined(separator: "\n")
  }
}
