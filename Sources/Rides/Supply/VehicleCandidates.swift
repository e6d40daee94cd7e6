/// Selects the nearest free vehicle for one ride after another, each vehicle at most once.
package struct VehicleCandidates {
  /// The greatest number of rides for which one batch reserves vehicles.
  ///
  /// With fewer free vehicles than this, the whole waiting list is served in order.
  package static let longestList = 256

  private let supply: Supply
  private let claimed: Set<VehicleIdentifier>
  private let taken: Set<VehicleIdentifier>
  /// Whether each entry of the supply can be selected; nil before the first check.
  ///
  /// Successive searches meet the same vehicles, and each identifier is checked once.
  private var isAvailable: [Bool?]

  /// Leaves out vehicles that are known to be claimed.
  package init(
    _ supply: Supply, without claimed: Set<VehicleIdentifier> = [],
    _ taken: Set<VehicleIdentifier> = []
  ) {
    self.supply = supply
    self.claimed = claimed
    self.taken = taken
    isAvailable = Array(repeating: nil, count: supply.entries.count)
  }

  /// The nearest vehicle that is free, not picked before, has the ride's extras, and has not
  /// declined the ride; nil if there is none.
  private mutating func pick(for ride: WaitingPlace) -> VehicleIdentifier? {
    let supply = supply
    let pick = supply.nearestFreeEntry(
      product: ride.product, to: ride.pickup, partySize: ride.partySize
    ) { place in
      isAvailable(place)
        && (ride.declinedBy.isEmpty || !ride.declinedBy.contains(supply.entries[place].vehicle))
        && (ride.extras.isEmpty || supply.entries[place].has(ride.extras))
    }
    guard let pick else { return nil }
    isAvailable[pick] = false
    return supply.entries[pick].vehicle
  }

  private mutating func isAvailable(_ place: Int) -> Bool {
    if let known = isAvailable[place] { return known }
    let vehicle = supply.entries[place].vehicle
    let isFree = !claimed.contains(vehicle) && !taken.contains(vehicle)
    isAvailable[place] = isFree
    return isFree
  }

  /// The vehicles for those rides of the queue that this batch serves, in the order of the queue.
  ///
  /// A vehicle that an earlier ride of the queue could take is reserved for it, so that no later
  /// ride overtakes it by booking at the right moment.
  package mutating func assignments(
    for rides: Set<RideIdentifier>, in queue: [WaitingPlace]
  ) -> [(vehicle: VehicleIdentifier, ride: RideIdentifier)] {
    queue.compactMap { ride in
      guard let vehicle = pick(for: ride), rides.contains(ride.rideIdentifier) else { return nil }
      return (vehicle, ride.rideIdentifier)
    }
  }
}

extension Supply {
  /// Whether a free vehicle could take a waiting ride, unless it has declined it.
  package func hasFree(
    _ product: ProductKey, near pickup: Coordinate, partySize: Int?, extras: [ExtraCount] = []
  ) -> Bool {
    nearestFreeEntry(product: product, to: pickup, partySize: partySize) {
      extras.isEmpty || entries[$0].has(extras)
    } != nil
  }

  /// Two free vehicles near each of the pickups, each once, in the order of the pickups, with the
  /// index of the pickup.
  ///
  /// Where a ride at each pickup has got a vehicle, each successful search thus starts two more,
  /// until no vehicle is free.
  package func freePairs(
    near pickups: [(product: ProductKey, point: Coordinate)],
    where isWanted: (VehicleIdentifier) -> Bool
  ) -> [(index: Int, vehicle: Entry)] {
    var seen: Set<VehicleIdentifier> = []
    return pickups.indices.flatMap { index in
      (0..<2).compactMap { _ in
        let nearest = nearestFreeEntry(
          product: pickups[index].product, to: pickups[index].point, partySize: nil
        ) { isWanted(entries[$0].vehicle) && !seen.contains(entries[$0].vehicle) }
        guard let nearest else { return nil }
        seen.insert(entries[nearest].vehicle)
        return (index, entries[nearest])
      }
    }
  }
}
