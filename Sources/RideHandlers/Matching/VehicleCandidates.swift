import RideStore
import Rides

/// Selects the nearest free vehicle for one ride after another, each vehicle at most once.
struct VehicleCandidates {
  /// The greatest number of rides for which one batch reserves vehicles.
  ///
  /// With fewer free vehicles than this, the whole waiting list is served in order.
  static let longestList = 256

  private let supply: Supply
  private let claimed: Set<VehicleIdentifier>
  private let taken: Set<VehicleIdentifier>
  /// Whether each entry of the supply can be selected; nil before the first check.
  ///
  /// Successive searches meet the same vehicles, and each identifier is checked once.
  private var isAvailable: [Bool?]

  /// Leaves out vehicles that are known to be claimed.
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

  /// The vehicles for those rides of the queue that this batch serves, in the order of the queue.
  ///
  /// A vehicle that an earlier ride of the queue could take is reserved for it, so that no later
  /// ride overtakes it by booking at the right moment.
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
  /// The longest-waiting rides that compete with those rides for a free vehicle.
  ///
  /// Such a vehicle is in reach of both rides, so they are at most twice the reach apart. Nothing
  /// is read for a ride that no free vehicle can take.
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
      // A vehicle of several products counts several times, so a few more rides are read.
      let count = min(freeVehicles(of: place.product), VehicleCandidates.longestList)
      return WaitingSearch(
        products: [place.product],
        area: SearchArea(of: rides.map(\.pickup), within: 2 * Supply.reach),
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

  /// The cached check of a vehicle on duty.
  func entry(of vehicle: VehicleIdentifier) -> Entry? {
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].vehicle < vehicle { low = middle + 1 } else { high = middle }
    }
    return low < entries.endIndex && entries[low].vehicle == vehicle ? entries[low] : nil
  }
}
