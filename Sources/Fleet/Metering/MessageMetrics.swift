import Metrics

/// The metrics of messages and publications, by the names of OpenTelemetry's conventions where
/// these have one (semantic conventions for messaging 1.44).
extension MetricFamily {
  private static let destination = [
    "messaging_system", "messaging_operation_name", "messaging_destination_name",
  ]

  static let consumed = MetricFamily(
    "messaging_client_consumed_messages_total", .counter, labels: destination,
    help: "Messages that were taken from the queue.")
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
    help: "Handled messages by the code of the answer; repeat for one that came again, or none.")
  static let requestErrors = MetricFamily(
    "livery_request_errors_total", .counter, labels: ["reason"],
    help: "Refused messages by the reason in the answer.")
  static let requestAge = MetricFamily(
    "livery_request_age_seconds", .histogram, labels: ["type"],
    help: "From requested-at, or the property timestamp, until a message was taken.")
  static let oldestRequest = MetricFamily(
    "livery_oldest_request_age_seconds", .gauge,
    help: "Age of the oldest message that is taken and not acknowledged; 0 without one.")
  static let inHand = MetricFamily(
    "livery_requests_in_hand", .gauge, help: "Messages that are taken and not acknowledged.")
  static let redelivered = MetricFamily(
    "livery_requests_redelivered_total", .counter,
    help: "Messages that the broker may have delivered before.")
  static let repeated = MetricFamily(
    "livery_requests_repeated_total", .counter,
    help: "Messages that came again and were answered from the stored outcome.")
  static let batchSize = MetricFamily(
    "livery_batch_messages", .histogram, help: "Messages in a batch.")
  static let stageDuration = MetricFamily(
    "livery_batch_stage_duration_seconds", .histogram, labels: ["stage"],
    help: "Time of a batch in decode, handle, store and confirm.")

  static let deadLetters = MetricFamily(
    "livery_dead_letters_total", .counter, labels: ["reason"],
    help: "Messages that became dead letters.")
  static let unconfirmed = MetricFamily(
    "livery_publications_unconfirmed", .gauge,
    help: "Publications that are sent and that the broker has not confirmed.")
  static let returned = MetricFamily(
    "livery_publications_returned_total", .counter, labels: ["kind"],
    help: "Publications that no queue took (basic.return).")
  static let refused = MetricFamily(
    "livery_publications_refused_total", .counter, labels: ["kind"],
    help: "Publications that the broker did not take (basic.nack).")
  static let dropped = MetricFamily(
    "livery_publications_dropped_total", .counter, labels: ["kind"],
    help: "Publications that were given up.")
  static let blocked = MetricFamily(
    "livery_blocked_seconds_total", .counter,
    help: "Time for which the broker has blocked publications, summed over the lanes.")
  static let reconnects = MetricFamily(
    "livery_reconnects_total", .counter, labels: ["cause"],
    help: "Connections of lanes that were lost or could not be opened.")
}
