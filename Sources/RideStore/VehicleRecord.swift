package import Rides

/// A vehicle as it last reported, and the ride that has claimed it.
package struct VehicleRecord: Hashable, Sendable {
  package var vehicleIdentifier: VehicleIdentifier
  /// The count of the newest `vehicle.update` that was taken; an older one is ignored.
  package var sequence: Int64
  package var onDuty: Bool
  package var products: [ProductKey]
  package var capacity: Int
  /// Nil until the vehicle has told its position.
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
  package var updatedAt: Instant

  package init(
    vehicleIdentifier: VehicleIdentifier, sequence: Int64, onDuty: Bool, products: [ProductKey],
    capacity: Int, location: Coordinate?, course: Double?, locatedAt: Instant? = nil,
    registrationPlate: String?, manufacturer: String?, model: String?,
    mapAnnotationImage: String? = nil, driver: Driver?, ride: RideIdentifier?,
    updatedAt: Instant
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

/// Lists of products as a store keeps them, each decoded once and shared by all vehicles that sell
/// it.
package struct ProductLists {
  private var lists: [Int: (stored: [UInt8], products: [ProductKey])] = [:]

  /// More lists than these are decoded anew each time.
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
