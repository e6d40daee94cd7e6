/// Selects the nearest free vehicles for rides, each vehicle at most once.
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

  /// The entry of the nearest vehicle that is free, not assigned before, has the ride's extras, and
  /// has not declined the ride; nil if there is none.
  ///
  /// A vehicle that the operator has planned for the ride comes before all others.
  private mutating func nearest(for ride: WaitingPlace) -> Int? {
    let supply = supply
    if let planned = planned(for: ride) { return planned }
    return supply.nearestFreeEntry(
      product: ride.product, to: ride.pickup, partySize: ride.partySize
    ) { place in
      isAvailable(place)
        && (ride.declinedBy.isEmpty || !ride.declinedBy.contains(supply.entries[place].vehicle))
        && (ride.extras.isEmpty || supply.entries[place].has(ride.extras))
    }
  }

  /// The entry of the vehicle that is planned for a ride, if it is free and can take it.
  private mutating func planned(for ride: WaitingPlace) -> Int? {
    guard let planned = ride.plannedVehicle, !ride.declinedBy.contains(planned),
      let place = supply.entries.firstIndex(where: { $0.vehicle == planned }),
      supply.entries[place].isFree, ride.isServed(by: supply.entries[place])
    else { return nil }
    return isAvailable(place) ? place : nil
  }

  private mutating func isAvailable(_ place: Int) -> Bool {
    if let known = isAvailable[place] { return known }
    let vehicle = supply.entries[place].vehicle
    let isFree = !claimed.contains(vehicle) && !taken.contains(vehicle)
    isAvailable[place] = isFree
    return isFree
  }

  /// The vehicles for those rides of the queue that this batch serves, by the turns of the rides.
  ///
  /// Each ride gets the nearest vehicle; where several rides have the same nearest one, the ride
  /// whose turn is first gets it, and the others take their turns with the next. A vehicle of
  /// another ride of the queue is reserved for it, so that no ride overtakes it by booking at the
  /// right moment.
  package mutating func assignments(
    for rides: Set<RideIdentifier>, in queue: [WaitingPlace], by approach: ApproachTimes
  ) -> [(vehicle: VehicleIdentifier, ride: RideIdentifier)] {
    picks(for: queue, by: approach).compactMap { pick in
      let ride = queue[pick.ride].rideIdentifier
      return rides.contains(ride) ? (supply.entries[pick.entry].vehicle, ride) : nil
    }
  }

  /// An entry of the supply for a ride of the queue, both as indices.
  private struct Pick {
    let ride: Int
    let entry: Int
  }

  private mutating func picks(for queue: [WaitingPlace], by approach: ApproachTimes) -> [Pick] {
    var wishes: [Pick] = []
    for ride in queue.indices {
      if let entry = nearest(for: queue[ride]) { wishes.append(Pick(ride: ride, entry: entry)) }
    }
    // The usual case, in which no way has to be measured.
    if !approach.isLimited, Set(wishes.map(\.entry)).count == wishes.count { return wishes }
    var turns = wishes.compactMap { turn(of: $0, queue, approach) }
    var picks: [Pick] = []
    // Of equal turns the one that is first in the queue.
    while let first = turns.indices.min(by: {
      (turns[$0].turn, turns[$0].wish.ride) < (turns[$1].turn, turns[$1].wish.ride)
    }) {
      turns.swapAt(first, turns.count - 1)
      let wish = turns.removeLast().wish
      if isAvailable(wish.entry) {
        isAvailable[wish.entry] = false
        picks.append(wish)
      } else if let entry = nearest(for: queue[wish.ride]) {
        let next = turn(of: Pick(ride: wish.ride, entry: entry), queue, approach)
        if let next { turns.append(next) }
      }
    }
    return picks
  }

  private func turn(
    of wish: Pick, _ queue: [WaitingPlace], _ approach: ApproachTimes
  ) -> (turn: Instant, wish: Pick)? {
    let ride = queue[wish.ride]
    // The reach of a product is no limit for what the operator has planned.
    if supply.entries[wish.entry].vehicle == ride.plannedVehicle { return (ride.searchFrom, wish) }
    return approach.turn(
      from: ride.searchFrom, ride.product, ride.pickup,
      vehicle: supply.entries[wish.entry].location
    ).map { ($0, wish) }
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
