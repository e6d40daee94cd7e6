/// The documentation of an event: a row of the page on logs.
package struct LogEventRow: Sendable {
  package let event: LogEvent
  /// The levels at which it is written, the lowest first.
  package let levels: [LogLevel]
  package let meaning: String
  /// What to do about it; empty for nothing.
  package let advice: String

  init(
    _ event: LogEvent, _ levels: [LogLevel], _ meaning: String, _ advice: String = ""
  ) {
    self.event = event
    self.levels = levels
    self.meaning = meaning
    self.advice = advice
  }

  /// Every event.
  package static let all = process + lane + console + outside

  /// The table as Markdown, one event a row, without a line feed at the end.
  package static var tableInMarkdown: String {
    let rows = all.map { row in
      let levels = row.levels.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      let burst = row.event.isSummedUp ? ", bursts" : ""
      let text = row.advice.isEmpty ? row.meaning : "\(row.meaning) \(row.advice)"
      return "| `\(row.event.rawValue)` | \(levels)\(burst) | \(text) |"
    }
    let head = ["| event | level | meaning, and what to do |", "|---|---|---|"]
    return (head + rows).joined(separator: "\n")
  }

  /// The events of a process.
  private static let process: [LogEventRow] = [
    LogEventRow(
      .workerStarted, [.info],
      "The worker starts: version, lanes, queue and the digest of its catalogue."),
    LogEventRow(
      .workerStopping, [.info],
      "The worker has received a `signal` to stop and finishes its batches."),
    LogEventRow(
      .workerStopped, [.info],
      "All received messages are acknowledged or returned to the broker."),
    LogEventRow(
      .drainTimedOut, [.error],
      "The drain took longer than `LIVERY_DRAIN_SECONDS`; the process ends with 75, and the broker "
        + "delivers the rest again.",
      "Look for a store or a broker that does not answer."),
    LogEventRow(
      .configurationMistake, [.error],
      "A setting or the catalogue is wrong, a line for each mistake; the process ends with 78.",
      "Correct what `error` names."),
    LogEventRow(
      .brokerURLReloaded, [.info],
      "The file with the broker's URL has changed; new connections use it."),
    LogEventRow(
      .catalogueReloaded, [.info],
      "The catalogue has changed and is in use.",
      "Check that all workers have the same `digest`."),
    LogEventRow(
      .quoteKeysReloaded, [.info],
      "The file with the keys of quotes has changed; `keys` are their names.",
      "In a rotation, wait for this event of every worker before the next step."),
    LogEventRow(
      .storeURLReloaded, [.info],
      "The file with the database's URL has changed; new sessions use it."),
    LogEventRow(
      .reloadRefused, [.error],
      "A changed file has a mistake; the worker keeps the previous content, and the console the "
        + "accounts of the right lines alone.",
      "Correct the file; it is read again without a restart."),
    LogEventRow(
      .logLinesDropped, [.warning],
      "The reader of the log was too slow for `count` lines.",
      "No message was affected."),
    LogEventRow(
      .notificationFailed, [.warning],
      "A notification to the service manager has failed; it is retried and logged once.",
      "Under systemd check `NOTIFY_SOCKET`: it may end the worker when the start timeout expires."),
  ]

  /// The events of lanes: their connections and messages.
  private static let lane: [LogEventRow] = [
    LogEventRow(.laneConnected, [.info], "A lane has its connections and its consumer."),
    LogEventRow(
      .laneConnectionLost, [.warning, .error],
      "A lane has lost the broker, and connects again. At `error` a permission, a queue or an "
        + "exchange is missing, or a certificate is not trusted.",
      "Check the broker if `warning` repeats; at `error` do what `error` says."),
    LogEventRow(
      .laneWaiting, [.info],
      "A lane pauses for `retry_in_ms` before its next attempt; the line before says why."),
    LogEventRow(
      .quarantineBegan, [.info],
      "Messages of three or more attempts are handled one at a time: one of them may have crashed "
        + "a worker.",
      "If it repeats, look for a `message_dead_lettered` or a crash."),
    LogEventRow(.quarantineEnded, [.info], "All lanes handle batches again."),
    LogEventRow(
      .batchHandled, [.debug],
      "A batch of `batch` messages was committed in `duration_ms`."),
    LogEventRow(
      .messageHandled, [.debug, .info],
      "The access line of a message, whose batch took `duration_ms`."),
    LogEventRow(
      .messageRefused, [.info, .error],
      "A message was refused, for `reason`. At `error` the stored ride cannot be read "
        + "(`unreadableRide`).",
      "At `info` look if one reason becomes frequent; at `error` `livery ride ID`."),
    LogEventRow(
      .messageDeadLettered, [.warning],
      "A message became a dead letter, for `reason`.",
      "Correct the cause, then `livery dead-letters redrive`."),
    LogEventRow(
      .messageNotPermitted, [.warning],
      "The sender had no permission for the message; `user_id` is its user, where it is known.",
      "Its configuration is wrong, or it is misused."),
    LogEventRow(
      .fareDoubtful, [.error],
      "A fare was billed from incomplete data or without the waiting, or a fare or a fee awaits a "
        + "decision and nothing is billed; `reason` says why.",
      "`livery ride ID`; decide with `ride.settle` and `fare`."),
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
      "Late answers have refunded more than was ordered or charged.",
      "No command reverses that: compare `livery ride ID` with the payment system, and settle it "
        + "with the rider."),
    LogEventRow(
      .helpCalled, [.error], "A rider or a driver has called for help; the log has no words of it.",
      "`livery ride ID` has place and words. Call the rider and the driver."),
    LogEventRow(
      .startHeld, [.error],
      "A driver has reported so many wrong start codes that the ride does not start.",
      "Ask the rider and the driver; then let it start with `ride.settle`, or cancel it."),
    LogEventRow(
      .vehicleStalled, [.warning],
      "A vehicle is late and comes no nearer to the pickup of its ride.",
      "The rider may cancel free; ask the driver."),
    LogEventRow(
      .vehicleReplaced, [.warning],
      "A ride was taken from a vehicle that came no nearer, and is searched for again."),
    LogEventRow(
      .vehicleSilent, [.warning],
      "The vehicle of a ride is silent at the pickup, or with the rider aboard.",
      "Ask the driver; `livery ride ID` shows where it was last."),
    LogEventRow(
      .rideOverdue, [.error],
      "A wait at the pickup, or a trip, takes much longer than expected, and nothing is reported. "
        + "It comes again while that lasts.",
      "Ask the driver and the rider; then have the driver report, or end the ride by "
        + "`livery end`."),
    LogEventRow(
      .rideEndedUnreported, [.error],
      "A ride has ended of itself: its vehicle was at the drop-off, and no end was reported.",
      "Compare `livery ride ID` with what the driver says; correct it with `ride.adjust` or "
        + "`ride.refund`, or a held fare with `ride.settle`."),
    LogEventRow(
      .responseDropped, [.info],
      "No queue received a response, or its queue refused it for too long.",
      "If it is frequent, a gateway has lost its reply queue."),
    LogEventRow(
      .publicationDropped, [.error],
      "A publication that is not a response could not be published, for `reason`.",
      "Observers can query the ride; a command is published again."),
    LogEventRow(
      .publicationsRefused, [.error],
      "`count` publications were refused or returned; the lane receives nothing until it retries "
        + "in `retry_in_ms`.",
      "Look for the full or missing queue behind `exchange`; an observer's queue with "
        + "`reject-publish` stops the fleet."),
    LogEventRow(
      .deadLettersStored, [.info],
      "`count` dead letters were moved from their queue into the store."),
    LogEventRow(
      .deadLettersDropped, [.warning],
      "`count` dead letters were dropped: those of `sender` fill `LIVERY_DEAD_LETTER_MEGABYTES`.",
      "Find what sends them, then `livery dead-letters discard`."),
  ]

  /// The events of the console.
  private static let console: [LogEventRow] = [
    LogEventRow(
      .consoleStarted, [.info],
      "The console serves: its `url`, its version and the digest of its catalogue."),
    LogEventRow(
      .consoleWithoutTLS, [.warning],
      "Browsers see the console without TLS, which is for this machine alone.",
      "Behind a proxy with TLS set `LIVERY_CONSOLE_ORIGIN`."),
    LogEventRow(
      .consoleAction, [.info, .warning],
      "A user of the console did something; at `warning` it was denied or has failed. The row "
        + "`audit` of the audit says more.",
      "Look if one `account` is often denied: someone may try passwords."),
    LogEventRow(
      .auditFailed, [.error],
      "The row `audit` of the line before could not be stored.",
      "Keep the log; often a permission for the table `console_audit` is missing."),
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
      "The ticker has lost the broker; it retries.",
      "See `lane_connection_lost`."),
    LogEventRow(
      .brokerBlocked, [.warning],
      "The broker is short of memory or disk (`connection.blocked`); lanes receive nothing until "
        + "it has some."),
    LogEventRow(.brokerUnblocked, [.info], "The broker accepts publications again."),
    LogEventRow(
      .storeUnavailable, [.error],
      "A database operation has failed; `error` has the database's message. The messages stay "
        + "with the lane or return to the broker."),
    LogEventRow(.storeRecovered, [.info], "The database answers again."),
    LogEventRow(
      .schemaWrong, [.error],
      "The database has another schema than this build, lacks a table, or has none where the role "
        + "looks; the process ends with 65.",
      "Do what `error` says."),
    LogEventRow(
      .clockWrong, [.warning],
      "The worker's clock is `seconds_ahead` of the database's; the worker receives nothing.",
      "Correct the clock that is wrong."),
    LogEventRow(.clockRight, [.info], "The two clocks agree again."),
    LogEventRow(
      .settingDiffers, [.warning],
      "Workers that were on this database first have another value of `setting` than `value`.",
      "Give all workers the same settings; while all of them change, do nothing."),
    LogEventRow(
      .settingShared, [.info],
      "No worker of this database has another value of `setting` any more."),
    LogEventRow(
      .housekeepingFailed, [.error],
      "Old rows could not be deleted; the worker retries each minute and logs each reason once.",
      "Often a permission to delete is missing."),
    LogEventRow(
      .housekeepingRecovered, [.info],
      "Old rows are deleted again, after `count` failures."),
    LogEventRow(
      .figuresFailed, [.warning],
      "The figures of the fleet could not be read; another worker may report them.",
      "Often a permission for the table `leases` is missing."),
    LogEventRow(
      .spansDropped, [.warning],
      "Spans do not reach the collector, for `reason`; at the stop, `count` were dropped in all."),
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
