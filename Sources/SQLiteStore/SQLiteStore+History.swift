package import RideStore
package import Rides

extension SQLiteStore {
  package func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] {
    if keys.isEmpty { return [:] }
    let wanted = JSONRows(keys) { key, rows in
      rows.add(key.rideIdentifier.rawValue)
      rows.add(key.sequence)
    }
    let rows = try read(Self.selectChanges, wanted, decode: StatusChangeRow.decode)
    return rows.keyed(by: \.key)
  }

  package func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    let key = SQLiteParameters(.text(Array(ride.rawValue.utf8)))
    return try read(Self.selectHistory, key, decode: StatusChangeRow.decode)
  }

  package func append(_ changes: [StatusChange]) throws(StoreError) {
    if changes.isEmpty { return }
    let rows = try JSONRows(changes, StatusChangeRow.encode).checked(for: Self.insertChanges)
    try write(Self.insertChanges, rows, expecting: changes.count)
    _ = try write(Self.hastenSubscriptions, SQLiteParameters(rows)) { (_) throws(StoreError) in }
  }

  private static let selectChanges = SQL(
    "read status changes",
    """
    SELECT \(StatusChangeRow.table.qualifiedNames)
    FROM json_each(?1) AS wanted CROSS JOIN status_changes
      ON status_changes.ride_identifier = wanted.value ->> 0
      AND status_changes.sequence = wanted.value ->> 1
    """)

  private static let selectHistory = SQL(
    "read history",
    """
    SELECT \(StatusChangeRow.table.names) FROM status_changes
    WHERE ride_identifier = ?1 ORDER BY sequence
    """)

  private static let insertChanges = SQL("append status changes", StatusChangeRow.table.insert)
}
