package import RideStore
package import Rides

/// A status change as a row of `status_changes`.
enum StatusChangeTable {
  static let layout = TableLayout(
    name: "status_changes",
    columns: [
      ("ride_identifier", .text), ("sequence", .bigint), ("phase", .text),
      ("occurred_at", .instant), ("status", .text), ("traceparent", .text), ("tracestate", .text),
    ])
}

extension PostgresStore {
  package func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] {
    if keys.isEmpty { return [:] }
    let wanted = PostgresRows(columns: Self.changeKey, keys) { $0.encode(into: &$1) }
    return try read(Self.selectChanges, wanted, decode: StatusChange.init(from:)).keyed(by: \.key)
  }

  package func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    let key = PostgresRows(keys: [ride.rawValue])
    return try read(Self.selectHistory, key, decode: StatusChange.init(from:))
  }

  package func append(_ changes: [StatusChange]) throws(StoreError) {
    if changes.isEmpty { return }
    let sorted = changes.sorted { $0.key < $1.key }
    try write(
      Self.insertChanges, PostgresRows(StatusChangeTable.layout, sorted) { $0.encode(into: &$1) })
    let times = PostgresRows(columns: Self.changeTime, sorted) { change, rows in
      rows.add(change.key.rideIdentifier.rawValue)
      rows.add(change.occurredAt)
    }
    try write(Self.hastenSubscriptions, times)
  }
}

extension PostgresStore {
  private static let changeKey: [TableLayout.Column] = [
    ("ride_identifier", .text), ("sequence", .bigint),
  ]
  private static let changeTime: [TableLayout.Column] = [
    ("ride_identifier", .text), ("occurred_at", .instant),
  ]

  static let selectChanges = SQL(
    "read status changes",
    """
    SELECT \(StatusChangeTable.layout.qualifiedNames)
    FROM status_changes JOIN \(TableLayout.given(changeKey)) USING (ride_identifier, sequence)
    WHERE status_changes.ride_identifier = ANY ($1)
    """)

  static let selectHistory = SQL(
    "read history",
    """
    SELECT \(StatusChangeTable.layout.names) FROM status_changes
    WHERE ride_identifier = ($1::text[])[1] ORDER BY sequence
    """)

  static let insertChanges = SQL("append status changes", StatusChangeTable.layout.insert)

  /// Moves up the subscriptions that changes of their rides make due; none is delayed.
  ///
  /// A subscription waits a second after its last update, so that an observer gets one a second at
  /// most. None is missed: who makes one holds its ride, and so does who adds a change of the ride.
  static let hastenSubscriptions = SQL(
    "hasten subscriptions",
    """
    UPDATE subscriptions SET due_at = \(hastened)
    FROM (SELECT ride_identifier, min(occurred_at) AS at
      FROM \(TableLayout.given(changeTime)) GROUP BY ride_identifier) AS changed
    WHERE subscriptions.ride_identifier = ANY ($1)
      AND subscriptions.ride_identifier = changed.ride_identifier AND due_at > \(hastened)
    """)

  private static let hastened = "GREATEST(sent_at + interval '1 second', changed.at)"
}
