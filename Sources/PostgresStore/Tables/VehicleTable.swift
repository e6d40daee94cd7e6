package import RideStore
package import Rides

/// What is read of a vehicle as a row of `vehicles` to notice its changes.
enum VehicleTable {
  /// The columns in the order of `change`.
  static let changeSelection =
    "CASE WHEN NOT on_duty OR latitude IS NULL THEN vehicle_identifier END, "
    + Supply.Entry.selection

  static func change(
    _ row: inout PostgresRow, _ lists: inout ProductLists
  ) throws(StoreError) -> VehicleRoster.Change {
    if let vehicle = try row.optionalText() { return .away(VehicleIdentifier(vehicle)) }
    let (entry, reportedAt) = try Supply.Entry.read(from: &row, &lists)
    return .onDuty(entry, reportedAt: reportedAt)
  }
}

extension PostgresStore {
  package func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord] {
    try read(Self.selectVehicles, PostgresRows(of: identifiers)).keyed(by: \.vehicleIdentifier)
  }

  package func vehicles(
    after identifier: VehicleIdentifier?, limit: Int
  ) throws(StoreError) -> [VehicleRecord] {
    precondition(limit >= 0, "a limit cannot be negative")
    let parameters = PostgresParameters(identifier?.rawValue ?? "", Int64(limit))
    return try read(Self.selectVehiclesAfter, parameters)
  }

  package func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord] {
    claims.granted(try write(Self.claimVehicles, PostgresRows(Self.claimColumns, claims)))
  }

  package func release(_ claims: [VehicleClaim]) throws(StoreError) {
    try write(Self.releaseVehicles, PostgresRows(Self.claimColumns, claims))
  }

  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    let sorted = vehicles.sorted { $0.vehicleIdentifier < $1.vehicleIdentifier }
    let (noted, others) = sorted.byNotes
    try write(Self.saveVehicles, PostgresRows(VehicleRecord.table.columns, others))
    try write(Self.saveNotedVehicles, PostgresRows(VehicleRecord.notedTable.columns, noted))
  }

  package func saveDriven(_ vehicles: [VehicleRecord]) throws(StoreError) {
    let sorted = vehicles.sorted { $0.vehicleIdentifier < $1.vehicleIdentifier }
    let rows = PostgresRows(Self.drivenColumns, sorted) { vehicle, rows in
      rows.add(vehicle.vehicleIdentifier.rawValue)
      rows.add(vehicle.driven)
    }
    try write(Self.saveDrivenWays, rows)
  }
}

extension PostgresStore {
  private static let claimColumns: [StoredTable.Column] = [("vehicle", .text), ("ride", .text)]

  private static let drivenColumns: [StoredTable.Column] = [("vehicle", .text), ("way", .text)]

  static let selectVehicles = Lockable(
    "vehicles",
    """
    SELECT \(VehicleRecord.selection) FROM vehicles
    WHERE vehicle_identifier = ANY ($1) ORDER BY vehicle_identifier
    """)

  /// No identifier is empty, so the empty text precedes all.
  static let selectVehiclesAfter = SQL(
    "list vehicles",
    """
    SELECT \(VehicleRecord.selection) FROM vehicles
    WHERE vehicle_identifier > $1 ORDER BY vehicle_identifier LIMIT $2
    """)

  /// Locks the vehicles that no other session has locked, and judges the claims by what they are
  /// then.
  ///
  /// Of several claims of one vehicle the first possible one is granted. The update finds a vehicle
  /// as of the start of the statement, and reads its newest, locked state before it writes: hence
  /// its own conditions.
  static let claimVehicles = SQL(
    "claim vehicles",
    """
    WITH held AS MATERIALIZED (
      SELECT vehicle_identifier, ride_identifier FROM vehicles
      WHERE vehicle_identifier = ANY ($1) AND on_duty
      ORDER BY vehicle_identifier FOR UPDATE SKIP LOCKED),
    granted AS MATERIALIZED (
      SELECT DISTINCT ON (vehicle) vehicle, ride
      FROM \(StoredTable.given(claimColumns)) JOIN held ON vehicle_identifier = vehicle
      WHERE ride_identifier IS NULL OR ride_identifier = ride
      ORDER BY vehicle, place)
    UPDATE vehicles SET ride_identifier = granted.ride FROM granted
    WHERE vehicles.vehicle_identifier = ANY ($1) AND vehicles.on_duty
      AND vehicles.vehicle_identifier = granted.vehicle
      AND (vehicles.ride_identifier IS NULL OR vehicles.ride_identifier = granted.ride)
    RETURNING \(VehicleRecord.selection)
    """)

  /// Locks the vehicles in their order first.
  static let releaseVehicles = SQL(
    "release vehicles",
    """
    WITH held AS MATERIALIZED (
      SELECT vehicle_identifier FROM vehicles WHERE vehicle_identifier = ANY ($1)
      ORDER BY vehicle_identifier FOR UPDATE)
    UPDATE vehicles SET ride_identifier = NULL, driven = NULL
    FROM held JOIN \(StoredTable.given(claimColumns)) ON held.vehicle_identifier = vehicle
    WHERE vehicles.vehicle_identifier = ANY ($1)
      AND vehicles.vehicle_identifier = held.vehicle_identifier
      AND vehicles.ride_identifier = ride
    """)

  static let saveVehicles = saving("save vehicles", VehicleRecord.table)
  static let saveNotedVehicles = saving("save noted vehicles", VehicleRecord.notedTable)

  /// Of constants alone: the table is one of two constants.
  private static func saving(_ operation: String, _ table: StoredTable) -> SQL {
    SQL(
      operation,
      """
      WITH written AS (
        \(table.insert)
        ON CONFLICT (vehicle_identifier) DO UPDATE SET \(table.replacements)
        WHERE excluded.sequence > vehicles.sequence
        RETURNING 1)
      SELECT livery_expect(count(*), cardinality($1)) FROM written
      """)
  }

  static let saveDrivenWays = SQL(
    "save driven ways",
    """
    WITH written AS (
      UPDATE vehicles SET driven = way FROM \(StoredTable.given(drivenColumns))
      WHERE vehicles.vehicle_identifier = ANY ($1) AND vehicles.vehicle_identifier = vehicle
      RETURNING 1)
    SELECT livery_expect(count(*), cardinality($1)) FROM written
    """)
}
