package import RideStore
package import Rides

extension SQLiteStore {
  package func rides(
    _ identifiers: [RideIdentifier]
  ) throws(StoreError) -> [RideIdentifier: RideRecord] {
    if identifiers.isEmpty { return [:] }
    let keys = JSONRows(keys: identifiers.lazy.map(\.rawValue))
    let rows = try read(Self.selectRides, keys, decode: RideRow.decode)
    return rows.keyed(by: \.rideIdentifier)
  }

  package func unfinishedRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    if riders.isEmpty { return [] }
    let keys = JSONRows(keys: riders.lazy.map(\.rawValue))
    return try read(Self.selectUnfinished, keys, decode: RideRow.decode)
  }

  package func insert(_ rides: [RideRecord]) throws(StoreError) {
    if rides.isEmpty { return }
    let isSplit = try storesStatusesOnce()
    let rows = JSONRows(rides) { RideRow.encode($0, isSplit: isSplit, into: &$1) }
    try write(Self.insertRides, rows, expecting: rides.count)
  }

  package func update(_ rides: [RideUpdate]) throws(StoreError) {
    if rides.isEmpty { return }
    let isSplit = try storesStatusesOnce()
    let rows = JSONRows(rides) { update, rows in
      RideRow.encode(update.record, isSplit: isSplit, into: &rows)
      rows.add(update.expectedRevision)
    }
    try write(Self.updateRides, rows, expecting: rides.count)
  }

  private static let selectRides = SQL(
    "read rides",
    """
    SELECT \(RideRow.selection)
    FROM json_each(?1) AS wanted CROSS JOIN rides ON rides.ride_identifier = wanted.value
    """)

  /// A rider named twice would give each ride twice, hence `IN`.
  private static let selectUnfinished = SQL(
    "read unfinished rides",
    """
    SELECT \(RideRow.selection) FROM rides
    WHERE rider_identifier IN (SELECT value FROM json_each(?1)) AND slot IS NOT NULL
    ORDER BY ride_identifier
    """)

  private static let insertRides = SQL("insert rides", RideRow.table.insert)

  private static let updateRides = SQL(
    "update rides",
    """
    UPDATE rides SET \(RideRow.table.assignments) FROM json_each(?1)
    WHERE ride_identifier = value ->> 0 AND revision = value ->> \(RideRow.table.places)
    """)
}
