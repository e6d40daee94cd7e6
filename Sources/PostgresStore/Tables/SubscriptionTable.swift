package import RideStore
package import Rides

extension PostgresStore {
  package func subscribe(_ subscriptions: [Subscription]) throws(StoreError) {
    let sorted = subscriptions.sorted { $0.key < $1.key }
    try write(Self.saveSubscriptions, PostgresRows(Subscription.table.columns, sorted))
  }

  package func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription] {
    try read(Self.selectSubscriptions, PostgresRows(Self.subscriptionKey, keys)).keyed(by: \.key)
  }

  package func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey] {
    let granted: [SubscriptionKey] = try write(
      Self.updateSubscriptions, PostgresRows(Self.updateColumns, updates))
    var left = Set(granted)
    return updates.map(\.key).filter { left.remove($0) != nil }
  }

  package func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError) {
    try write(Self.deleteSubscriptions, PostgresRows(Self.subscriptionKey, keys))
  }

  package func unsubscribe(replyTo queues: [String]) throws(StoreError) {
    try write(Self.deleteReplyQueues, PostgresRows(keys: queues))
  }

  package func dueSubscriptions(
    at instant: Instant, limit: Int
  ) throws(StoreError) -> [DueSubscription] {
    precondition(limit >= 0, "a limit cannot be negative")
    return try read(
      Self.selectDueSubscriptions, PostgresParameters(instant.postgresBound, Int64(limit)))
  }

  package func subscriptionCount(of ride: RideIdentifier) throws(StoreError) -> Int {
    let sql = Self.countSubscriptions
    let parameters = try PostgresRows(of: [ride]).parameters(for: sql)
    return try read(sql, parameters) { (row) throws(StoreError) in try row.int() }.first ?? 0
  }
}

extension PostgresStore {
  private static let subscriptionKey: [StoredTable.Column] = [
    ("ride", .text), ("queue", .text), ("correlation", .text),
  ]
  private static let keyColumns = "ride_identifier, reply_to, correlation_id"
  private static let updateColumns: [StoredTable.Column] =
    subscriptionKey + [
      ("expected", .instant), ("sent_at", .instant), ("sent_sequence", .integer),
      ("due_at", .instant),
    ]

  static let saveSubscriptions = SQL(
    "save subscriptions",
    """
    \(Subscription.table.insert)
    ON CONFLICT (\(keyColumns)) DO UPDATE SET \(Subscription.table.replacements)
    """)

  static let selectSubscriptions = Lockable(
    "subscriptions",
    """
    SELECT \(Subscription.table.names) FROM subscriptions
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
      FROM \(StoredTable.given(updateColumns)) JOIN held
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

  static let countSubscriptions = SQL(
    "count subscriptions",
    "SELECT count(*) FROM subscriptions WHERE ride_identifier = ($1::text[])[1]")

  /// The condition that a subscription is among the given keys.
  private static func isWanted(_ columns: [StoredTable.Column]) -> String {
    """
    ride_identifier = ANY ($1)
    AND (\(keyColumns)) IN (SELECT ride, queue, correlation FROM \(StoredTable.given(columns)))
    """
  }
}
