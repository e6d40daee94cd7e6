/// The event of a line of the log: the closed list that operators search and alert by.
package enum LogEvent: String, CaseIterable, Sendable {
  // The process
  case workerStarted = "worker_started"
  case workerStopping = "worker_stopping"
  case workerStopped = "worker_stopped"
  case drainTimedOut = "drain_timed_out"
  case configurationMistake = "configuration_mistake"
  case brokerURLReloaded = "broker_url_reloaded"
  case catalogueReloaded = "catalogue_reloaded"
  case quoteKeysReloaded = "quote_keys_reloaded"
  case reloadRefused = "reload_refused"
  case storeURLReloaded = "store_url_reloaded"
  case logLinesDropped = "log_lines_dropped"
  case notificationFailed = "notification_failed"

  // Lanes and their messages
  case laneConnected = "lane_connected"
  case laneConnectionLost = "lane_connection_lost"
  case laneWaiting = "lane_waiting"
  case quarantineBegan = "quarantine_began"
  case quarantineEnded = "quarantine_ended"
  case batchHandled = "batch_handled"
  case messageHandled = "message_handled"
  case messageRefused = "message_refused"
  case messageDeadLettered = "message_dead_lettered"
  case messageNotPermitted = "message_not_permitted"
  case fareDoubtful = "fare_doubtful"
  case refundDeclined = "refund_declined"
  case tipDeclined = "tip_declined"
  case overpaid = "overpaid"
  case refundedTooMuch = "refunded_too_much"
  case startHeld = "start_held"
  case helpCalled = "help_called"
  case vehicleStalled = "vehicle_stalled"
  case vehicleReplaced = "vehicle_replaced"
  case vehicleSilent = "vehicle_silent"
  case rideOverdue = "ride_overdue"
  case rideEndedUnreported = "ride_ended_unreported"
  case responseDropped = "response_dropped"
  case publicationDropped = "publication_dropped"
  case publicationsRefused = "publications_refused"
  case deadLettersStored = "dead_letters_stored"
  case deadLettersDropped = "dead_letters_dropped"

  // The ticker and its commands
  case commandsPublished = "commands_published"
  case tickFailed = "tick_failed"
  case tickerConnectionLost = "ticker_connection_lost"

  // The console
  case consoleStarted = "console_started"
  case consoleWithoutTLS = "console_without_tls"
  case consoleAction = "console_action"
  case auditFailed = "audit_failed"

  // What is outside
  case brokerBlocked = "broker_blocked"
  case brokerUnblocked = "broker_unblocked"
  case storeUnavailable = "store_unavailable"
  case storeRecovered = "store_recovered"
  case schemaWrong = "schema_wrong"
  case clockWrong = "clock_wrong"
  case clockRight = "clock_right"
  case settingDiffers = "setting_differs"
  case settingShared = "setting_shared"
  case housekeepingFailed = "housekeeping_failed"
  case housekeepingRecovered = "housekeeping_recovered"
  case figuresFailed = "figures_failed"
  case spansDropped = "spans_dropped"
  case spansExported = "spans_exported"
  case outcomesPruned = "outcomes_pruned"
  case deadLettersPruned = "dead_letters_pruned"
  case supplyRefreshed = "supply_refreshed"
}

extension LogEvent {
  /// Whether a burst of it is summed up.
  ///
  /// Events about money or about lost messages are not, since each needs attention; but dropped
  /// dead letters are those of a flood.
  var isSummedUp: Bool {
    switch self {
    case .laneConnectionLost, .laneWaiting, .messageRefused, .messageDeadLettered,
      .messageNotPermitted, .responseDropped, .publicationsRefused, .tickFailed,
      .tickerConnectionLost, .brokerBlocked, .brokerUnblocked, .storeUnavailable, .storeRecovered,
      .quarantineBegan, .quarantineEnded, .deadLettersDropped:
      true
    default: false
    }
  }
}
