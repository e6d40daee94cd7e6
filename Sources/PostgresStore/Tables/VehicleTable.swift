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
    after last: VehicleIdentifier?, limit: Int
  ) throws(StoreError) -> [VehicleRecord] {
    precondition(limit >= 0, "a limit cannot be negative")
    return try read(
      Self.listVehicles, PostgresParameters(last?.rawValue ?? "", Int64(limit)),
      decode: VehicleRecord.init(from:))
  }

  package func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord] {
    claims.granted(try write(Self.claimVehicles, PostgresRows(Self.claimColumns, claims)))
  }

  package func release(_ claims: [VehicleClaim]) throws(StoreError) {
    try write(Self.releaseVehicles, PostgresRows(Self.claimColumns, claims))
  }

  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    let sorted = vehicles.sorted { $0.vehicleIdentifier < $1.vehicleIdentifier }
    try write(Self.saveVehicles, PostgresRows(VehicleRecord.table.columns, sorted))
  }
}

extension PostgresStore {
  private static let claimColumns: [StoredTable.Column] = [("vehicle", .text), ("ride", .text)]

  static let selectVehicles = Lockable(
    "vehicles",
    """
    SELECT \(VehicleRecord.selection) FROM vehicles
    WHERE vehicle_identifier = ANY ($1) ORDER BY vehicle_identifier
    """)

  static let listVehicles = SQL(
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
    UPDATE vehicles SET ride_identifier = NULL
    FROM held JOIN \(StoredTable.given(claimColumns)) ON held.vehicle_identifier = vehicle
    WHERE vehicles.vehicle_identifier = ANY ($1)
      AND vehicles.vehicle_identifier = held.vehicle_identifier
      AND vehicles.ride_identifier = ride
    """)

  static let saveVehicles = SQL(
    "save vehicles",
    """
    WITH written AS (
      \(VehicleRecord.table.insert)
      ON CONFLICT (vehicle_identifier) DO UPDATE SET \(VehicleRecord.table.replacements)
      WHERE excluded.sequence > vehicles.sequence
      RETURNING 1)
    SELECT livery_expect(count(*), cardinality($1)) FROM written
    """)
}
