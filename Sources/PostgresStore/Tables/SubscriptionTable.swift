package import RideStore
package import Rides

/// A subscription as a row of `subscriptions`.
enum SubscriptionTable {
  static let layout = TableLayout(
    name: "subscriptions",
    columns: [
      ("ride_identifier", .text), ("reply_to", .text), ("correlation_id", .text),
      ("rider_identifier", .text), ("message_identifier", .text), ("started_at", .instant),
      ("sent_at", .instant), ("sent_sequence", .bigint), ("due_at", .instant),
      ("traceparent", .text), ("tracestate", .text),
    ])
}

extension PostgresStore {
  package func subscribe(_ subscriptions: [Subscription]) throws(StoreError) {
    if subscriptions.isEmpty { return }
    let sorted = subscriptions.sorted { $0.key < $1.key }
    try write(
      Self.saveSubscriptions,
      PostgresRows(SubscriptionTable.layout, sorted) { $0.encode(into: &$1) })
  }

  package func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription] {
    if keys.isEmpty { return [:] }
    let wanted = PostgresRows(columns: Self.subscriptionKey, keys) { $0.encode(into: &$1) }
    return try read(Self.selectSubscriptions, wanted, decode: Subscription.init(from:))
      .keyed(by: \.key)
  }

  package func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey] {
    if updates.isEmpty { return [] }
    let sql = Self.updateSubscriptions
    let rows = PostgresRows(columns: Self.updateColumns, updates) { $0.encode(into: &$1) }
    let granted = try write(sql, rows.parameters(for: sql), decode: SubscriptionKey.init(from:))
    var left = Set(granted)
    return updates.map(\.key).filter { left.remove($0) != nil }
  }

  package func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError) {
    if keys.isEmpty { return }
    try write(
      Self.deleteSubscriptions,
      PostgresRows(columns: Self.subscriptionKey, keys) { $0.encode(into: &$1) })
  }

  package func unsubscribe(replyTo queues: [String]) throws(StoreError) {
    if queues.isEmpty { return }
    try write(Self.deleteReplyQueues, PostgresRows(keys: queues))
  }

  package func dueSubscriptions(
    at instant: Instant, limit: Int
  ) throws(StoreError) -> [DueSubscription] {
    precondition(limit >= 0, "a limit cannot be negative")
    if limit == 0 { return [] }
    let parameters = PostgresParameters(instant.postgresBound, Int64(limit))
    return try read(
      Self.selectDueSubscriptions, parameters, decode: DueSubscription.init(from:))
  }
}

extension PostgresStore {
  private static let subscriptionKey: [TableLayout.Column] = [
    ("ride", .text), ("queue", .text), ("correlation", .text),
  ]
  private static let keyColumns = "ride_identifier, reply_to, correlation_id"
  private static let updateColumns: [TableLayout.Column] =
    subscriptionKey + [
      ("expected", .instant), ("sent_at", .instant), ("sent_sequence", .bigint),
      ("due_at", .instant),
    ]

  static let saveSubscriptions = SQL(
    "save subscriptions",
    """
    \(SubscriptionTable.layout.insert)
    ON CONFLICT (\(keyColumns)) DO UPDATE SET \(SubscriptionTable.layout.replacements)
    """)

  static let selectSubscriptions = Lockable(
    "subscriptions",
    """
    SELECT \(SubscriptionTable.layout.names) FROM subscriptions
    WHERE \(isWanted(subscriptionKey)) ORDER BY \(keyColumns)
    """)

  /// Locks the subscriptions in their order, and judges the updates by what they are then.
  ///
  /// Of several updates of one subscription the first that can be granted is.
  static let updateSubscriptions = SQL(
    "update subscriptions",
    """
    WITH held AS MATERIALIZED (
      SELECT \(keyColumns), due_at FROM subscriptions
      WHERE \(isWanted(updateColumns)) ORDER BY \(keyColumns) FOR UPDATE),
    granted AS MATERIALIZED (
      SELECT DISTINCT ON (ride, queue, correlation) given.*
      FROM \(TableLayout.given(updateColumns)) JOIN held
        ON held.ride_identifier = ride AND held.reply_to = queue
          AND held.correlation_id = correlation AND held.due_at = expected
      ORDER BY ride, queue, correlation, place)
    UPDATE subscriptions
    SET sent_at = granted.sent_at, sent_sequence = granted.sent_sequence, due_at = granted.due_at
    FROM granted
    WHERE subscriptions.ride_identifier = ANY ($1)
      AND subscriptions.ride_identifier = granted.ride AND subscriptions.reply_to = granted.queue
      AND subscriptions.correlation_id = granted.correlation
      AND subscriptions.due_at = granted.expected
    RETURNING \(keyColumns)
    """)

  static let deleteSubscriptions = SQL(
    "end subscriptions",
    """
    WITH held AS MATERIALIZED (
      SELECT \(keyColumns) FROM subscriptions
      WHERE \(isWanted(subscriptionKey)) ORDER BY \(keyColumns) FOR UPDATE)
    DELETE FROM subscriptions USING held
    WHERE subscriptions.ride_identifier = ANY ($1)
      AND subscriptions.ride_identifier = held.ride_identifier
      AND subscriptions.reply_to = held.reply_to
      AND subscriptions.correlation_id = held.correlation_id
    """)

  static let deleteReplyQueues = SQL(
    "end subscriptions of queues",
    """
    WITH held AS MATERIALIZED (
      SELECT \(keyColumns) FROM subscriptions
      WHERE reply_to = ANY ($1) ORDER BY \(keyColumns) FOR UPDATE)
    DELETE FROM subscriptions USING held
    WHERE subscriptions.reply_to = ANY ($1)
      AND subscriptions.ride_identifier = held.ride_identifier
      AND subscriptions.reply_to = held.reply_to
      AND subscriptions.correlation_id = held.correlation_id
    """)

  static let selectDueSubscriptions = SQL(
    "read due subscriptions",
    """
    SELECT \(keyColumns), due_at FROM subscriptions
    WHERE due_at <= $1 ORDER BY due_at, \(keyColumns) LIMIT $2
    """)

  /// The condition that a subscription is among the given keys.
  private static func isWanted(_ columns: [TableLayout.Column]) -> String {
    """
    ride_identifier = ANY ($1)
    AND (\(keyColumns)) IN (SELECT ride, queue, correlation FROM \(TableLayout.given(columns)))
    """
  }
}
