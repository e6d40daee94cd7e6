package import RideStore
package import Rides

/// A vehicle as a row of `vehicles`: the columns that a report writes, and the claim, which is only
/// read here.
enum VehicleTable {
  static let layout = TableLayout(
    name: "vehicles",
    columns: [
      ("vehicle_identifier", .value), ("sequence", .value), ("on_duty", .value),
      ("products", .document), ("capacity", .value), ("latitude", .value), ("longitude", .value),
      ("course", .value), ("located_at", .value), ("registration_plate", .value),
      ("manufacturer", .value), ("model", .value), ("map_annotation_image", .value),
      ("driver_name", .value), ("driver_rating", .value), ("driver_phone_number", .value),
      ("driver_image", .value), ("updated_at", .value),
    ])

  /// All columns in the order of `decode`: the claim precedes the time of the report.
  static let selection: String = {
    var names = layout.columns.map { "vehicles.\($0.name)" }
    names.insert("vehicles.ride_identifier", at: names.count - 1)
    return names.joined(separator: ", ")
  }()

  static func decode(_ row: inout SQLiteRow) throws(StoreError) -> VehicleRecord {
    try VehicleRecord(from: &row, isClaimLast: false)
  }

  /// The columns of `Supply.Entry.read`.
  static let entrySelection =
    "vehicle_identifier, latitude, longitude, products, capacity, ride_identifier IS NULL,"
    + " updated_at"
}

extension SQLiteStore {
  package func vehicles(
    _ identifiers: [VehicleIdentifier]
  ) throws(StoreError) -> [VehicleIdentifier: VehicleRecord] {
    if identifiers.isEmpty { return [:] }
    let keys = JSONRows(keys: identifiers.lazy.map(\.rawValue))
    let rows = try read(Self.selectVehicles, keys, decode: VehicleTable.decode)
    return rows.keyed(by: \.vehicleIdentifier)
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
    if claims.isEmpty { return [] }
    let rows = try JSONRows(claims) { $0.encode(into: &$1) }.checked(for: Self.claimVehicles)
    let granted = try write(
      Self.claimVehicles, SQLiteParameters(rows), decode: VehicleTable.decode)
    return claims.granted(granted.rows)
  }

  package func release(_ claims: [VehicleClaim]) throws(StoreError) {
    if claims.isEmpty { return }
    let rows = try JSONRows(claims) { $0.encode(into: &$1) }.checked(for: Self.releaseVehicles)
    _ = try write(Self.releaseVehicles, SQLiteParameters(rows)) { (_) throws(StoreError) in }
  }

  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    if vehicles.isEmpty { return }
    // A repeated vehicle counts once here and twice below, so it is the same conflict as in other
    // stores.
    let rows = JSONRows(vehicles.keyed(by: \.vehicleIdentifier).values) { $0.encode(into: &$1) }
    try write(Self.saveVehicles, rows, expecting: vehicles.count)
  }

  private static let selectVehicles = SQL(
    "read vehicles",
    """
    SELECT \(VehicleTable.selection)
    FROM json_each(?1) AS wanted
    CROSS JOIN vehicles ON vehicles.vehicle_identifier = wanted.value
    """)

  private static let selectOnDuty = SQL(
    "read vehicles on duty",
    """
    SELECT \(VehicleTable.entrySelection) FROM vehicles
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
    RETURNING \(VehicleTable.selection)
    """)

  private static let releaseVehicles = SQL(
    "release vehicles",
    """
    UPDATE vehicles SET ride_identifier = NULL FROM json_each(?1)
    WHERE vehicle_identifier = value ->> 0 AND ride_identifier = value ->> 1
    """)

  /// With `WHERE true`, the parser does not read `ON CONFLICT` as the `ON` of a join.
  private static let saveVehicles = SQL(
    "save vehicles",
    """
    \(VehicleTable.layout.insert) WHERE true
    ON CONFLICT (vehicle_identifier) DO UPDATE SET \(VehicleTable.layout.replacements)
    WHERE excluded.sequence > vehicles.sequence
    """)
}
