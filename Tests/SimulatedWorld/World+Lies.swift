import RideStore
import Rides

/// Drivers who lie about place and time: all vehicles stand at one place or near it, some rides
/// begin or end elsewhere, some vehicles leave the pickup, and their drivers report them all the
/// same.
extension World {
  /// How many meters from all vehicles a place is at which none can have been.
  private static let far = 2_000.0

  /// Nothing is taken at a driver's word alone that the positions contradict.
  mutating func checkWord(of ride: Ride) {
    let (account, status) = (ride.account, ride.status)
    guard let bill = account.bill, !bill.isEmpty, account.settlements.isEmpty else { return }
    switch status.completionStatus?.outcome {
    case .canceledMissedPickup:
      if Self.isFar(status.pickupLocation) {
        object("\(status.rideIdentifier) has a fee for a rider whom nobody has come for")
      }
      if ride.leftPickupAt != nil {
        object("\(status.rideIdentifier) has a fee for a rider who was not waited for")
      }
    case .completed: checkEnd(of: ride, bill)
    case .canceledByUser, .canceledByService, nil: return
    }
  }

  /// An end elsewhere that a position shows costs what the product says, and no more than agreed.
  private mutating func checkEnd(of ride: Ride, _ bill: [RideAccount.BilledLine]) {
    let status = ride.status
    guard let dropOff = status.dropOffLocation, let place = status.vehicle?.location,
      GreatCircle.metres(place, dropOff.coordinate) > 1_000,
      let seen = status.vehicle?.locatedAt, let started = ride.startedAt,
      let ended = ride.endedAt, seen > started, 0...120 ~= seen.seconds(to: ended)
    else { return }
    guard !Self.heldProducts.contains(ride.product), place != Self.stand,
      let price = status.rideOption.priceRange?.maximumPrice
    else { return object("\(status.rideIdentifier) is billed, and its vehicle was elsewhere") }
    let waiting = ride.agreedFare?.waiting?.title
    let sum = bill.filter { $0.item.title != waiting }.reduce(0) { $0 + $1.item.price.minorUnits }
    guard sum > price.minorUnits else { return }
    object("\(status.rideIdentifier) ended elsewhere and costs more than was agreed")
  }

  /// The products whose price awaits the operator where the ride has ended elsewhere.
  private static let heldProducts: Set<ProductKey> = [ProductKey("sedan"), ProductKey("taxi")]

  /// No vehicle is where it cannot be, whatever its receiver says.
  mutating func checkPlace(of vehicle: VehicleRecord) {
    guard let place = vehicle.location, !([Self.stand, Self.aside] + Self.dropOffs).contains(place)
    else { return }
    object("\(vehicle.vehicleIdentifier) is believed to be at \(place)")
  }

  private static func isFar(_ place: Place) -> Bool {
    GreatCircle.metres(place.coordinate, stand) > far
  }
}

/// Drivers who do not come, are silent, or whose last report is lost.
extension World {
  /// No ride waits without a deadline.
  mutating func checkDeadline(of record: RideRecord) {
    guard !record.phase.isFinal, record.dueAt == nil else { return }
    object("\(record.rideIdentifier) is \(record.phase) and has no deadline")
  }
}
