import JSON
import Rides

/// The wire form of a ride's vehicle.
///
/// The course and the time belong to the location and are left out without one.
enum VehicleCoding {
  static func write(_ vehicle: Vehicle, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("vehicleIdentifier", vehicle.identifier.rawValue)
    writeLocation(
      vehicle.location, course: vehicle.course, at: vehicle.locatedAt, into: &writer)
    writer.member("registrationPlate", vehicle.registrationPlate)
    writer.member("manufacturer", vehicle.manufacturer)
    writer.member("model", vehicle.model)
    writer.member("mapAnnotationImage", vehicle.mapAnnotationImage)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> Vehicle {
    let location = try fields.object("location")
    return Vehicle(
      identifier: try fields.vehicle(),
      location: try location.map(PlaceCoding.coordinate), course: try location.flatMap(course),
      locatedAt: try location.flatMap(timestamp),
      registrationPlate: try fields.line("registrationPlate", atMost: TextLimit.name),
      manufacturer: try fields.line("manufacturer", atMost: TextLimit.name),
      model: try fields.line("model", atMost: TextLimit.name),
      mapAnnotationImage: try fields.link("mapAnnotationImage"))
  }

  /// The member `location`; without a location there is none.
  static func writeLocation(
    _ location: Coordinate?, course: Double?, at time: Instant?, into writer: inout JSONWriter
  ) {
    guard let location else { return }
    writer.key("location")
    writer.beginObject()
    PlaceCoding.writeCoordinate(location, into: &writer)
    writer.member("course", course)
    writer.member("timestamp", time)
    writer.endObject()
  }

  /// When something was at a location.
  static func timestamp(of location: JSONFields) throws(JSONFault) -> Instant? {
    try location.instant("timestamp")
  }

  /// Degrees clockwise from north, 0 ..< 360; negative is unknown, as in Core Location.
  static func course(of location: JSONFields) throws(JSONFault) -> Double? {
    guard let course = try location.number("course"), course >= 0 else { return nil }
    guard 0..<360 ~= course else {
      throw JSONFault(
        .outOfRange, path: location.path(to: "course"),
        "expected degrees below 360, got \(course)")
    }
    return course
  }
}

/// The wire form of a driver.
///
/// What a vehicle reports is checked more strictly than what is stored.
enum DriverCoding {
  static func write(_ driver: Driver, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", driver.name)
    writer.member("rating", driver.rating)
    writer.member("phoneNumber", driver.phoneNumber)
    writer.member("image", driver.image)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> Driver {
    Driver(
      name: try fields.require("name", try fields.line("name", atMost: TextLimit.name)),
      rating: try fields.line("rating", atMost: TextLimit.name),
      phoneNumber: try fields.line("phoneNumber", atMost: TextLimit.name),
      image: try fields.link("image"))
  }

  /// Reads a driver as a vehicle reports one.
  static func readReported(_ fields: JSONFields) throws(JSONFault) -> Driver {
    Driver(
      name: try fields.require("name", try fields.printableLine("name")),
      rating: try fields.printableLine("rating"),
      phoneNumber: try fields.phoneNumber("phoneNumber"), image: try fields.link("image"))
  }
}
