import RideStore
import Rides

/// Drivers who lie about place and time: all vehicles stand at one place, some rides begin or end
/// kilometers away, and their drivers report them all the same.
extension World {
  /// How many meters from all vehicles a place is at which none can have been.
  private static let far = 2_000.0

  /// Nothing is taken at a driver's word alone that the positions contradict.
  mutating func checkWord(of ride: Ride) {
    let (account, status) = (ride.account, ride.status)
    guard let bill = account.bill, !bill.isEmpty, account.settlements.isEmpty else { return }
    switch status.completionStatus?.outcome {
    case .canceledMissedPickup where Self.isFar(status.pickupLocation):
      object("\(status.rideIdentifier) has a fee for a rider whom nobody has come for")
    case .completed:
      guard let dropOff = status.dropOffLocation, Self.isFar(dropOff),
        let seen = status.vehicle?.locatedAt, let started = ride.startedAt,
        let ended = ride.endedAt, seen > started, 0...120 ~= seen.seconds(to: ended)
      else { return }
      object("\(status.rideIdentifier) is billed, and its vehicle was elsewhere")
    case .canceledMissedPickup, .canceledByUser, .canceledByService, nil: return
    }
  }

  /// No vehicle is where it cannot be, whatever its receiver says.
  mutating func checkPlace(of vehicle: VehicleRecord) {
    guard let place = vehicle.location, place != Self.stand else { return }
    object("\(vehicle.vehicleIdentifier) is believed to be at \(place)")
  }

  private static func isFar(_ place: Place) -> Bool {
    GreatCircle.metres(place.coordinate, stand) > far
  }
}
