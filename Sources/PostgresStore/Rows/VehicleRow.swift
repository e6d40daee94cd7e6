import RideStore
import Rides

/// A vehicle as a row of `vehicles`: the columns that a report writes, and the claim, which is only
/// read here.
enum VehicleRow {
  static let table = Table(
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
  static let selection = table.names + ", ride_identifier"

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
