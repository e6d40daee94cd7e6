package import RideStore
package import Rides

/// A status change as a row of `status_changes`.
enum StatusChangeTable {
  static let layout = TableLayout(
    name: "status_changes",
    columns: [
      ("ride_identifier", .value), ("sequence", .value), ("phase", .value),
      ("occurred_at", .value), ("status", .document), ("traceparent", .value),
      ("tracestate", .value),
    ])
}

extension SQLiteStore {
  package func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] {
    if keys.isEmpty { return [:] }
    let wanted = JSONRows(keys) { key, rows in
      rows.add(key.rideIdentifier.rawValue)
      rows.add(key.sequence)
    }
    let rows = try read(Self.selectChanges, wanted, decode: StatusChange.init(from:))
    return rows.keyed(by: \.key)
  }

  package func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    let key = SQLiteParameters(.text(Array(ride.rawValue.utf8)))
    return try read(Self.selectHistory, key, decode: StatusChange.init(from:))
  }

  package func append(_ changes: [StatusChange]) throws(StoreError) {
    if changes.isEmpty { return }
    let rows = try JSONRows(changes) { $0.encode(into: &$1) }.checked(for: Self.insertChanges)
    try write(Self.insertChanges, rows, expecting: changes.count)
    _ = try write(Self.hastenSubscriptions, SQLiteParameters(rows)) { (_) throws(StoreError) in }
  }

  private static let selectChanges = SQL(
    "read status changes",
    """
    SELECT \(StatusChangeTable.layout.qualifiedNames)
    FROM json_each(?1) AS wanted CROSS JOIN status_changes
      ON status_changes.ride_identifier = wanted.value ->> 0
      AND status_changes.sequence = wanted.value ->> 1
    """)

  private static let selectHistory = SQL(
    "read history",
    """
    SELECT \(StatusChangeTable.layout.names) FROM status_changes
    WHERE ride_identifier = ?1 ORDER BY sequence
    """)

  private static let insertChanges = SQL("append status changes", StatusChangeTable.layout.insert)
}
