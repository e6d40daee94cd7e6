import RideStore
import Rides

/// A subscription as a row of `subscriptions`.
enum SubscriptionRow {
  static let table = Table(
    name: "subscriptions",
    columns: [
      ("ride_identifier", .value), ("reply_to", .value), ("correlation_id", .value),
      ("rider_identifier", .value), ("message_identifier", .value), ("started_at", .value),
      ("sent_at", .value), ("sent_sequence", .value), ("due_at", .value),
      ("traceparent", .value), ("tracestate", .value),
    ])

  static func encode(_ key: SubscriptionKey, into rows: inout JSONRows) {
    rows.add(key.rideIdentifier.rawValue)
    rows.add(key.replyTo)
    rows.add(key.correlationID)
  }

  static func encode(_ subscription: Subscription, into rows: inout JSONRows) {
    encode(subscription.key, into: &rows)
    rows.add(subscription.riderIdentifier.rawValue)
    rows.add(subscription.messageIdentifier)
    rows.add(subscription.startedAt.microseconds)
    rows.add(subscription.sentAt?.microseconds)
    rows.add(subscription.sentSequence)
    rows.add(subscription.dueAt.microseconds)
    rows.add(subscription.traceparent)
    rows.add(subscription.tracestate)
  }

  static func encode(_ update: SubscriptionUpdate, into rows: inout JSONRows) {
    encode(update.key, into: &rows)
    rows.add(update.expectedDueAt.microseconds)
    rows.add(update.sentAt.microseconds)
    rows.add(update.sentSequence)
    rows.add(update.dueAt.microseconds)
  }

  static func decode(_ row: inout SQLiteRow) -> Subscription {
    Subscription(
      key: key(in: &row), riderIdentifier: RiderIdentifier(row.text()),
      messageIdentifier: row.optionalText(),
      startedAt: Instant(microseconds: row.integer()), sentAt: row.optionalInstant(),
      sentSequence: row.int(), dueAt: Instant(microseconds: row.integer()),
      traceparent: row.optionalText(), tracestate: row.optionalText())
  }

  static func key(in row: inout SQLiteRow) -> SubscriptionKey {
    SubscriptionKey(
      rideIdentifier: RideIdentifier(row.text()), replyTo: row.text(), correlationID: row.text())
  }
}
