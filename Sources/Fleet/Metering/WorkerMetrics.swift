import Metrics

/// The metrics of a worker, of what it does for the store and for the business, and of its process.
extension MetricFamily {
  static let lanes = MetricFamily("livery_lanes", .gauge, help: "Configured lanes.")
  static let lanesConsuming = MetricFamily(
    "livery_lanes_consuming", .gauge, help: "Lanes with a registered consumer.")
  static let ready = MetricFamily("livery_ready", .gauge, help: "1 while /readyz answers 200.")
  static let drain = MetricFamily(
    "livery_drain_seconds", .gauge, help: "Time since the stop was asked for; 0 before.")
  static let quarantineActive = MetricFamily(
    "livery_quarantine_active", .gauge,
    help: "1 while messages that may have ended a process are handled one at a time.")
  static let quarantines = MetricFamily(
    "livery_quarantines_total", .counter, help: "How often that began.")
  static let logLinesDropped = MetricFamily(
    "livery_log_lines_dropped_total", .counter,
    help: "Log lines without room in the pipe to the reader.")

  static let spansExported = MetricFamily(
    "livery_trace_spans_exported_total", .counter,
    help: "Spans that a collector has taken; absent while traces are off.")
  static let spansDropped = MetricFamily(
    "livery_trace_spans_dropped_total", .counter,
    help: "Spans without room in the queue, or that no collector took.")
  static let certificateExpiry = MetricFamily(
    "livery_certificate_expiry_timestamp_seconds", .gauge, labels: ["certificate"],
    help: "When the ca, the client's and the broker's certificate end; only with TLS.")

  static let snapshotAge = MetricFamily(
    "livery_snapshot_age_seconds", .gauge, labels: ["snapshot"],
    help: "Age of the snapshots of the vehicles and of what riders owe.")
  static let vehiclesOnDuty = MetricFamily(
    "livery_vehicles_on_duty", .gauge, help: "Vehicles in the snapshot of the process.")
  static let storeAvailable = MetricFamily(
    "livery_store_available", .gauge, help: "1 when the store did its part the last time.")
  static let storeErrors = MetricFamily(
    "livery_store_errors_total", .counter, labels: ["code"], help: "Errors of the store.")
  static let deletedRows = MetricFamily(
    "livery_housekeeping_deleted_rows_total", .counter, labels: ["table"],
    help: "Rows that housekeeping deleted.")
  static let housekeepingFailures = MetricFamily(
    "livery_housekeeping_failures_total", .counter, help: "Housekeeping that failed.")
  static let housekeepingSuccess = MetricFamily(
    "livery_housekeeping_last_success_timestamp_seconds", .gauge,
    help: "When housekeeping last succeeded; the start of the worker before the first time.")
  static let clockDifference = MetricFamily(
    "livery_clock_difference_seconds", .gauge,
    help: "The worker's clock minus the database's; absent with SQLite.")

  static let quotes = MetricFamily(
    "livery_quotes_total", .counter, labels: ["product"],
    help: "Listed options; products beyond the first 50 of the catalogue are other.")
  static let bookings = MetricFamily(
    "livery_bookings_total", .counter, labels: ["product", "code"],
    help: "Booked rides by the code of the answer.")
  static let searchDuration = MetricFamily(
    "livery_search_duration_seconds", .histogram,
    help: "From the booking of a ride that waited until it got a vehicle.")
  static let moneyNotices = MetricFamily(
    "livery_money_notices_total", .counter, labels: ["notice"],
    help: "What became of money and needs to be known, as in the log.")

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
}
