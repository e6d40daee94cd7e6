package import RideStore
package import Rides

extension SQLiteStore {
  package func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] {
    try read(Self.selectChanges, of: keys).keyed(by: \.key)
  }

  package func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    try read(Self.selectHistory, SQLiteParameters(.text(Array(ride.rawValue.utf8))))
  }

  package func append(_ changes: [StatusChange]) throws(StoreError) {
    if changes.isEmpty { return }
    try write(Self.insertChanges, SQLiteRows(changes))
    let due = JSONRows(changes) { change, rows in
      rows.add(change.key.rideIdentifier.rawValue)
      rows.add(change.occurredAt)
    }
    try change(Self.hastenSubscriptions, SQLiteParameters(due))
  }

  private static let selectChanges = SQL(
    "read status changes",
    """
    SELECT \(StatusChange.table.qualifiedNames)
    FROM json_each(?1) AS wanted CROSS JOIN status_changes
      ON status_changes.ride_identifier = wanted.value ->> 0
      AND status_changes.sequence = wanted.value ->> 1
    """)

  private static let selectHistory = SQL(
    "read history",
    """
    SELECT \(StatusChange.table.names) FROM status_changes
    WHERE ride_identifier = ?1 ORDER BY sequence
    """)

  private static let insertChanges = SQL("append status changes", StatusChange.table.insert)
}
