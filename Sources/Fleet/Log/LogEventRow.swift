/// The documentation of an event: a row of the page on logs.
package struct LogEventRow: Sendable {
  package let event: LogEvent
  /// The levels at which it is written, the lowest first.
  package let levels: [LogLevel]
  package let meaning: String
  /// What to do about it.
  package let advice: String

  init(
    _ event: LogEvent, _ levels: [LogLevel], _ meaning: String, _ advice: String = "Nothing."
  ) {
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
      "The worker starts; the line has its version, lanes, queue and the digest of its catalogue."),
    LogEventRow(
      .workerStopping, [.info],
      "The worker has received SIGTERM, SIGINT or SIGHUP (`signal`) and finishes its batches."),
    LogEventRow(
      .workerStopped, [.info],
      "All received messages are acknowledged or returned to the broker."),
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
      "The file with the URL of the broker has changed; new connections use it."),
    LogEventRow(
      .catalogueReloaded, [.info],
      "The catalogue has changed and is in use, with the `digest` of its files.",
      "Check that all workers have the same `digest`."),
    LogEventRow(
      .quoteKeysReloaded, [.info],
      "The file with the keys of quotes has changed; `keys` are their names.",
      "Before the next step of a rotation, wait for this event of every worker."),
    LogEventRow(
      .storeURLReloaded, [.info],
      "The file with the URL of the database has changed; new sessions use it."),
    LogEventRow(
      .reloadRefused, [.error],
      "A changed file has a mistake and is not used; the worker keeps the previous content.",
      "Correct the file; the worker reads it again without a restart."),
    LogEventRow(
      .logLinesDropped, [.warning],
      "`count` lines were dropped, because the reader of the log was too slow.",
      "Find out why the reader is slow; no message was affected."),
    LogEventRow(
      .notificationFailed, [.warning],
      "A notification to the service manager has failed; it is retried and logged once.",
      "If systemd starts the worker, check `NOTIFY_SOCKET`. The worker handles messages, but "
        + "systemd may end it when the start timeout expires."),
  ]

  /// The events of lanes: their connections and messages.
  private static let lane: [LogEventRow] = [
    LogEventRow(.laneConnected, [.info], "A lane has its connections and its consumer."),
    LogEventRow(
      .laneConnectionLost, [.warning, .error],
      "A lane has lost its connection to the broker, and connects again. At `error` it needs a "
        + "change first: a permission, a queue or an exchange is missing, or a certificate is not "
        + "trusted.",
      "At `warning` check the broker if the event repeats. At `error` do what `error` says: "
        + "`livery topology apply` or `livery topology permissions`."),
    LogEventRow(
      .laneWaiting, [.info],
      "A lane pauses for `retry_in_ms` before its next attempt.",
      "See the previous line."),
    LogEventRow(
      .quarantineBegan, [.info],
      "Messages of three or more attempts are handled one at a time, because one of them may have "
        + "crashed a worker.",
      "If the event repeats, look for a `message_dead_lettered` or for a crash."),
    LogEventRow(.quarantineEnded, [.info], "All lanes handle batches again."),
    LogEventRow(
      .batchHandled, [.debug],
      "A batch of `batch` messages was committed in `duration_ms`."),
    LogEventRow(
      .messageHandled, [.debug, .info],
      "The access line: one message was handled, in a batch that took `duration_ms`; `age_ms` is "
        + "the time since it was requested.",
      "Nothing. Set `LIVERY_LOG_ACCESS_SAMPLE` for a share of these lines at `info`."),
    LogEventRow(
      .messageRefused, [.info, .error],
      "A message was answered with a refusal, for `reason`. At `error` the stored ride cannot be "
        + "read (`unreadableRide`).",
      "At `info` nothing, unless one reason becomes frequent: the requester has to act. At "
        + "`error` inspect the ride with `livery ride ID`; another build has written it, or it "
        + "was changed by hand."),
    LogEventRow(
      .messageDeadLettered, [.warning],
      "A message became a dead letter, for `reason`.",
      "`livery dead-letters list` groups them by reason; correct the cause, then `livery "
        + "dead-letters redrive`."),
    LogEventRow(
      .messageNotPermitted, [.warning],
      "A message came from a sender without permission to send it; `user_id` is the user of the "
        + "broker where it is known.",
      "Find that user: its configuration is wrong, or it is misused."),
    LogEventRow(
      .fareDoubtful, [.error],
      "A fare was billed from incomplete data or without the waiting, or a fare or a fee awaits a "
        + "decision and nothing is billed; `reason` says why.",
      "`livery ride ID` shows it. Set the fare that awaits a decision with `ride.settle` and "
        + "`fare`."),
    LogEventRow(
      .refundDeclined, [.warning],
      "The payment system has declined a refund.",
      "Order it again with `ride.refund`, or return the money by other means."),
    LogEventRow(.tipDeclined, [.info], "The payment system has declined a tip."),
    LogEventRow(
      .overpaid, [.warning, .error],
      "The rider was charged more than the ride costs. At `warning` the refund is in progress; at "
        + "`error` it was declined.",
      "At `error` order a `ride.refund`, which returns the overpaid amount first."),
    LogEventRow(
      .refundedTooMuch, [.error],
      "Late answers have refunded more than was ordered or charged; no command can reverse that.",
      "Compare `livery ride ID` with the records of the payment system, and resolve the "
        + "difference with the rider."),
    LogEventRow(
      .responseDropped, [.info],
      "No queue received a response, or its queue refused it for too long.",
      "Nothing, unless it becomes frequent: then a gateway has lost its reply queue."),
    LogEventRow(
      .publicationDropped, [.error],
      "A publication that is not a response could not be published and is dropped.",
      "`reason` says why. Observers can query the status of the ride; the ticker publishes a "
        + "command again."),
    LogEventRow(
      .publicationsRefused, [.error],
      "`count` publications were refused or returned; the lane retries in `retry_in_ms` and "
        + "receives no messages until then.",
      "Look for the full or missing queue behind `exchange`; a queue of an observer with "
        + "`reject-publish` stops the fleet."),
    LogEventRow(
      .deadLettersStored, [.info],
      "`count` dead letters were moved from their queue into the store.",
      "`livery dead-letters list`."),
    LogEventRow(
      .deadLettersDropped, [.warning],
      "`count` dead letters were dropped: those of `sender`, a role or the family of the queue, "
        + "fill `LIVERY_DEAD_LETTER_MEGABYTES` in the store.",
      "Find what sends them, then `livery dead-letters discard`."),
  ]

  /// The events of the ticker, and of the world outside: broker, store, clock, collector.
  private static let outside: [LogEventRow] = [
    LogEventRow(
      .commandsPublished, [.debug],
      "The ticker has published `count` commands that were due."),
    LogEventRow(
      .tickFailed, [.warning],
      "The ticker could not read the due commands from the store; it retries.",
      "See `store_unavailable`."),
    LogEventRow(
      .tickerConnectionLost, [.warning],
      "The ticker has lost its connection to the broker; it retries.",
      "See `lane_connection_lost`."),
    LogEventRow(
      .brokerBlocked, [.warning],
      "The broker blocks publications (`connection.blocked`): it is short of memory or disk.",
      "Free memory or disk of the broker; lanes receive no messages until then."),
    LogEventRow(.brokerUnblocked, [.info], "The broker accepts publications again."),
    LogEventRow(
      .storeUnavailable, [.error],
      "A database operation has failed. Its messages stay with the lane or return to the broker.",
      "`error` has the database's message: a lock, a full disk, a file system that is read-only, a "
        + "missing permission, a server that is down."),
    LogEventRow(.storeRecovered, [.info], "The database answers again."),
    LogEventRow(
      .schemaWrong, [.error],
      "The database has another schema than this build, lacks a table, or has none where the role "
        + "looks; the process ends with 65.",
      "Do what `error` says: run `livery migrate` of this build, start a build for that schema, "
        + "restore a copy, or set the role's `search_path`."),
    LogEventRow(
      .clockWrong, [.warning],
      "The worker's clock is `seconds_ahead` seconds ahead of the database's; the worker receives "
        + "no messages.",
      "Correct the clock of the worker's machine or of the database server."),
    LogEventRow(.clockRight, [.info], "The two clocks agree again."),
    LogEventRow(
      .settingDiffers, [.warning],
      "Workers that were on this database first have another value of `setting` than `value`: "
        + "another system of `LIVERY_PAYMENTS`, or another catalogue, of which `value` is the "
        + "digest.",
      "Give all workers of a database the same settings. While all of them change, nothing."),
    LogEventRow(
      .settingShared, [.info],
      "No worker of this database has another value of `setting` any more."),
    LogEventRow(
      .housekeepingFailed, [.error],
      "Old rows could not be deleted; the worker retries each minute and logs each reason once.",
      "`error` has the database's message: often a missing permission to delete."),
    LogEventRow(
      .housekeepingRecovered, [.info],
      "Old rows are deleted again, after `count` failures."),
    LogEventRow(
      .figuresFailed, [.warning],
      "The figures of the fleet could not be read; another worker may report them.",
      "`error` has the database's message: often a missing permission for the table `leases`."),
    LogEventRow(
      .spansDropped, [.warning],
      "Spans of traces do not reach the collector; at the stop, `count` were dropped in all.",
      "`reason` says why: start the collector, or correct its URL or its headers."),
    LogEventRow(
      .spansExported, [.info],
      "The collector accepts spans again; `count` were dropped since the worker started."),
    LogEventRow(
      .outcomesPruned, [.info],
      "`count` outcomes that no repeat can need any more were deleted."),
    LogEventRow(
      .deadLettersPruned, [.info],
      "`count` dead letters older than `LIVERY_DEAD_LETTER_DAYS` were deleted."),
    LogEventRow(
      .supplyRefreshed, [.debug],
      "A snapshot of `count` vehicles was taken."),
  ]
}
