import JSON
package import Rides

/// A report of a vehicle about itself; nil members have not changed since its last update.
package struct VehicleUpdate: Hashable, Sendable {
  package var vehicleIdentifier: VehicleIdentifier
  /// Counted by the vehicle; updates older than the newest applied one are ignored.
  package var sequence: Int64
  package var onDuty: Bool?
  package var products: [ProductKey]?
  package var capacity: Int?
  package var location: Coordinate?
  package var course: Double?
  /// When it was there, by the vehicle's clock.
  package var locatedAt: Instant?
  package var registrationPlate: String?
  package var manufacturer: String?
  package var model: String?
  /// The URL of the image that stands for the vehicle on a map.
  package var mapAnnotationImage: String?
  package var driver: Driver?

  package init(
    vehicleIdentifier: VehicleIdentifier, sequence: Int64, onDuty: Bool? = nil,
    products: [ProductKey]? = nil, capacity: Int? = nil, location: Coordinate? = nil,
    course: Double? = nil, locatedAt: Instant? = nil, registrationPlate: String? = nil,
    manufacturer: String? = nil, model: String? = nil, mapAnnotationImage: String? = nil,
    driver: Driver? = nil
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
  }
}

extension VehicleUpdate {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    let vehicle = try fields.vehicle()
    let location = try fields.object("location")
    self.init(
      vehicleIdentifier: vehicle,
      sequence: try Self.sequence(of: fields),
      onDuty: try fields.bool("onDuty"),
      products: try Self.products(of: fields),
      capacity: try fields.count("capacity", in: 1...64),
      location: try location.map(PlaceCoding.coordinate),
      course: try location.flatMap(VehicleCoding.course),
      locatedAt: try location.flatMap(VehicleCoding.timestamp),
      registrationPlate: try fields.printableLine("registrationPlate"),
      manufacturer: try fields.printableLine("manufacturer"),
      model: try fields.printableLine("model"),
      mapAnnotationImage: try fields.link("mapAnnotationImage"),
      driver: try fields.object("driver").map(DriverCoding.readReported))
  }

  private static func sequence(of fields: JSONFields) throws(JSONFault) -> Int64 {
    let sequence = try fields.require("sequence", try fields.integer("sequence"))
    guard sequence >= 0 else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "sequence"), "expected at least 0, got \(sequence)")
    }
    return sequence
  }

  private static func products(of fields: JSONFields) throws(JSONFault) -> [ProductKey]? {
    let keys = try fields.array("products") { (elements) throws(JSONFault) in
      ProductKey(try elements.identifier())
    }
    guard let keys, !(1...16 ~= keys.count) else { return keys }
    throw JSONFault(
      .outOfRange, path: fields.path(to: "products"), "expected 1 to 16 products, got \(keys.count)"
    )
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("vehicleIdentifier", vehicleIdentifier.rawValue)
    writer.key("sequence")
    writer.integer(sequence)
    if let onDuty { writer.member("onDuty", onDuty) }
    if let products {
      writer.key("products")
      writer.array(products) { $1.string($0.rawValue) }
    }
    writer.member("capacity", capacity)
    VehicleCoding.writeLocation(location, course: course, at: locatedAt, into: &writer)
    writer.member("registrationPlate", registrationPlate)
    writer.member("manufacturer", manufacturer)
    writer.member("model", model)
    writer.member("mapAnnotationImage", mapAnnotationImage)
    writer.member("driver", driver, by: DriverCoding.write)
  }
}
