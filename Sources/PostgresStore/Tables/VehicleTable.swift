package import RideStore
package import Rides

/// A vehicle as a row of `vehicles`: the columns that a report writes, and the claim, which is only
/// read here.
enum VehicleTable {
  static let layout = TableLayout(
    name: "vehicles",
    columns: [
      ("vehicle_identifier", .text), ("sequence", .bigint), ("on_duty", .boolean),
      ("products", .texts), ("capacity", .bigint), ("latitude", .double), ("longitude", .double),
      ("course", .double), ("located_at", .instant), ("registration_plate", .text),
      ("manufacturer", .text), ("model", .text), ("map_annotation_image", .text),
      ("driver_name", .text), ("driver_rating", .text), ("driver_phone_number", .text),
      ("driver_image", .text), ("updated_at", .instant),
    ])

  /// The columns of a report and the claim, in the order of `decode`.
  static let selection = layout.names + ", ride_identifier"

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> VehicleRecord {
    try VehicleRecord(from: &row, isClaimLast: true)
  }

  /// The columns of `Supply.Entry.read`.
  static let entrySelection =
    "vehicle_identifier, latitude, longitude, products, capacity, ride_identifier IS NULL,"
    + " updated_at"

  /// The columns in the order of `change`.
  static let changeSelection =
    "CASE WHEN NOT on_duty OR latitude IS NULL THEN vehicle_identifier END, \(entrySelection)"

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
    if identifiers.isEmpty { return [:] }
    let keys = PostgresRows(keys: identifiers.lazy.map(\.rawValue))
    return try read(Self.selectVehicles, keys, decode: VehicleTable.decode)
      .keyed(by: \.vehicleIdentifier)
  }

  package func claim(_ claims: [VehicleClaim]) throws(StoreError) -> [VehicleRecord] {
    if claims.isEmpty { return [] }
    let sql = Self.claimVehicles
    let rows = PostgresRows(columns: Self.claimColumns, claims) { $0.encode(into: &$1) }
    return claims.granted(
      try write(sql, rows.parameters(for: sql), decode: VehicleTable.decode))
  }

  package func release(_ claims: [VehicleClaim]) throws(StoreError) {
    if claims.isEmpty { return }
    try write(
      Self.releaseVehicles,
      PostgresRows(columns: Self.claimColumns, claims) { $0.encode(into: &$1) })
  }

  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    if vehicles.isEmpty { return }
    let sorted = vehicles.sorted { $0.vehicleIdentifier < $1.vehicleIdentifier }
    try write(Self.saveVehicles, PostgresRows(VehicleTable.layout, sorted) { $0.encode(into: &$1) })
  }
}

extension PostgresStore {
  private static let claimColumns: [TableLayout.Column] = [("vehicle", .text), ("ride", .text)]

  static let selectVehicles = Lockable(
    "vehicles",
    """
    SELECT \(VehicleTable.selection) FROM vehicles
    WHERE vehicle_identifier = ANY ($1) ORDER BY vehicle_identifier
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
      FROM \(TableLayout.given(claimColumns)) JOIN held ON vehicle_identifier = vehicle
      WHERE ride_identifier IS NULL OR ride_identifier = ride
      ORDER BY vehicle, place)
    UPDATE vehicles SET ride_identifier = granted.ride FROM granted
    WHERE vehicles.vehicle_identifier = ANY ($1) AND vehicles.on_duty
      AND vehicles.vehicle_identifier = granted.vehicle
      AND (vehicles.ride_identifier IS NULL OR vehicles.ride_identifier = granted.ride)
    RETURNING \(VehicleTable.selection)
    """)

  /// Locks the vehicles in their order first.
  static let releaseVehicles = SQL(
    "release vehicles",
    """
    WITH held AS MATERIALIZED (
      SELECT vehicle_identifier FROM vehicles WHERE vehicle_identifier = ANY ($1)
      ORDER BY vehicle_identifier FOR UPDATE)
    UPDATE vehicles SET ride_identifier = NULL
    FROM held JOIN \(TableLayout.given(claimColumns)) ON held.vehicle_identifier = vehicle
    WHERE vehicles.vehicle_identifier = ANY ($1)
      AND vehicles.vehicle_identifier = held.vehicle_identifier
      AND vehicles.ride_identifier = ride
    """)

  static let saveVehicles = SQL(
    "save vehicles",
    """
    WITH written AS (
      \(VehicleTable.layout.insert)
      ON CONFLICT (vehicle_identifier) DO UPDATE SET \(VehicleTable.layout.replacements)
      WHERE excluded.sequence > vehicles.sequence
      RETURNING 1)
    SELECT livery_expect(count(*), cardinality($1)) FROM written
    """)
}
