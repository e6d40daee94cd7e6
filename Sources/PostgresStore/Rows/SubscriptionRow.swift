import RideStore
import Rides

/// A subscription as a row of `subscriptions`.
enum SubscriptionRow {
  static let table = Table(
    name: "subscriptions",
    columns: [
      ("ride_identifier", .text), ("reply_to", .text), ("correlation_id", .text),
      ("rider_identifier", .text), ("message_identifier", .text), ("started_at", .instant),
      ("sent_at", .instant), ("sent_sequence", .bigint), ("due_at", .instant),
      ("traceparent", .text), ("tracestate", .text),
    ])

  static func encode(_ key: SubscriptionKey, into rows: inout PostgresRows) {
    rows.add(key.rideIdentifier.rawValue)
    rows.add(key.replyTo)
    rows.add(key.correlationID)
  }

  static func encode(_ subscription: Subscription, into rows: inout PostgresRows) {
    encode(subscription.key, into: &rows)
    rows.add(subscription.riderIdentifier.rawValue)
    rows.add(subscription.messageIdentifier)
    rows.add(subscription.startedAt)
    rows.add(subscription.sentAt)
    rows.add(subscription.sentSequence)
    rows.add(subscription.dueAt)
    rows.add(subscription.traceparent)
    rows.add(subscription.tracestate)
  }

  static func encode(_ update: SubscriptionUpdate, into rows: inout PostgresRows) {
    encode(update.key, into: &rows)
    rows.add(update.expectedDueAt)
    rows.add(update.sentAt)
    rows.add(update.sentSequence)
    rows.add(update.dueAt)
  }

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> Subscription {
    Subscription(
      key: try key(in: &row), riderIdentifier: RiderIdentifier(try row.text()),
      messageIdentifier: try row.optionalText(), startedAt: try row.instant(),
      sentAt: try row.optionalInstant(), sentSequence: try row.int(), dueAt: try row.instant(),
      traceparent: try row.optionalText(), tracestate: try row.optionalText())
  }

  static func key(in row: inout PostgresRow) throws(StoreError) -> SubscriptionKey {
    SubscriptionKey(
      rideIdentifier: RideIdentifier(try row.text()), replyTo: try row.text(),
      correlationID: try row.text())
  }
}
