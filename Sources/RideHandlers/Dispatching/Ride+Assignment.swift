package import RideStore
package import Rides

extension Ride {
  /// Gives the ride a vehicle that has been claimed for it.
  mutating func assign(_ record: VehicleRecord, estimatedPickup: Instant, at now: Instant) {
    do throws(Refusal) {
      try assign(
        record.vehicle, driver: record.driver, estimatedPickup: estimatedPickup, at: now)
    } catch {
      preconditionFailure("only a waiting ride is given a vehicle: \(error.message)")
    }
  }
}

extension VehicleRecord {
  /// The vehicle as its rider sees it.
  var vehicle: Vehicle {
    Vehicle(
      identifier: vehicleIdentifier, location: location, course: course,
      registrationPlate: registrationPlate, manufacturer: manufacturer, model: model)
  }

  /// The vehicle as an entry of the supply; nil while it is off duty or has not told its position.
  package var supplyEntry: Supply.Entry? {
    guard onDuty, let location else { return nil }
    return Supply.Entry(
      vehicle: vehicleIdentifier, location: location, products: products, capacity: capacity,
      isFree: ride == nil)
  }
}

extension Quoter {
  /// When a vehicle at a place can be at the pickup of a ride; not before the window of one that
  /// was booked ahead.
  func estimatedPickup(of ride: Ride, from location: Coordinate?, at now: Instant) -> Instant {
    guard let location, let area = catalogue.serviceAreas.first(where: { $0.key == ride.area })
    else { return ride.status.estimatedPickupDate ?? now }
    let route = routing.route(
      from: location, to: ride.status.pickupLocation.coordinate, in: area, at: now)
    let arrival = now.advanced(bySeconds: max(60, Int(route.seconds.rounded(.up))))
    return max(arrival, ride.status.scheduledPickupTime?.start ?? arrival)
  }
}
