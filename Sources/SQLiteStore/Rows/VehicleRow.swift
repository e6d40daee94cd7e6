import RideStore
import Rides

/// A vehicle as a row of `vehicles`: the columns that a report writes, and the claim, which is only
/// read here.
enum VehicleRow {
  static let table = Table(
    name: "vehicles",
    columns: [
      ("vehicle_identifier", .value), ("sequence", .value), ("on_duty", .value),
      ("products", .document), ("capacity", .value), ("latitude", .value), ("longitude", .value),
      ("course", .value), ("located_at", .value), ("registration_plate", .value),
      ("manufacturer", .value), ("model", .value), ("map_annotation_image", .value),
      ("driver_name", .value), ("driver_rating", .value), ("driver_phone_number", .value),
      ("driver_image", .value), ("updated_at", .value),
    ])

  /// All columns in the order of `decode`: the claim comes before the time, which is the last of
  /// `table`.
  static let selection: String = {
    var names = table.columns.map { "vehicles.\($0.name)" }
    names.insert("vehicles.ride_identifier", at: names.count - 1)
    return names.joined(separator: ", ")
  }()

  static func encode(_ vehicle: VehicleRecord, into rows: inout JSONRows) {
    rows.add(vehicle.vehicleIdentifier.rawValue)
    rows.add(vehicle.sequence)
    rows.add(vehicle.onDuty)
    rows.add(document: TextList.encode(vehicle.products.map(\.rawValue)))
    rows.add(vehicle.capacity)
    rows.add(vehicle.location?.latitude)
    rows.add(vehicle.location?.longitude)
    rows.add(vehicle.course)
    rows.add(vehicle.locatedAt?.microseconds)
    rows.add(vehicle.registrationPlate)
    rows.add(vehicle.manufacturer)
    rows.add(vehicle.model)
    rows.add(vehicle.mapAnnotationImage)
    rows.add(vehicle.driver?.name)
    rows.add(vehicle.driver?.rating)
    rows.add(vehicle.driver?.phoneNumber)
    rows.add(vehicle.driver?.image)
    rows.add(vehicle.updatedAt.microseconds)
  }

  /// The columns in the order of `entry`.
  static let entrySelection =
    "vehicle_identifier, latitude, longitude, products, capacity, ride_identifier IS NULL,"
    + " updated_at"

  static func entry(
    _ row: inout SQLiteRow, _ lists: inout ProductLists
  ) throws(StoreError) -> Supply.Entry {
    Supply.Entry(
      vehicle: VehicleIdentifier(row.text()), location: try row.coordinate(),
      products: try row.products(&lists), capacity: row.int(), isFree: row.bool())
  }

  static func decode(_ row: inout SQLiteRow) throws(StoreError) -> VehicleRecord {
    VehicleRecord(
      vehicleIdentifier: VehicleIdentifier(row.text()),
      sequence: row.integer(),
      onDuty: row.bool(),
      products: try row.textList().map(ProductKey.init),
      capacity: row.int(),
      location: try row.optionalCoordinate(),
      course: row.optionalDouble(),
      locatedAt: row.optionalInstant(),
      registrationPlate: row.optionalText(),
      manufacturer: row.optionalText(),
      model: row.optionalText(),
      mapAnnotationImage: row.optionalText(),
      driver: row.optionalDriver(),
      ride: row.optionalText().map(RideIdentifier.init),
      updatedAt: Instant(microseconds: row.integer()))
  }
}

extension SQLiteRow {
  fileprivate mutating func optionalCoordinate() throws(StoreError) -> Coordinate? {
    // Both are read whether there is a place or not: the next column follows them.
    let latitude = optionalDouble()
    let longitude = optionalDouble()
    guard let latitude, let longitude else { return nil }
    guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
      throw damaged("no such place as \(latitude), \(longitude)")
    }
    return point
  }

  fileprivate mutating func optionalDriver() -> Driver? {
    let name = optionalText()
    let rating = optionalText()
    let phoneNumber = optionalText()
    let image = optionalText()
    return name.map { Driver(name: $0, rating: rating, phoneNumber: phoneNumber, image: image) }
  }
}
