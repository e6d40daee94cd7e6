// Written from Operations/vehicle-update.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// A report of a vehicle about itself; nil members have not changed since its last update.
package struct VehicleUpdate: Hashable, Sendable {
  /// The vehicle, as its operator calls it.
  package var vehicleIdentifier: VehicleIdentifier
  /// Counted by the vehicle; at most an hour ahead of the microseconds since 1970.
  package var sequence: Int64
  /// Whether it takes rides.
  package var onDuty: Bool?
  /// What it drives for, by key.
  package var products: [ProductKey]?
  /// How many passengers it holds.
  package var capacity: Int?
  /// Where it is.
  package var location: Coordinate?
  package var course: Double?
  package var locatedAt: Instant?
  package var accuracyMetres: Double?
  /// The meters that it has driven so far; they count between two positions of a ride.
  package var odometer: Double?
  /// Its plate.
  package var registrationPlate: String?
  /// Who made it.
  package var manufacturer: String?
  /// Which one it is.
  package var model: String?
  /// The picture that stands for it on a map.
  package var mapAnnotationImage: String?
  /// Who drives it.
  package var driver: Driver?
  /// What it has of the extras for which a vehicle is needed.
  package var extras: [ExtraCount]?
  /// When its present count began, as with a new phone; in each update of that count.
  package var countsFrom: Instant?

  package init(
    vehicleIdentifier: VehicleIdentifier, sequence: Int64, onDuty: Bool? = nil,
    products: [ProductKey]? = nil, capacity: Int? = nil, location: Coordinate? = nil,
    course: Double? = nil, locatedAt: Instant? = nil, accuracyMetres: Double? = nil,
    odometer: Double? = nil, registrationPlate: String? = nil, manufacturer: String? = nil,
    model: String? = nil, mapAnnotationImage: String? = nil, driver: Driver? = nil,
    extras: [ExtraCount]? = nil, countsFrom: Instant? = nil
  ) {
    self.vehicleIdentifier = vehicleIdentifier
    self.sequence = sequence
    self.onDuty = onDuty
    self.products = products
    self.capacity = capacity
    self.location = location
    self.course = course
    self.locatedAt = locatedAt
    self.accuracyMetres = accuracyMetres
    self.odometer = odometer
    self.registrationPlate = registrationPlate
    self.manufacturer = manufacturer
    self.model = model
    self.mapAnnotationImage = mapAnnotationImage
    self.driver = driver
    self.extras = extras
    self.countsFrom = countsFrom
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members:
    (
      VehicleIdentifier, Int64, Bool?, [ProductKey]?, Int?, Coordinate?, Double?, Instant?, Double?,
      Double?, String?, String?, String?, String?, Driver?, [ExtraCount]?, Instant?
    )
  {
    (
      vehicleIdentifier, sequence, onDuty, products, capacity, location, course, locatedAt,
      accuracyMetres, odometer, registrationPlate, manufacturer, model, mapAnnotationImage, driver,
      extras, countsFrom
    )
  }
}

extension VehicleUpdate {
  init(_ fields: JSONFields) throws(JSONFault) {
    let vehicleIdentifier = try fields.vehicle()
    let sequence = try fields.sequence("sequence")
    let onDuty = try fields.bool("onDuty")
    let products = try fields.products("products")
    let capacity = try fields.count("capacity", in: 1...64)
    let location = try fields.object("location")
    self.init(
      vehicleIdentifier: vehicleIdentifier,
      sequence: sequence,
      onDuty: onDuty,
      products: products,
      capacity: capacity,
      location: try location.map(CoordinateCoding.read),
      course: try location.flatMap(PositionCoding.course),
      locatedAt: try location.flatMap(PositionCoding.timestamp),
      accuracyMetres: try location.flatMap(PositionCoding.accuracy),
      odometer: try fields.number("odometer", from: 0, of: "metres"),
      registrationPlate: try fields.printableLine("registrationPlate"),
      manufacturer: try fields.printableLine("manufacturer"),
      model: try fields.printableLine("model"),
      mapAnnotationImage: try fields.link("mapAnnotationImage"),
      driver: try fields.object("driver").map(ReportedDriverCoding.read),
      extras: try fields.objectsIfAny("extras", atMost: 16, ExtraCountCoding.read),
      countsFrom: try fields.instant("countsFrom"))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("vehicleIdentifier", vehicleIdentifier.rawValue)
    writer.member("sequence", sequence)
    writer.member("onDuty", onDuty)
    writer.member("products", keys: products)
    writer.member("capacity", capacity)
    PositionCoding.write(
      location, course: course, at: locatedAt, within: accuracyMetres, into: &writer)
    writer.member("odometer", odometer)
    writer.member("registrationPlate", registrationPlate)
    writer.member("manufacturer", manufacturer)
    writer.member("model", model)
    writer.member("mapAnnotationImage", mapAnnotationImage)
    writer.member("driver", driver, by: DriverCoding.write)
    writer.member("extras", extras) { $1.array($0, ExtraCountCoding.write) }
    writer.member("countsFrom", countsFrom)
  }
}
