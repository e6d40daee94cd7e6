/// The vehicle of a ride as its rider sees it: SiriKit's `INRideVehicle`.
package struct Vehicle: Hashable, Sendable {
  package var identifier: VehicleIdentifier
  package var location: Coordinate?
  /// The direction of travel in degrees clockwise from north, 0 ..< 360.
  package var course: Double?
  /// When the vehicle was there.
  package var locatedAt: Instant?
  package var registrationPlate: String?
  package var manufacturer: String?
  package var model: String?
  /// The URL of the image that stands for the vehicle on a map.
  package var mapAnnotationImage: String?

  package init(
    identifier: VehicleIdentifier, location: Coordinate? = nil, course: Double? = nil,
    locatedAt: Instant? = nil, registrationPlate: String? = nil, manufacturer: String? = nil,
    model: String? = nil, mapAnnotationImage: String? = nil
  ) {
    self.identifier = identifier
    self.location = location
    self.course = course
    self.locatedAt = locatedAt
    self.registrationPlate = registrationPlate
    self.manufacturer = manufacturer
    self.model = model
    self.mapAnnotationImage = mapAnnotationImage
  }
}
