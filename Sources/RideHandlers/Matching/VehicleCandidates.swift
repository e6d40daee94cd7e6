import RideStore
import Rides

/// Picks the nearest free vehicle for one ride after another, none of them twice.
struct VehicleCandidates {
  /// The most rides that vehicles are set aside for in one batch; with fewer free vehicles than
  /// that the list is kept in its order to the end.
  static let longestList = 256

  private let supply: Supply
  private let claimed: Set<VehicleIdentifier>
  private let taken: Set<VehicleIdentifier>
  /// Whether each entry of the supply can be picked, nil before it was looked at: one search after
  /// another passes by the same vehicles, and an identifier is looked up once.
  private var isAvailable: [Bool?]

  /// Vehicles that are known to have been claimed are left out.
  init(
    _ supply: Supply, without claimed: Set<VehicleIdentifier> = [],
    _ taken: Set<VehicleIdentifier> = []
  ) {
    self.supply = supply
    self.claimed = claimed
    self.taken = taken
    isAvailable = Array(repeating: nil, count: supply.entries.count)
  }

  /// The nearest vehicle that is free, not picked before, and has not declined the ride; nil if
  /// there is none.
  mutating func pick(for ride: WaitingPlace) -> VehicleIdentifier? {
    let supply = supply
    let pick = supply.nearestFreeEntry(
      product: ride.product, to: ride.pickup, partySize: ride.partySize
    ) { place in
      isAvailable(place)
        && (ride.declinedBy.isEmpty || !ride.declinedBy.contains(supply.entries[place].vehicle))
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

  /// The vehicles for those of the queued rides whose turn is now, the first in the queue first.
  ///
  /// For a ride that is before them a vehicle that it could take is set aside: nobody passes it by
  /// booking, or by being looked after at the right moment.
  mutating func claims(
    for rides: Set<RideIdentifier>, in queue: [WaitingPlace]
  ) -> [VehicleClaim] {
    queue.compactMap { ride in
      guard let vehicle = pick(for: ride), rides.contains(ride.rideIdentifier) else { return nil }
      return VehicleClaim(vehicleIdentifier: vehicle, rideIdentifier: ride.rideIdentifier)
    }
  }
}

extension RideStore {
  /// The rides that have been sought longest and could take a vehicle that one of those rides could
  /// take too; none is read for a ride that no free vehicle can take.
  ///
  /// Such a vehicle is in reach of both, so the two are no farther apart than twice the reach.
  func longestWaiting(
    for rides: [WaitingPlace], in supply: Supply
  ) throws(StoreError) -> [Ride] {
    let searches = supply.searches(for: rides)
    return searches.isEmpty ? [] : supply.served(of: try waitingRides(searches))
  }
}

extension Supply {
  /// The searches for rides that have waited longer than new ones and could take the same vehicles;
  /// none for a ride that no free vehicle can take.
  func searches(for rides: [WaitingPlace]) -> [WaitingSearch] {
    let served = rides.filter { hasFree($0.product, $0.pickup, $0.partySize) }
    return Dictionary(grouping: served, by: RidePlace.init).map { place, rides in
      // A vehicle of several products counts several times: the list is read a little farther.
      let count = min(freeVehicles(of: place.product), VehicleCandidates.longestList)
      return WaitingSearch(
        products: [place.product],
        surroundings: SearchArea(of: rides.map(\.pickup), within: 2 * Supply.reach),
        limit: count + WaitingRides.searchDepth)
    }
  }

  /// The waiting rides that a free vehicle can take.
  ///
  /// A ride whose document cannot be decoded is skipped: it blocks no other ride, and waits until
  /// an operator repairs it. The document of a ride that no vehicle can take is not decoded.
  func served(of records: [RideRecord]) -> [Ride] {
    records.filter(hasFree).compactMap { try? $0.ride() }
  }

  /// Whether a free vehicle could take a waiting ride, unless it has declined it.
  func hasFree(for ride: RideRecord) -> Bool {
    hasFree(ride.product, ride.pickup, ride.partySize)
  }

  private func hasFree(_ product: ProductKey, _ pickup: Coordinate, _ partySize: Int?) -> Bool {
    nearestFree(product: product, to: pickup, partySize: partySize) { _ in true } != nil
  }

  /// What is known of a vehicle on duty.
  func entry(of vehicle: VehicleIdentifier) -> Entry? {
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].vehicle < vehicle { low = middle + 1 } else { high = middle }
    }
    return low < entries.endIndex && entries[low].vehicle == vehicle ? entries[low] : nil
  }
}
