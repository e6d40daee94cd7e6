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

  /// Every event.
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

  /// The events of a process.
  private static let process: [LogEventRow] = [
    LogEventRow(
      .workerStarted, [.info],
      "The worker begins, with its version, lanes, queue and the digest of its catalogue.",
      "Nothing."),
    LogEventRow(
      .workerStopping, [.info],
      "SIGTERM, SIGINT or SIGHUP has come (`signal`), and the worker finishes what it has.",
      "Nothing."),
    LogEventRow(
      .workerStopped, [.info],
      "All messages that were taken are acknowledged or returned to the broker.",
      "Nothing."),
    LogEventRow(
      .drainTimedOut, [.error],
      "The drain took longer than `LIVERY_DRAIN_SECONDS`; the process ends with 75 and the broker "
        + "delivers the rest again.",
      "Look for the cause before it: a store or a broker that does not answer. Nothing is lost."),
    LogEventRow(
      .configurationMistake, [.error],
      "A setting or the catalogue is wrong; the process ends with 78, a line for each mistake.",
      "Correct the setting that `error` names."),
    LogEventRow(
      .brokerURLReloaded, [.info],
      "The file with the URL of the broker has changed; new connections use it.",
      "Nothing."),
    LogEventRow(
      .catalogueReloaded, [.info],
      "The catalogue has changed and is in use, with the `digest` of its files.",
      "Check that all workers have the same `digest`."),
    LogEventRow(
      .quoteKeysReloaded, [.info],
      "The file with the keys of quotes has changed; `keys` are their names.",
      "Before the next step of a rotation, wait until every worker has said so."),
    LogEventRow(
      .storeURLReloaded, [.info],
      "The file with the URL of the database has changed; new sessions use it.",
      "Nothing."),
    LogEventRow(
      .reloadRefused, [.error],
      "A changed file has a mistake and is not used; the worker goes on with what it had.",
      "Correct the file; the worker looks at it again by itself."),
    LogEventRow(
      .logLinesDropped, [.warning],
      "The reader of the log left no room for `count` lines.",
      "Find out why the reader is slow; no message was affected."),
    LogEventRow(
      .notificationFailed, [.warning],
      "The service manager's socket takes no notification; tried again, logged once.",
      "Where systemd starts the worker, look at its `NOTIFY_SOCKET`; the worker works all the "
        + "same, but may be ended when the time for its start is over."),
  ]

  /// The events of lanes: their connections and messages.
  private static let lane: [LogEventRow] = [
    LogEventRow(
      .laneConnected, [.info],
      "A lane has its connections and its consumer.",
      "Nothing."),
    LogEventRow(
      .laneConnectionLost, [.warning, .error],
      "A lane has lost the broker. At `error` a new attempt cannot help: a right, a queue or an "
        + "exchange is missing, or a certificate is not trusted.",
      "At `warning` look at the broker if it goes on. At `error` do what `error` says: `livery "
        + "topology apply` or `livery topology permissions`."),
    LogEventRow(
      .laneWaiting, [.info],
      "A lane pauses for `retry_in_ms` before its next attempt.",
      "Look at the line before it."),
    LogEventRow(
      .quarantineBegan, [.info],
      "Messages that were delivered before are handled one at a time, because one of them may "
        + "have ended its process.",
      "If it comes again and again, look for a `message_dead_lettered` or for a crash."),
    LogEventRow(
      .quarantineEnded, [.info],
      "All lanes work again.",
      "Nothing."),
    LogEventRow(
      .batchHandled, [.debug],
      "A batch of `batch` messages was committed in `duration_ms`.",
      "Nothing."),
    LogEventRow(
      .messageHandled, [.debug, .info],
      "The access line: one message was handled, in a batch that took `duration_ms`; `age_ms` is "
        + "the time since it was requested.",
      "Nothing. Set `LIVERY_LOG_ACCESS_SAMPLE` for a share of these lines at `info`."),
    LogEventRow(
      .messageRefused, [.info, .error],
      "A message was answered with a refusal, for `reason`. At `error` the stored ride cannot be "
        + "read (`unreadableRide`).",
      "At `info` nothing: it is the requester's matter, unless one reason grows. At `error` look "
        + "at the ride with `livery ride ID`; it was written by another build or changed by hand."),
    LogEventRow(
      .messageDeadLettered, [.warning],
      "A message became a dead letter, for `reason`.",
      "`livery dead-letters list` groups them by reason; correct the cause, then `livery "
        + "dead-letters redrive`."),
    LogEventRow(
      .messageNotPermitted, [.warning],
      "A message came from a sender without the right to send it; `user_id` is the user of "
        + "the broker where it is known.",
      "Find that user: it has a mistake in its configuration, or is used for what it may not "
        + "do."),
    LogEventRow(
      .fareDoubtful, [.error],
      "A fare was billed by what is still known, or a meter is held and nothing is billed; "
        + "`reason` says why.",
      "`livery ride ID` shows it. Name the fare of a held meter with `ride.settle` and "
        + "`fare`."),
    LogEventRow(
      .refundDeclined, [.warning],
      "The payment system has declined a refund.",
      "Order it again with `ride.refund`, or return the money by other means."),
    LogEventRow(
      .tipDeclined, [.info],
      "The payment system has declined a tip.",
      "Nothing."),
    LogEventRow(
      .overpaid, [.warning, .error],
      "More was taken than the ride costs. At `warning` the return is under way, at `error` "
        + "it was declined.",
      "At `error` order a `ride.refund`, which draws what was overpaid first."),
    LogEventRow(
      .refundedTooMuch, [.error],
      "Late answers have given back more than was ordered or taken, and no command brings it "
        + "back.",
      "Compare `livery ride ID` with the records of the payment system; the rest is between "
        + "the operator and the rider."),
    LogEventRow(
      .responseDropped, [.info],
      "A response found no queue, or its queue refused it for too long.",
      "Nothing, unless it grows: then a gateway has lost its reply queue."),
    LogEventRow(
      .publicationDropped, [.error],
      "Something that is no response could not be published and is given up.",
      "`reason` says why. Observers ask for the status of the ride; a command is given again by "
        + "the ticker."),
    LogEventRow(
      .publicationsRefused, [.error],
      "`count` publications were refused or returned; the lane tries again in `retry_in_ms`, "
        + "and takes no message meanwhile.",
      "Look for the full or missing queue behind `exchange`; a queue of an observer with "
        + "`reject-publish` stops the fleet."),
    LogEventRow(
      .deadLettersStored, [.info],
      "`count` dead letters were moved from their queue into the store.",
      "`livery dead-letters list`."),
  ]

  /// The events of the ticker, and of the world outside: broker, store, clock, collector.
  private static let outside: [LogEventRow] = [
    LogEventRow(
      .commandsPublished, [.debug],
      "The ticker has published `count` commands that were due.",
      "Nothing."),
    LogEventRow(
      .tickFailed, [.warning],
      "The ticker could not ask the store what is due; it tries again.",
      "See `store_unavailable`."),
    LogEventRow(
      .tickerConnectionLost, [.warning],
      "The ticker has lost the broker; it tries again.",
      "See `lane_connection_lost`."),
    LogEventRow(
      .brokerBlocked, [.warning],
      "The broker takes no publications (`connection.blocked`): it is short of memory or disk.",
      "Free memory or disk of the broker; a lane takes no new messages until then."),
    LogEventRow(
      .brokerUnblocked, [.info],
      "The broker takes publications again.",
      "Nothing."),
    LogEventRow(
      .storeUnavailable, [.error],
      "The database has not done what was asked. Messages stay with the lane or with the broker.",
      "`error` has its words: a lock, a full disk, a missing right, a server that is down."),
    LogEventRow(
      .storeRecovered, [.info],
      "The database answers again.",
      "Nothing."),
    LogEventRow(
      .schemaWrong, [.error],
      "The database has another schema than this build; the process ends with 65.",
      "Run `livery migrate` of this build, or start the build that fits."),
    LogEventRow(
      .clockWrong, [.warning],
      "The clock is `seconds_ahead` of the database's; the worker takes no messages.",
      "Correct the clock of the machine, or of the database's."),
    LogEventRow(
      .clockRight, [.info],
      "The clock agrees again.",
      "Nothing."),
    LogEventRow(
      .housekeepingFailed, [.error],
      "Old rows could not be deleted; tried again each minute, logged once for each reason.",
      "`error` has the words of the database: often the right to delete."),
    LogEventRow(
      .housekeepingRecovered, [.info],
      "Old rows are deleted again, after `count` failures.",
      "Nothing."),
    LogEventRow(
      .figuresFailed, [.warning],
      "The figures of the fleet could not be read; another worker may report them.",
      "`error` has the words of the database: often a missing right to the table `leases`."),
    LogEventRow(
      .spansDropped, [.warning],
      "Spans of traces do not reach the collector; at the stop, `count` were dropped in all.",
      "`reason` says why: start the collector, or correct its URL or its headers."),
    LogEventRow(
      .spansExported, [.info],
      "The collector takes spans again; `count` were dropped since the worker started.",
      "Nothing."),
    LogEventRow(
      .outcomesPruned, [.info],
      "`count` outcomes that no repeat can need any more were deleted.",
      "Nothing."),
    LogEventRow(
      .deadLettersPruned, [.info],
      "`count` dead letters older than `LIVERY_DEAD_LETTER_DAYS` were deleted.",
      "Nothing."),
    LogEventRow(
      .supplyRefreshed, [.debug],
      "A snapshot of `count` vehicles was taken.",
      "Nothing."),
  ]
}
