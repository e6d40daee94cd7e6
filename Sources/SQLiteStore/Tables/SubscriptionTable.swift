package import RideStore
package import Rides

extension SQLiteStore {
  package func subscribe(_ subscriptions: [Subscription]) throws(StoreError) {
    let rows = SQLiteRows(subscriptions.keyed(by: \.key).values)
    try write(Self.saveSubscriptions, rows, expecting: subscriptions.count)
  }

  package func subscriptions(
    _ keys: [SubscriptionKey]
  ) throws(StoreError) -> [SubscriptionKey: Subscription] {
    try read(Self.selectSubscriptions, of: keys).keyed(by: \.key)
  }

  package func update(_ updates: [SubscriptionUpdate]) throws(StoreError) -> [SubscriptionKey] {
    let granted: [SubscriptionKey] = try change(Self.updateSubscriptions, of: updates)
    var left = Set(granted)
    return updates.map(\.key).filter { left.remove($0) != nil }
  }

  package func unsubscribe(_ keys: [SubscriptionKey]) throws(StoreError) {
    try change(Self.deleteSubscriptions, of: keys)
  }

  package func unsubscribe(replyTo queues: [String]) throws(StoreError) {
    if queues.isEmpty { return }
    let rows = try JSONRows(keys: queues).checked(for: Self.deleteReplyQueues)
    try change(Self.deleteReplyQueues, SQLiteParameters(rows))
  }

  package func dueSubscriptions(
    at instant: Instant, limit: Int
  ) throws(StoreError) -> [DueSubscription] {
    precondition(limit >= 0, "a limit cannot be negative")
    let parameters = SQLiteParameters(.integer(instant.microseconds), .integer(Int64(limit)))
    return try read(Self.selectDueSubscriptions, parameters)
  }

  package func subscriptionCount(of ride: RideIdentifier) throws(StoreError) -> Int {
    let parameters = SQLiteParameters(.text(Array(ride.rawValue.utf8)))
    return try read(Self.countSubscriptions, parameters) { (row) throws(StoreError) in
      try row.int()
    }.first ?? 0
  }
}

extension SQLiteStore {
  private static let keyColumns = "ride_identifier, reply_to, correlation_id"

  private static let saveSubscriptions = SQL(
    "save subscriptions",
    """
    \(Subscription.table.insert)
    ON CONFLICT (\(keyColumns)) DO UPDATE SET \(Subscription.table.replacements)
    """)

  private static let selectSubscriptions = SQL(
    "read subscriptions",
    """
    SELECT \(Subscription.table.qualifiedNames)
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

  static let countSubscriptions = SQL(
    "count subscriptions", "SELECT count(*) FROM subscriptions WHERE ride_identifier = ?1")

  /// Moves up the subscriptions that rows of `status_changes` make due; none is delayed.
  ///
  /// A subscription waits a second after its last update, so that an observer gets one a second at
  /// most.
  static let hastenSubscriptions = SQL(
    "hasten subscriptions",
    """
    UPDATE subscriptions SET due_at = max(ifnull(sent_at + 1000000, changed.at), changed.at)
    FROM (SELECT value ->> 0 AS ride, min(value ->> 1) AS at FROM json_each(?1) GROUP BY 1)
      AS changed
    WHERE subscriptions.ride_identifier = changed.ride
      AND due_at > max(ifnull(sent_at + 1000000, changed.at), changed.at)
    """)
}
