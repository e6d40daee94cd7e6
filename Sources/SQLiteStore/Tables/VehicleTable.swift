package import RideStore
package import Rides

extension SQLiteStore {
  package func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord] {
    try read(Self.selectVehicles, of: identifiers).keyed(by: \.vehicleIdentifier)
  }

  package func vehicles(
    after identifier: VehicleIdentifier?, limit: Int
  ) throws(StoreError) -> [VehicleRecord] {
    precondition(limit >= 0, "a limit cannot be negative")
    let parameters = SQLiteParameters(
      .text(Array((identifier?.rawValue ?? "").utf8)), .integer(Int64(limit)))
    return try read(Self.selectVehiclesAfter, parameters)
  }

  package func refresh(
    _ roster: inout VehicleRoster, reportedAfter instant: Instant
  ) throws(StoreError) {
    let parameters = SQLiteParameters(.integer(instant.microseconds))
    var whole = roster.startOver()
    var lists = ProductLists()
    // Row by row, so that no more than the roster is in memory.
    _ = try read(Self.selectOnDuty, parameters) { (row) throws(StoreError) in
      let (entry, reportedAt) = try Supply.Entry.read(from: &row, &lists)
      whole.add(entry, reportedAt: reportedAt)
    }
    roster = whole.finish(reportedAfter: instant, mark: nil)
  }

  package func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord] {
    claims.granted(try change(Self.claimVehicles, of: claims))
  }

  package func release(_ claims: [VehicleClaim]) throws(StoreError) {
    try change(Self.releaseVehicles, of: claims)
  }

  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    let (noted, others) = vehicles.byNotes
    try save(others, by: Self.saveVehicles)
    try save(noted, by: Self.saveNotedVehicles)
  }

  private func save(_ vehicles: [VehicleRecord], by statement: SQL) throws(StoreError) {
    let rows = SQLiteRows(vehicles.keyed(by: \.vehicleIdentifier).values)
    try write(statement, rows, expecting: vehicles.count)
  }

  package func saveDriven(_ vehicles: [VehicleRecord]) throws(StoreError) {
    let rows = SQLiteRows(vehicles) { vehicle, rows in
      rows.add(vehicle.vehicleIdentifier.rawValue)
      rows.add(vehicle.driven)
    }
    try write(Self.saveDrivenWays, rows)
  }

  private static let selectVehicles = SQL(
    "read vehicles",
    """
    SELECT \(VehicleRecord.selection)
    FROM json_each(?1) AS wanted
    CROSS JOIN vehicles ON vehicles.vehicle_identifier = wanted.value
    """)

  /// No identifier is empty, so the empty text precedes all.
  static let selectVehiclesAfter = SQL(
    "list vehicles",
    """
    SELECT \(VehicleRecord.selection) FROM vehicles
    WHERE vehicle_identifier > ?1 ORDER BY vehicle_identifier LIMIT ?2
    """)

  private static let selectOnDuty = SQL(
    "read vehicles on duty",
    """
    SELECT \(Supply.Entry.selection) FROM vehicles
    WHERE on_duty = 1 AND latitude IS NOT NULL AND updated_at > ?1 ORDER BY vehicle_identifier
    """)

  /// Of several claims of one vehicle the first that can be granted is: `min(key)` picks its row.
  private static let claimVehicles = SQL(
    "claim vehicles",
    """
    UPDATE vehicles SET ride_identifier = granted.ride
    FROM (
      SELECT value ->> 0 AS vehicle, value ->> 1 AS ride, min(key)
      FROM json_each(?1) AS wanted CROSS JOIN vehicles AS held
        ON held.vehicle_identifier = wanted.value ->> 0
      WHERE held.on_duty = 1
        AND (held.ride_identifier IS NULL OR held.ride_identifier = wanted.value ->> 1)
      GROUP BY 1) AS granted
    WHERE vehicles.vehicle_identifier = granted.vehicle AND vehicles.on_duty = 1
      AND (vehicles.ride_identifier IS NULL OR vehicles.ride_identifier = granted.ride)
    RETURNING \(VehicleRecord.selection)
    """)

  private static let releaseVehicles = SQL(
    "release vehicles",
    """
    UPDATE vehicles SET ride_identifier = NULL, driven = NULL FROM json_each(?1)
    WHERE vehicle_identifier = value ->> 0 AND ride_identifier = value ->> 1
    """)

  private static let saveVehicles = saving("save vehicles", VehicleRecord.table)
  private static let saveNotedVehicles = saving("save noted vehicles", VehicleRecord.notedTable)

  /// Of constants alone: the table is one of two constants.
  private static func saving(_ operation: String, _ table: StoredTable) -> SQL {
    SQL(
      operation,
      """
      \(table.insert)
      ON CONFLICT (vehicle_identifier) DO UPDATE SET \(table.replacements)
      WHERE excluded.sequence > vehicles.sequence
      """)
  }

  private static let saveDrivenWays = SQL(
    "save driven ways",
    "UPDATE vehicles SET driven = ?2 WHERE vehicle_identifier = ?1")
}
