// Written from Operations/vehicle-position.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// Where a vehicle is, as one report of many, which may be lost.
package struct VehiclePosition: Hashable, Sendable {
  /// The vehicle, as its operator calls it.
  package var vehicleIdentifier: VehicleIdentifier
  /// In the same count as `vehicle.update`.
  package var sequence: Int64
  /// Where it is.
  package var location: Coordinate
  package var course: Double?
  package var locatedAt: Instant?
  package var accuracyMetres: Double?
  /// The meters that it has driven so far; they count between two positions of a ride.
  package var odometer: Double?
  /// When its present count began, as `vehicle.update` says it.
  package var countsFrom: Instant?

  package init(
    vehicleIdentifier: VehicleIdentifier, sequence: Int64, location: Coordinate,
    course: Double? = nil, locatedAt: Instant? = nil, accuracyMetres: Double? = nil,
    odometer: Double? = nil, countsFrom: Instant? = nil
  ) {
    self.vehicleIdentifier = vehicleIdentifier
    self.sequence = sequence
    self.location = location
    self.course = course
    self.locatedAt = locatedAt
    self.accuracyMetres = accuracyMetres
    self.odometer = odometer
    self.countsFrom = countsFrom
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members:
    (VehicleIdentifier, Int64, Coordinate, Double?, Instant?, Double?, Double?, Instant?)
  {
    (vehicleIdentifier, sequence, location, course, locatedAt, accuracyMetres, odometer, countsFrom)
  }
}

extension VehiclePosition {
  init(_ fields: JSONFields) throws(JSONFault) {
    let vehicleIdentifier = try fields.vehicle()
    let sequence = try fields.sequence("sequence")
    let location = try fields.requiredObject("location")
    self.init(
      vehicleIdentifier: vehicleIdentifier,
      sequence: sequence,
      location: try CoordinateCoding.read(location),
      course: try PositionCoding.course(of: location),
      locatedAt: try PositionCoding.timestamp(of: location),
      accuracyMetres: try PositionCoding.accuracy(of: location),
      odometer: try fields.number("odometer", from: 0, of: "metres"),
      countsFrom: try fields.instant("countsFrom"))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("countsFrom", countsFrom)
    PositionCoding.write(
      location, course: course, at: locatedAt, within: accuracyMetres, into: &writer)
    writer.member("odometer", odometer)
    writer.member("sequence", sequence)
    writer.member("vehicleIdentifier", vehicleIdentifier.rawValue)
  }
}
