import Rides

/// Picks the nearest free vehicle for one ride after another, none of them twice.
struct VehicleCandidates {
  private let supply: Supply
  private var taken: Set<VehicleIdentifier> = []

  init(_ supply: Supply) { self.supply = supply }

  /// The nearest vehicle that is free, not picked before, and has not declined the ride; nil if
  /// there is none.
  mutating func pick(for ride: Ride) -> VehicleIdentifier? {
    let nearest = supply.nearestFree(
      product: ride.product, to: ride.status.pickupLocation.coordinate,
      partySize: ride.partySize, limit: taken.count + ride.declinedBy.count + 1)
    let pick = nearest.first { !taken.contains($0) && !ride.declinedBy.contains($0) }
    if let pick { taken.insert(pick) }
    return pick
  }
}
