// Written from Objects/vehicle-of-ride.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of a ride's vehicle.
enum VehicleCoding {
  /// Writes one object.
  static func write(_ value: Vehicle, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("vehicleIdentifier", value.identifier.rawValue)
    PositionCoding.write(value.location, course: value.course, at: value.locatedAt, into: &writer)
    writer.member("registrationPlate", value.registrationPlate)
    writer.member("manufacturer", value.manufacturer)
    writer.member("model", value.model)
    writer.member("mapAnnotationImage", value.mapAnnotationImage)
    writer.endObject()
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> Vehicle {
    let identifier = try fields.vehicle()
    let location = try fields.object("location")
    return Vehicle(
      identifier: identifier,
      location: try location.map(CoordinateCoding.read),
      course: try location.flatMap(PositionCoding.course),
      locatedAt: try location.flatMap(PositionCoding.timestamp),
      registrationPlate: try fields.line("registrationPlate", atMost: TextLimit.name),
      manufacturer: try fields.line("manufacturer", atMost: TextLimit.name),
      model: try fields.line("model", atMost: TextLimit.name),
      mapAnnotationImage: try fields.link("mapAnnotationImage"))
  }
}
