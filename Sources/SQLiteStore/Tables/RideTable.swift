package import RideStore
package import Rides

/// What is read of a ride as a row of `rides`.
enum RideTable {
  /// The columns, and the status where only the history has it, in the order of `decode`.
  static let selection = """
    \(RideRecord.table.qualifiedNames), CASE WHEN rides.status_at IS NOT NULL THEN (
      SELECT change.status FROM status_changes AS change
      WHERE change.ride_identifier = rides.ride_identifier AND change.sequence = rides.sequence)
    END
    """
}

extension SQLiteStore {
  package func rides(
    _ identifiers: [RideIdentifier]
  ) throws(StoreError) -> [RideIdentifier: RideRecord] {
    try read(Self.selectRides, of: identifiers).keyed(by: \.rideIdentifier)
  }

  package func unfinishedRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    try read(Self.selectUnfinished, of: riders)
  }

  package func insert(_ rides: [RideRecord]) throws(StoreError) {
    try write(Self.insertRides, SQLiteRows(rides) { $0.encode(into: &$1) })
  }

  package func update(_ rides: [RideUpdate]) throws(StoreError) {
    let rows = SQLiteRows(rides) { update, rows in
      update.record.encode(into: &rows)
      rows.add(update.expectedRevision)
    }
    try write(Self.updateRides, rows)
  }

  private static let selectRides = SQL(
    "read rides",
    """
    SELECT \(RideTable.selection)
    FROM json_each(?1) AS wanted CROSS JOIN rides ON rides.ride_identifier = wanted.value
    """)

  /// With a join, a repeated rider would return each ride twice, hence `IN`.
  private static let selectUnfinished = SQL(
    "read unfinished rides",
    """
    SELECT \(RideTable.selection) FROM rides
    WHERE rider_identifier IN (SELECT value FROM json_each(?1)) AND slot IS NOT NULL
    ORDER BY ride_identifier
    """)

  private static let insertRides = SQL("insert rides", RideRecord.table.insert)

  private static let updateRides = SQL(
    "update rides",
    "\(RideRecord.table.update) AND revision = ?\(RideRecord.table.columns.count + 1)")
}
