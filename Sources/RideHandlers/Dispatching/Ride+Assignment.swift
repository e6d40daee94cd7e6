package import RideStore
package import Rides

extension Ride {
  /// Gives the ride a vehicle that has been claimed for it.
  mutating func assign(_ record: VehicleRecord, by quoter: Quoter, at now: Instant) {
    let pickup = quoter.estimatedPickup(of: self, from: record.location, at: now)
    do throws(Refusal) {
      try assign(
        record.vehicle, driver: record.driver, estimatedPickup: pickup,
        policy: quoter.policies(of: self).dispatch, at: now)
    } catch {
      preconditionFailure("only a waiting ride is given a vehicle: \(error.message)")
    }
  }
}

extension VehicleRecord {
  /// The seconds after which a vehicle that has not reported counts as gone.
  ///
  /// Vehicles report where they are every few seconds; one that has said nothing for ten minutes
  /// has lost its connection or its battery, and a ride that it were given would wait in vain.
  static let silenceSeconds = 600

  /// Whether the vehicle is off duty, or has been silent for too long.
  func isLost(at now: Instant) -> Bool {
    !onDuty || updatedAt.advanced(bySeconds: Self.silenceSeconds) <= now
  }

  /// The vehicle as its rider sees it.
  var vehicle: Vehicle {
    Vehicle(
      identifier: vehicleIdentifier, location: location, course: course,
      locatedAt: locatedAt, registrationPlate: registrationPlate, manufacturer: manufacturer,
      model: model, mapAnnotationImage: mapAnnotationImage)
  }

  /// The vehicle as an entry of the supply; nil while it is off duty, has not told its position, or
  /// has been silent for too long.
  package func supplyEntry(at now: Instant) -> Supply.Entry? {
    guard let location, !isLost(at: now) else { return nil }
    return Supply.Entry(
      vehicle: vehicleIdentifier, location: location, products: products, capacity: capacity,
      isFree: ride == nil)
  }
}

extension RideStore {
  /// The vehicles that can be offered now.
  package func supply(at now: Instant) throws(StoreError) -> Supply {
    var roster = VehicleRoster()
    try refresh(&roster, at: now)
    return Supply(takenAt: now, roster: roster)
  }

  /// Updates a roster to the vehicles that can be offered now.
  package func refresh(_ roster: inout VehicleRoster, at now: Instant) throws(StoreError) {
    try refresh(
      &roster, reportedAfter: now.advanced(bySeconds: -VehicleRecord.silenceSeconds))
  }
}

extension Quoter {
  /// What the operator has decided for the area of a ride.
  ///
  /// An area that has gone from the catalogue leaves rides behind, which go on as usual.
  func policies(of ride: Ride) -> Policies {
    policies(of: ride.area)
      ?? Policies(listExpirySeconds: 0, unfinishedRidesPerRider: 1, bookingCodes: .classic)
  }

  /// When a vehicle at a place can be at the pickup of a ride, if it leaves now.
  fileprivate func estimatedPickup(
    of ride: Ride, from location: Coordinate?, at now: Instant
  ) -> Instant {
    guard let location, let area = catalogue.serviceAreas.first(where: { $0.key == ride.area })
    else { return ride.status.estimatedPickupDate ?? now }
    let route = routing.route(
      from: location, to: ride.status.pickupLocation.coordinate, in: area, at: now)
    return now.advanced(bySeconds: max(60, Int(route.seconds.rounded(.up))))
  }
}
