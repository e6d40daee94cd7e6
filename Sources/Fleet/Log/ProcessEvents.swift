extension LogEventRow {
  /// What a process says of itself.
  static let process: [LogEventRow] = [
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
}
