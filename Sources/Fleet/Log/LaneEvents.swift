extension LogEventRow {
  /// What lanes say of their connections and messages.
  static let lane: [LogEventRow] = [
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
}
