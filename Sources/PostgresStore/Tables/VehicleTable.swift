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

  /// All columns in the order of `decode`.
  static let selection = layout.names + ", ride_identifier"

  static func encode(_ vehicle: VehicleRecord, into rows: inout PostgresRows) {
    rows.add(vehicle.vehicleIdentifier.rawValue)
    rows.add(vehicle.sequence)
    rows.add(vehicle.onDuty)
    rows.add(list: vehicle.products.map(\.rawValue))
    rows.add(vehicle.capacity)
    rows.add(vehicle.location?.latitude)
    rows.add(vehicle.location?.longitude)
    rows.add(vehicle.course)
    rows.add(vehicle.locatedAt)
    rows.add(vehicle.registrationPlate)
    rows.add(vehicle.manufacturer)
    rows.add(vehicle.model)
    rows.add(vehicle.mapAnnotationImage)
    rows.add(vehicle.driver?.name)
    rows.add(vehicle.driver?.rating)
    rows.add(vehicle.driver?.phoneNumber)
    rows.add(vehicle.driver?.image)
    rows.add(vehicle.updatedAt)
  }

  static func encode(_ claim: VehicleClaim, into rows: inout PostgresRows) {
    rows.add(claim.vehicleIdentifier.rawValue)
    rows.add(claim.rideIdentifier.rawValue)
  }

  /// The columns in the order of `entry`.
  static let entrySelection =
    "vehicle_identifier, latitude, longitude, products, capacity, ride_identifier IS NULL,"
    + " updated_at"

  static func entry(
    _ row: inout PostgresRow, _ lists: inout ProductLists
  ) throws(StoreError) -> (Supply.Entry, reportedAt: Instant) {
    let entry = Supply.Entry(
      vehicle: VehicleIdentifier(try row.text()), location: try row.coordinate(),
      products: try row.products(&lists), capacity: try row.int(), isFree: try row.bool())
    return (entry, try row.instant())
  }

  /// The columns in the order of `change`.
  static let changeSelection =
    "CASE WHEN NOT on_duty OR latitude IS NULL THEN vehicle_identifier END, \(entrySelection)"

  static func change(
    _ row: inout PostgresRow, _ lists: inout ProductLists
  ) throws(StoreError) -> VehicleRoster.Change {
    if let vehicle = try row.optionalText() { return .away(VehicleIdentifier(vehicle)) }
    let (entry, reportedAt) = try entry(&row, &lists)
    return .onDuty(entry, reportedAt: reportedAt)
  }

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> VehicleRecord {
    var vehicle = VehicleRecord(
      vehicleIdentifier: VehicleIdentifier(try row.text()),
      sequence: try row.integer(),
      onDuty: try row.bool(),
      products: try row.texts().map(ProductKey.init),
      capacity: try row.int(),
      location: try row.optionalCoordinate(),
      course: try row.optionalDouble(),
      locatedAt: try row.optionalInstant(),
      registrationPlate: try row.optionalText(),
      manufacturer: try row.optionalText(),
      model: try row.optionalText(),
      mapAnnotationImage: try row.optionalText(),
      driver: try row.optionalDriver(),
      ride: nil,
      updatedAt: try row.instant())
    vehicle.ride = try row.optionalText().map(RideIdentifier.init)
    return vehicle
  }
}

extension PostgresRow {
  fileprivate mutating func optionalCoordinate() throws(StoreError) -> Coordinate? {
    // Both are read whether there is a place or not: the next column follows them.
    let latitude = try optionalDouble()
    let longitude = try optionalDouble()
    guard let latitude, let longitude else { return nil }
    return try coordinate(latitude: latitude, longitude: longitude)
  }

  fileprivate mutating func optionalDriver() throws(StoreError) -> Driver? {
    let name = try optionalText()
    let rating = try optionalText()
    let phoneNumber = try optionalText()
    let image = try optionalText()
    return name.map { Driver(name: $0, rating: rating, phoneNumber: phoneNumber, image: image) }
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
    let rows = PostgresRows(columns: Self.claimColumns, claims, VehicleTable.encode)
    return claims.granted(
      try write(sql, rows.parameters(for: sql), decode: VehicleTable.decode))
  }

  package func release(_ claims: [VehicleClaim]) throws(StoreError) {
    if claims.isEmpty { return }
    try write(
      Self.releaseVehicles,
      PostgresRows(columns: Self.claimColumns, claims, VehicleTable.encode))
  }

  package func save(_ vehicles: [VehicleRecord]) throws(StoreError) {
    if vehicles.isEmpty { return }
    let sorted = vehicles.sorted { $0.vehicleIdentifier < $1.vehicleIdentifier }
    try write(Self.saveVehicles, PostgresRows(VehicleTable.layout, sorted, VehicleTable.encode))
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
