package import RideStore
package import Rides

extension PostgresStore {
  package func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord] {
    if identifiers.isEmpty { return [:] }
    let keys = PostgresRows(keys: identifiers.lazy.map(\.rawValue))
    return try read(Self.selectVehicles, keys, decode: VehicleRow.decode)
      .keyed(by: \.vehicleIdentifier)
  }

  package func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord] {
    if claims.isEmpty { return [] }
    let sql = Self.claimVehicles
    let rows = PostgresRows(columns: Self.claimColumns, claims, VehicleRow.encode)
    return claims.granted(
      try write(sql, rows.parameters(for: sql), decode: VehicleRow.decode))
  }

  package func release(_ claims: [VehicleClaim]) throws(StoreError) {
    if claims.isEmpty { return }
    try write(
      Self.releaseVehicles,
      PostgresRows(columns: Self.claimColumns, claims, VehicleRow.encode))
  }

  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    if vehicles.isEmpty { return }
    let sorted = vehicles.sorted { $0.vehicleIdentifier < $1.vehicleIdentifier }
    try write(Self.saveVehicles, PostgresRows(VehicleRow.table, sorted, VehicleRow.encode))
  }
}

extension PostgresStore {
  private static let claimColumns: [Table.Column] = [("vehicle", .text), ("ride", .text)]

  static let selectVehicles = Lockable(
    "vehicles",
    """
    SELECT \(VehicleRow.selection) FROM vehicles
    WHERE vehicle_identifier = ANY ($1) ORDER BY vehicle_identifier
    """)

  /// Locks the vehicles that nobody else has, and judges the claims by what they are then.
  ///
  /// Of several claims of one vehicle the first that can be granted is. The update finds a vehicle
  /// as it was when the statement began, and looks at its newest state, which is locked by now,
  /// before it writes: hence its own conditions.
  static let claimVehicles = SQL(
    "claim vehicles",
    """
    WITH held AS MATERIALIZED (
      SELECT vehicle_identifier, ride_identifier FROM vehicles
      WHERE vehicle_identifier = ANY ($1) AND on_duty
      ORDER BY vehicle_identifier FOR UPDATE SKIP LOCKED),
    granted AS MATERIALIZED (
      SELECT DISTINCT ON (vehicle) vehicle, ride
      FROM \(Table.given(claimColumns)) JOIN held ON vehicle_identifier = vehicle
      WHERE ride_identifier IS NULL OR ride_identifier = ride
      ORDER BY vehicle, place)
    UPDATE vehicles SET ride_identifier = granted.ride FROM granted
    WHERE vehicles.vehicle_identifier = ANY ($1) AND vehicles.on_duty
      AND vehicles.vehicle_identifier = granted.vehicle
      AND (vehicles.ride_identifier IS NULL OR vehicles.ride_identifier = granted.ride)
    RETURNING \(VehicleRow.selection)
    """)

  /// Locks the vehicles in their order first.
  static let releaseVehicles = SQL(
    "release vehicles",
    """
    WITH held AS MATERIALIZED (
      SELECT vehicle_identifier FROM vehicles WHERE vehicle_identifier = ANY ($1)
      ORDER BY vehicle_identifier FOR UPDATE)
    UPDATE vehicles SET ride_identifier = NULL
    FROM held JOIN \(Table.given(claimColumns)) ON held.vehicle_identifier = vehicle
    WHERE vehicles.vehicle_identifier = ANY ($1)
      AND vehicles.vehicle_identifier = held.vehicle_identifier
      AND vehicles.ride_identifier = ride
    """)

  static let saveVehicles = SQL(
    "save vehicles",
    """
    WITH written AS (
      \(VehicleRow.table.insert)
      ON CONFLICT (vehicle_identifier) DO UPDATE SET \(VehicleRow.table.replacements)
      WHERE excluded.sequence > vehicles.sequence
      RETURNING 1)
    SELECT livery_expect(count(*), cardinality($1)) FROM written
    """)
}
