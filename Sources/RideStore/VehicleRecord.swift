package import Rides

/// A vehicle as it last reported, and the ride that has claimed it.
package struct VehicleRecord: Hashable, Sendable {
  package var vehicleIdentifier: VehicleIdentifier
  /// The sequence of the newest applied `vehicle.update`; an older one is ignored.
  package var sequence: Int64
  package var onDuty: Bool
  package var products: [ProductKey]
  package var capacity: Int
  /// Nil until the vehicle has reported its position.
  package var location: Coordinate?
  package var course: Double?
  /// When it was there.
  package var locatedAt: Instant?
  package var registrationPlate: String?
  package var manufacturer: String?
  package var model: String?
  package var mapAnnotationImage: String?
  package var driver: Driver?
  /// The ride that has claimed the vehicle.
  ///
  /// Written by `claim` and `release` alone, never by `save`.
  package var ride: RideIdentifier?
  /// What is measured of it in its ride, as its handlers write it; nil without one.
  package var driven: String?
  /// What is known of its phone, as the handlers write it; nil for most.
  package var conduct: String?
  package var updatedAt: Instant
  /// What it has of the extras that not every vehicle has.
  package var extras: [ExtraCount]

  package init(
    vehicleIdentifier: VehicleIdentifier, sequence: Int64, onDuty: Bool, products: [ProductKey],
    capacity: Int, location: Coordinate?, course: Double?, locatedAt: Instant? = nil,
    registrationPlate: String?, manufacturer: String?, model: String?,
    mapAnnotationImage: String? = nil, driver: Driver?, ride: RideIdentifier?,
    updatedAt: Instant, extras: [ExtraCount] = []
  ) {
    self.vehicleIdentifier = vehicleIdentifier
    self.sequence = sequence
    self.onDuty = onDuty
    self.products = products
    self.capacity = capacity
    self.location = location
    self.course = course
    self.locatedAt = locatedAt
    self.registrationPlate = registrationPlate
    self.manufacturer = manufacturer
    self.model = model
    self.mapAnnotationImage = mapAnnotationImage
    self.driver = driver
    self.ride = ride
    self.updatedAt = updatedAt
    self.extras = extras
  }
}

extension [VehicleRecord] {
  /// Those of which more is kept than what they report, and the others.
  package var byNotes: (noted: [VehicleRecord], others: [VehicleRecord]) {
    let noted = filter(\.hasNotes)
    return (noted, noted.isEmpty ? self : filter { !$0.hasNotes })
  }
}

/// The claim of a vehicle by a ride.
package struct VehicleClaim: Hashable, Sendable {
  package var vehicleIdentifier: VehicleIdentifier
  package var rideIdentifier: RideIdentifier

  package init(vehicleIdentifier: VehicleIdentifier, rideIdentifier: RideIdentifier) {
    self.vehicleIdentifier = vehicleIdentifier
    self.rideIdentifier = rideIdentifier
  }
}

extension [VehicleClaim] {
  /// The vehicles that were claimed, in the order of the claims that were granted.
  package func granted(_ claimed: [VehicleRecord]) -> [VehicleRecord] {
    var left = Dictionary(claimed.map { ($0.vehicleIdentifier, $0) }) { first, _ in first }
    return compactMap { claim in
      guard left[claim.vehicleIdentifier]?.ride == claim.rideIdentifier else { return nil }
      return left.removeValue(forKey: claim.vehicleIdentifier)
    }
  }
}

extension VehicleRecord: RowEncodable, RowDecodable {
  /// The table of the vehicles: the columns that a report writes; the claim is not among them.
  package static let table = StoredTable(
    "vehicles",
    [
      ("vehicle_identifier", .text), ("sequence", .integer), ("on_duty", .flag),
      ("products", .texts), ("capacity", .integer), ("latitude", .number),
      ("longitude", .number), ("course", .number), ("located_at", .instant),
      ("registration_plate", .text), ("manufacturer", .text), ("model", .text),
      ("map_annotation_image", .text), ("driver_name", .text), ("driver_rating", .text),
      ("driver_phone_number", .text), ("driver_image", .text), ("updated_at", .instant),
      ("extras", .text),
    ])

  /// The same of vehicles of which more is kept: the others' reports do not pay for its columns.
  package static let notedTable = StoredTable(
    table.name, table.columns + [("driven", .text), ("conduct", .text)])

  /// The columns of a report, what more is kept and the claim, in the order in which they are read.
  package static let selection = "\(notedTable.qualifiedNames), vehicles.ride_identifier"

  /// Whether more is kept of the vehicle than what it reports.
  package var hasNotes: Bool { driven != nil || conduct != nil }

  package func encode(into rows: inout some StoredRows) {
    rows.add(vehicleIdentifier.rawValue)
    rows.add(sequence)
    rows.add(onDuty)
    rows.add(list: products.map(\.rawValue))
    rows.add(capacity)
    rows.add(location?.latitude)
    rows.add(location?.longitude)
    rows.add(course)
    rows.add(locatedAt)
    rows.add(registrationPlate)
    rows.add(manufacturer)
    rows.add(model)
    rows.add(mapAnnotationImage)
    rows.add(driver?.name)
    rows.add(driver?.rating)
    rows.add(driver?.phoneNumber)
    rows.add(driver?.image)
    rows.add(updatedAt)
    rows.add(extras.text)
    guard hasNotes else { return }
    rows.add(driven)
    rows.add(conduct)
  }

  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    vehicleIdentifier = VehicleIdentifier(try row.text())
    sequence = try row.integer()
    onDuty = try row.bool()
    products = try row.texts().map(ProductKey.init)
    capacity = try row.int()
    location = try row.optionalCoordinate()
    course = try row.optionalDouble()
    locatedAt = try row.optionalInstant()
    registrationPlate = try row.optionalText()
    manufacturer = try row.optionalText()
    model = try row.optionalText()
    mapAnnotationImage = try row.optionalText()
    driver = try Driver(from: &row)
    updatedAt = try row.instant()
    extras = try row.extras()
    driven = try row.optionalText()
    conduct = try row.optionalText()
    ride = try row.optionalText().map(RideIdentifier.init)
  }
}

extension Driver {
  /// Reads the columns of a driver; nil where there is no name.
  fileprivate init?(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    // All are read whether there is a driver or not: the next column follows them.
    let name = try row.optionalText()
    let rating = try row.optionalText()
    let phoneNumber = try row.optionalText()
    let image = try row.optionalText()
    guard let name else { return nil }
    self.init(name: name, rating: rating, phoneNumber: phoneNumber, image: image)
  }
}

extension [ExtraCount] {
  /// The text of a column: a line for each, such as `2 childSeat`; nil for none.
  fileprivate var text: String? {
    isEmpty ? nil : map { "\($0.count) \($0.identifier)" }.joined(separator: "\n")
  }
}

extension StoredRow where Self: ~Copyable {
  /// What `text` has written.
  fileprivate mutating func extras() throws(StoreError) -> [ExtraCount] {
    guard let text = try optionalText() else { return [] }
    var extras: [ExtraCount] = []
    for line in text.utf8.split(separator: 0x0A) {
      let parts = line.split(separator: 0x20, maxSplits: 1).map { String($0) ?? "" }
      guard parts.count == 2, let count = Int(parts[0]) else { throw damaged("no extra \(text)") }
      extras.append(ExtraCount(identifier: ExtraKey(parts[1]), count: count))
    }
    return extras
  }
}

extension VehicleClaim: RowEncodable {
  package func encode(into rows: inout some StoredRows) {
    rows.add(vehicleIdentifier.rawValue)
    rows.add(rideIdentifier.rawValue)
  }
}

extension Supply.Entry {
  /// The columns of `read`.
  package static let selection =
    "vehicle_identifier, latitude, longitude, products, capacity, ride_identifier IS NULL,"
    + " extras, updated_at"

  /// Reads the columns of a vehicle on duty; returns the entry and when the vehicle reported.
  package static func read(
    from row: inout some StoredRow & ~Copyable, _ lists: inout ProductLists
  ) throws(StoreError) -> (Supply.Entry, reportedAt: Instant) {
    let entry = Supply.Entry(
      vehicle: VehicleIdentifier(try row.text()), location: try row.coordinate(),
      products: try row.products(&lists), capacity: try row.int(), isFree: try row.bool(),
      extras: try row.extras())
    return (entry, try row.instant())
  }
}

/// Lists of products as a store keeps them, each decoded once and shared by all vehicles that sell
/// it.
package struct ProductLists {
  private var lists: [Int: (stored: [UInt8], products: [ProductKey])] = [:]

  /// Further lists are decoded each time.
  private static let limit = 10_000

  package init() {}

  /// The list of these bytes, which is decoded where it was not met before.
  package mutating func list(
    _ stored: UnsafeRawBufferPointer,
    decode: (UnsafeRawBufferPointer) throws(StoreError) -> [ProductKey]
  ) throws(StoreError) -> [ProductKey] {
    var hasher = Hasher()
    hasher.combine(bytes: stored)
    let hash = hasher.finalize()
    let known = lists[hash]
    if let known, known.stored.elementsEqual(stored) { return known.products }
    let products = try decode(stored)
    if known == nil, lists.count < Self.limit { lists[hash] = (Array(stored), products) }
    return products
  }
}
