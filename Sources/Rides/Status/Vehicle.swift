/// The vehicle of a ride as its rider sees it: SiriKit's `INRideVehicle`.
package struct Vehicle: Hashable, Sendable {
  package var identifier: VehicleIdentifier
  package var location: Coordinate?
  /// The direction of travel in degrees clockwise from north, 0 ..< 360.
  package var course: Double?
  package var registrationPlate: String?
  package var manufacturer: String?
  package var model: String?

  package init(
    identifier: VehicleIdentifier, location: Coordinate? = nil, course: Double? = nil,
    registrationPlate: String? = nil, manufacturer: String? = nil, model: String? = nil
  ) {
    self.identifier = identifier
    self.location = location
    self.course = course
    self.registrationPlate = registrationPlate
    self.manufacturer = manufacturer
    self.model = model
  }
}
