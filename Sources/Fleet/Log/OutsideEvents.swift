extension LogEventRow {
  /// What the ticker says, and what is said of all that is outside.
  static let outside: [LogEventRow] = [
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
