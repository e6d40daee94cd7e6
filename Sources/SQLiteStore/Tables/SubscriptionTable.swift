package import RideStore
package import Rides

/// A subscription as a row of `subscriptions`.
enum SubscriptionTable {
  static let layout = TableLayout(
    name: "subscriptions",
    columns: [
      ("ride_identifier", .value), ("reply_to", .value), ("correlation_id", .value),
      ("rider_identifier", .value), ("message_identifier", .value), ("started_at", .value),
      ("sent_at", .value), ("sent_sequence", .value), ("due_at", .value),
      ("traceparent", .value), ("tracestate", .value),
    ])
}

extension SQLiteStore {
  package func subscribe(_ subscriptions: [Subscription]) throws(StoreError) {
    if subscriptions.isEmpty { return }
    // A repeated one counts once here and twice below, so it is the same conflict as in other
    // stores.
    let rows = JSONRows(subscriptions.keyed(by: \.key).values) { $0.encode(into: &$1) }
    try write(Self.saveSubscriptions, rows, expecting: subscriptions.count)
  }

  package func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription] {
    if keys.isEmpty { return [:] }
    let rows = try read(
      Self.selectSubscriptions, JSONRows(keys) { $0.encode(into: &$1) },
      decode: Subscription.init(from:))
    return rows.keyed(by: \.key)
  }

  package func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey] {
    if updates.isEmpty { return [] }
    let rows = try JSONRows(updates) { $0.encode(into: &$1) }
      .checked(for: Self.updateSubscriptions)
    let granted = try write(
      Self.updateSubscriptions, SQLiteParameters(rows), decode: SubscriptionKey.init(from:))
    var left = Set(granted.rows)
    return updates.map(\.key).filter { left.remove($0) != nil }
  }

  package func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError) {
    if keys.isEmpty { return }
    let rows = try JSONRows(keys) { $0.encode(into: &$1) }.checked(for: Self.deleteSubscriptions)
    _ = try write(Self.deleteSubscriptions, SQLiteParameters(rows)) { (_) throws(StoreError) in }
  }

  package func unsubscribe(replyTo queues: [String]) throws(StoreError) {
    if queues.isEmpty { return }
    let rows = try JSONRows(keys: queues).checked(for: Self.deleteReplyQueues)
    _ = try write(Self.deleteReplyQueues, SQLiteParameters(rows)) { (_) throws(StoreError) in }
  }

  package func dueSubscriptions(
    at instant: Instant, limit: Int
  ) throws(StoreError) -> [DueSubscription] {
    precondition(limit >= 0, "a limit cannot be negative")
    if limit == 0 { return [] }
    let parameters = SQLiteParameters(.integer(instant.microseconds), .integer(Int64(limit)))
    return try read(
      Self.selectDueSubscriptions, parameters, decode: DueSubscription.init(from:))
  }
}

extension SQLiteStore {
  private static let keyColumns = "ride_identifier, reply_to, correlation_id"

  /// With `WHERE true`, the parser does not read `ON CONFLICT` as the `ON` of a join.
  private static let saveSubscriptions = SQL(
    "save subscriptions",
    """
    \(SubscriptionTable.layout.insert) WHERE true
    ON CONFLICT (\(keyColumns)) DO UPDATE SET \(SubscriptionTable.layout.replacements)
    """)

  private static let selectSubscriptions = SQL(
    "read subscriptions",
    """
    SELECT \(SubscriptionTable.layout.qualifiedNames)
    FROM json_each(?1) AS wanted CROSS JOIN subscriptions
      ON subscriptions.ride_identifier = wanted.value ->> 0
      AND subscriptions.reply_to = wanted.value ->> 1
      AND subscriptions.correlation_id = wanted.value ->> 2
    """)

  /// Of several updates of one subscription the first that can be granted is: `min(key)` picks its
  /// row.
  private static let updateSubscriptions = SQL(
    "update subscriptions",
    """
    UPDATE subscriptions
    SET sent_at = granted.sent_at, sent_sequence = granted.sent_sequence, due_at = granted.due_at
    FROM (
      SELECT value ->> 0 AS ride, value ->> 1 AS queue, value ->> 2 AS correlation,
        value ->> 3 AS expected, value ->> 4 AS sent_at, value ->> 5 AS sent_sequence,
        value ->> 6 AS due_at, min(key)
      FROM json_each(?1) AS wanted CROSS JOIN subscriptions AS held
        ON held.ride_identifier = wanted.value ->> 0 AND held.reply_to = wanted.value ->> 1
          AND held.correlation_id = wanted.value ->> 2
      WHERE held.due_at = wanted.value ->> 3
      GROUP BY 1, 2, 3) AS granted
    WHERE subscriptions.ride_identifier = granted.ride AND subscriptions.reply_to = granted.queue
      AND subscriptions.correlation_id = granted.correlation
      AND subscriptions.due_at = granted.expected
    RETURNING \(keyColumns)
    """)

  static let deleteSubscriptions = SQL(
    "end subscriptions",
    """
    DELETE FROM subscriptions
    WHERE (\(keyColumns)) IN (
      SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))
    """)

  static let deleteReplyQueues = SQL(
    "end subscriptions of queues",
    "DELETE FROM subscriptions WHERE reply_to IN (SELECT value FROM json_each(?1))")

  static let selectDueSubscriptions = SQL(
    "read due subscriptions",
    """
    SELECT \(keyColumns), due_at FROM subscriptions
    WHERE due_at <= ?1 ORDER BY due_at, \(keyColumns) LIMIT ?2
    """)

  /// Moves up the subscriptions that rows of `status_changes` make due; none is delayed.
  ///
  /// A subscription waits a second after its last update, so that an observer gets one a second at
  /// most.
  static let hastenSubscriptions = SQL(
    "hasten subscriptions",
    """
    UPDATE subscriptions SET due_at = max(ifnull(sent_at + 1000000, changed.at), changed.at)
    FROM (SELECT value ->> 0 AS ride, min(value ->> 3) AS at FROM json_each(?1) GROUP BY 1)
      AS changed
    WHERE subscriptions.ride_identifier = changed.ride
      AND due_at > max(ifnull(sent_at + 1000000, changed.at), changed.at)
    """)
}
