package import RideStore
package import Rides

extension PostgresStore {
  package func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] {
    try read(Self.selectChanges, PostgresRows(Self.changeKey, keys)).keyed(by: \.key)
  }

  package func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    try read(Self.selectHistory, PostgresRows(of: [ride]))
  }

  package func append(_ changes: [StatusChange]) throws(StoreError) {
    let sorted = changes.sorted { $0.key < $1.key }
    try write(Self.insertChanges, PostgresRows(StatusChange.table.columns, sorted))
    let times = PostgresRows(Self.changeTime, sorted) { change, rows in
      rows.add(change.key.rideIdentifier.rawValue)
      rows.add(change.occurredAt)
    }
    try write(Self.hastenSubscriptions, times)
  }
}

extension PostgresStore {
  private static let changeKey = Array(StatusChange.table.columns.prefix(2))
  private static let changeTime: [StoredTable.Column] = [
    ("ride_identifier", .text), ("occurred_at", .instant),
  ]

  static let selectChanges = SQL(
    "read status changes",
    """
    SELECT \(StatusChange.table.qualifiedNames)
    FROM status_changes JOIN \(StoredTable.given(changeKey)) USING (ride_identifier, sequence)
    WHERE status_changes.ride_identifier = ANY ($1)
    """)

  static let selectHistory = SQL(
    "read history",
    """
    SELECT \(StatusChange.table.names) FROM status_changes
    WHERE ride_identifier = ($1::text[])[1] ORDER BY sequence
    """)

  static let insertChanges = SQL("append status changes", StatusChange.table.insert)

  /// Moves up the subscriptions that changes of their rides make due; none is delayed.
  ///
  /// A subscription waits a second after its last update, so that an observer gets one a second at
  /// most. None is missed: who makes one holds its ride, and so does who adds a change of the ride.
  static let hastenSubscriptions = SQL(
    "hasten subscriptions",
    """
    UPDATE subscriptions SET due_at = \(hastened)
    FROM (SELECT ride_identifier, min(occurred_at) AS at
      FROM \(StoredTable.given(changeTime)) GROUP BY ride_identifier) AS changed
    WHERE subscriptions.ride_identifier = ANY ($1)
      AND subscriptions.ride_identifier = changed.ride_identifier AND due_at > \(hastened)
    """)

  private static let hastened = "GREATEST(sent_at + interval '1 second', changed.at)"
}
