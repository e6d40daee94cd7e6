import RideStore
import Rides

/// A place in the waiting list, with what a vehicle has to be for its ride: little beside the whole
/// ride.
struct WaitingPlace: Comparable {
  let rideIdentifier: RideIdentifier
  let product: ProductKey
  let pickup: Coordinate
  let partySize: Int?
  /// The vehicles that have declined the ride.
  let declinedBy: [VehicleIdentifier]
  /// Since when a vehicle is sought.
  let searchFrom: Instant

  /// The order of the list, as the store has it.
  static func < (left: Self, right: Self) -> Bool {
    (left.searchFrom, left.rideIdentifier) < (right.searchFrom, right.rideIdentifier)
  }
}

extension WaitingPlace {
  init(_ ride: Ride) {
    self.init(
      rideIdentifier: ride.status.rideIdentifier, product: ride.product,
      pickup: ride.status.pickupLocation.coordinate, partySize: ride.partySize,
      declinedBy: ride.declinedBy, searchFrom: ride.searchFrom)
  }
}

/// A product and a part of the earth of a degree by a degree: rides of one place are looked at
/// together.
struct RidePlace: Hashable {
  let product: ProductKey
  private let row: Double
  private let column: Double

  init(_ place: WaitingPlace) {
    product = place.product
    row = place.pickup.latitude.rounded(.down)
    column = place.pickup.longitude.rounded(.down)
  }
}
