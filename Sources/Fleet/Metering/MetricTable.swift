/// Every metric of a worker: the one table that `/metrics`, its page and tests share.
package enum MetricTable {
  /// The families in the order in which they are written.
  package static let all: [MetricFamily] = [
    .requests, .requestErrors, .requestAge, .oldestRequest, .inHand, .redelivered, .repeated,
    .deadLetters, .deadLettersDropped, .batchSize, .stageDuration,
    .consumed, .processDuration, .sent, .operationDuration,
    .unconfirmed, .returned, .refused, .dropped, .blocked, .reconnects,
    .lanes, .lanesConsuming, .ready, .drain, .quarantineActive, .quarantines, .logLinesDropped,
    .spansExported, .spansDropped, .certificateExpiry,
    .snapshotAge, .vehiclesOnDuty, .storeAvailable, .storeErrors, .deletedRows,
    .housekeepingFailures, .housekeepingSuccess, .clockDifference, .settingDiffers, .catalogue,
    .quotes, .bookings, .searchDuration, .estimateError, .moneyNotices, .ignoredPositions,
    .suspectedVehicles, .consoleRequests,
    .fleetReporter, .rides, .ridesWaiting, .longestWait, .longestPhase, .charges, .oldestCharge,
    .storedDeadLetters, .observers,
    .build, .target, .processCPU, .residentMemory, .virtualMemory, .openFiles, .mostFiles,
    .startTime, .threads,
  ]

  /// The table as Markdown, one metric a row, without a line feed at the end.
  package static var markdown: String {
    let head = ["| metric | labels | what it is |", "|---|---|---|"]
    let rows = all.map { family in
      let labels = family.labels.map { "`\($0)`" }.joined(separator: ", ")
      let kind = family.kind == .histogram ? " A histogram." : ""
      return "| `\(family.name)` | \(labels) | \(family.help)\(kind) |"
    }
    return (head + rows).joined(separator: "\n")
  }
}

extension MetricFamily {
  // Messages and publications, by the names of OpenTelemetry's conventions where these have one
  // (semantic conventions for messaging 1.44).

  private static let destination = [
    "messaging_system", "messaging_operation_name", "messaging_destination_name",
  ]

  static let consumed = MetricFamily(
    "messaging_client_consumed_messages_total", .counter, labels: destination,
    help: "Messages received from the queue.")
  static let sent = MetricFamily(
    "messaging_client_sent_messages_total", .counter, labels: destination,
    help: "Publications that the broker has confirmed.")
  static let operationDuration = MetricFamily(
    "messaging_client_operation_duration_seconds", .histogram, labels: destination,
    help: "From the first publication of a batch to its last confirm, and of acknowledgements.")
  static let processDuration = MetricFamily(
    "messaging_process_duration_seconds", .histogram, labels: destination + ["type"],
    help: "How long the batch of a message was handled, once for each message.")

  static let requests = MetricFamily(
    "livery_requests_total", .counter, labels: ["type", "code"],
    help: "Handled messages by the code of the answer, repeat for a repeated message, or none.")
  static let requestErrors = MetricFamily(
    "livery_request_errors_total", .counter, labels: ["reason"],
    help: "Refused messages by the reason in the answer.")
  static let requestAge = MetricFamily(
    "livery_request_age_seconds", .histogram, labels: ["type"],
    help: "From requested-at, or the property timestamp, until a message was received.")
  static let oldestRequest = MetricFamily(
    "livery_oldest_request_age_seconds", .gauge,
    help: "Age of the oldest received message that is not acknowledged; 0 without one.")
  static let inHand = MetricFamily(
    "livery_requests_in_hand", .gauge, help: "Received messages that are not acknowledged.")
  static let redelivered = MetricFamily(
    "livery_requests_redelivered_total", .counter,
    help: "Messages that the broker may have delivered before.")
  static let repeated = MetricFamily(
    "livery_requests_repeated_total", .counter,
    help: "Repeated messages that were answered from the stored outcome.")
  static let batchSize = MetricFamily(
    "livery_batch_messages", .histogram, help: "Messages in a batch.")
  static let stageDuration = MetricFamily(
    "livery_batch_stage_duration_seconds", .histogram, labels: ["stage"],
    help: "Time of a batch in decode, handle, store and confirm.")

  static let deadLetters = MetricFamily(
    "livery_dead_letters_total", .counter, labels: ["reason"],
    help: "Messages that became dead letters.")
  static let deadLettersDropped = MetricFamily(
    "livery_dead_letters_dropped_total", .counter, labels: ["sender"],
    help: "Dead letters that were dropped, since those of their sender fill its room in the store.")
  static let unconfirmed = MetricFamily(
    "livery_publications_unconfirmed", .gauge,
    help: "Publications that are sent and that the broker has not confirmed.")
  static let returned = MetricFamily(
    "livery_publications_returned_total", .counter, labels: ["kind"],
    help: "Publications that reached no queue (basic.return).")
  static let refused = MetricFamily(
    "livery_publications_refused_total", .counter, labels: ["kind"],
    help: "Publications that the broker refused (basic.nack).")
  static let dropped = MetricFamily(
    "livery_publications_dropped_total", .counter, labels: ["kind"],
    help: "Publications that were dropped.")
  static let blocked = MetricFamily(
    "livery_blocked_seconds_total", .counter,
    help: "Time for which the broker has blocked publications, summed over the lanes.")
  static let reconnects = MetricFamily(
    "livery_reconnects_total", .counter, labels: ["cause"],
    help: "Connections of lanes that were lost or could not be opened.")

  // A worker, its work for the store and for the business, and its process.

  static let lanes = MetricFamily("livery_lanes", .gauge, help: "Configured lanes.")
  static let lanesConsuming = MetricFamily(
    "livery_lanes_consuming", .gauge, help: "Lanes with a registered consumer.")
  static let ready = MetricFamily("livery_ready", .gauge, help: "1 while /readyz answers 200.")
  static let drain = MetricFamily(
    "livery_drain_seconds", .gauge, help: "Time since the stop signal; 0 before.")
  static let quarantineActive = MetricFamily(
    "livery_quarantine_active", .gauge,
    help: "1 while messages that may have crashed a worker are handled one at a time.")
  static let quarantines = MetricFamily(
    "livery_quarantines_total", .counter, help: "How often such a quarantine began.")
  static let logLinesDropped = MetricFamily(
    "livery_log_lines_dropped_total", .counter,
    help: "Log lines dropped because the pipe to the reader was full.")

  static let spansExported = MetricFamily(
    "livery_trace_spans_exported_total", .counter,
    help: "Spans that a collector has accepted; absent while traces are off.")
  static let spansDropped = MetricFamily(
    "livery_trace_spans_dropped_total", .counter,
    help: "Spans dropped because the queue was full or no collector accepted them.")
  static let certificateExpiry = MetricFamily(
    "livery_certificate_expiry_timestamp_seconds", .gauge, labels: ["certificate"],
    help: "Expiry of the CA's, the client's and the broker's certificate; only with TLS.")

  static let snapshotAge = MetricFamily(
    "livery_snapshot_age_seconds", .gauge, labels: ["snapshot"],
    help: "Age of the snapshots of the vehicles and of what riders owe.")
  static let vehiclesOnDuty = MetricFamily(
    "livery_vehicles_on_duty", .gauge, help: "Vehicles in the snapshot of the process.")
  static let storeAvailable = MetricFamily(
    "livery_store_available", .gauge, help: "1 when the last operation of the store succeeded.")
  static let storeErrors = MetricFamily(
    "livery_store_errors_total", .counter, labels: ["code"], help: "Errors of the store.")
  static let deletedRows = MetricFamily(
    "livery_housekeeping_deleted_rows_total", .counter, labels: ["table"],
    help: "Rows that housekeeping deleted.")
  static let housekeepingFailures = MetricFamily(
    "livery_housekeeping_failures_total", .counter, help: "Failed runs of housekeeping.")
  static let housekeepingSuccess = MetricFamily(
    "livery_housekeeping_last_success_timestamp_seconds", .gauge,
    help: "When housekeeping last succeeded; the start of the worker before the first time.")
  static let clockDifference = MetricFamily(
    "livery_clock_difference_seconds", .gauge,
    help: "The worker's clock minus the database's; absent with SQLite.")

  static let settingDiffers = MetricFamily(
    "livery_setting_differs", .gauge, labels: ["setting"],
    help: "1 while workers of the same store have another value of this setting.")
  static let catalogue = MetricFamily(
    "livery_catalogue_info", .gauge, labels: ["digest"],
    help: "1, with the SHA-256 of the files of the catalogue in force.")

  static let quotes = MetricFamily(
    "livery_quotes_total", .counter, labels: ["product"],
    help: "Listed options; products beyond the first 50 of the catalogue are other.")
  static let bookings = MetricFamily(
    "livery_bookings_total", .counter, labels: ["product", "code"],
    help: "Booked rides by the code of the answer.")
  static let searchDuration = MetricFamily(
    "livery_search_duration_seconds", .histogram,
    help: "From the booking of a ride that waited until a vehicle was assigned.")
  static let estimateError = MetricFamily(
    "livery_estimate_error_seconds", .histogram, labels: ["estimate", "side"],
    help: "How much too early or late vehicles came, and trips ended, by their drivers' reports.")
  static let moneyNotices = MetricFamily(
    "livery_money_notices_total", .counter, labels: ["notice"],
    help: "Payments, starts of rides and absent vehicles that need attention, as in the log.")

  static let ignoredPositions = MetricFamily(
    "livery_positions_ignored_total", .counter, labels: ["reason"],
    help: "Positions of vehicles that decide nothing: nullIsland, outdated or tooFast.")
  static let suspectedVehicles = MetricFamily(
    "livery_vehicles_suspected_total", .counter,
    help: "Vehicles of which the tenth position was ignored: livery vehicles --ignored 10.")

  static let build = MetricFamily(
    "livery_build_info", .gauge, labels: ["version", "commit", "worker"],
    help: "1, with the build of the worker.")
  static let target = MetricFamily(
    "target_info", .gauge,
    labels: ["service_name", "service_namespace", "service_version", "service_instance_id"],
    help: "1, with the resource as OpenTelemetry describes it.")
  static let processCPU = MetricFamily(
    "process_cpu_seconds_total", .counter, help: "Processor time, user and system.")
  static let residentMemory = MetricFamily(
    "process_resident_memory_bytes", .gauge, help: "Resident memory.")
  static let virtualMemory = MetricFamily(
    "process_virtual_memory_bytes", .gauge, help: "Virtual memory.")
  static let openFiles = MetricFamily("process_open_fds", .gauge, help: "Open file descriptors.")
  static let mostFiles = MetricFamily(
    "process_max_fds", .gauge, help: "The limit of open file descriptors.")
  static let startTime = MetricFamily(
    "process_start_time_seconds", .gauge, help: "When the process started, since 1970.")
  static let threads = MetricFamily("process_threads", .gauge, help: "Threads.")

  static let consoleRequests = MetricFamily(
    "livery_console_requests_total", .counter, labels: ["status"],
    help: "Requests to the console by the status of HTTP; of the console alone.")

  // The whole fleet; one worker at a time reports these.

  static let fleetReporter = MetricFamily(
    "livery_fleet_reporter", .gauge,
    help: "1 in the worker that reports the figures of the fleet, 0 in the others.")
  static let rides = MetricFamily(
    "livery_rides", .gauge, labels: ["phase"], help: "Fleet: unfinished rides by phase.")
  static let ridesWaiting = MetricFamily(
    "livery_rides_waiting", .gauge, help: "Fleet: rides that wait for a vehicle.")
  static let longestWait = MetricFamily(
    "livery_longest_wait_seconds", .gauge,
    help: "Fleet: how long the longest-waiting ride has waited for a vehicle; 0 without one.")
  static let longestPhase = MetricFamily(
    "livery_longest_phase_seconds", .gauge, labels: ["phase"],
    help: "Fleet: the longest time for which the status of an unfinished ride has not changed.")
  static let charges = MetricFamily(
    "livery_charges", .gauge, labels: ["kind", "state"],
    help: "Fleet: payments that have not ended, and those that failed in the last week.")
  static let oldestCharge = MetricFamily(
    "livery_oldest_charge_age_seconds", .gauge, labels: ["kind", "state"],
    help: "Fleet: how long the oldest of those payments has been in its state; 0 without one.")
  static let storedDeadLetters = MetricFamily(
    "livery_stored_dead_letters", .gauge, labels: ["state"],
    help: "Fleet: dead letters in the store.")
  static let observers = MetricFamily(
    "livery_observers", .gauge, help: "Fleet: subscriptions to live updates.")
}
