package import Rides

/// What a vehicle tells of itself.
///
/// What is nil has not changed since its last update.
package struct VehicleUpdate: Hashable, Sendable {
  package var vehicleIdentifier: VehicleIdentifier
  /// Counted by the vehicle; an older one than the newest taken is ignored.
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
