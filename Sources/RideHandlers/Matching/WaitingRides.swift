import RideStore
import Rides

/// The longest-waiting rides that free vehicles could take, each returned once.
///
/// No ride waits forever near a free vehicle that could take it. Four searches bring them together:
///
/// - A vehicle that reports while it is free, or that the end of a ride frees, searches the rides
///   around it. The search excludes rides that the vehicle cannot take, because of place, product
///   or party size, and skips those whose extras it lacks.
/// - A ride that was booked without a vehicle searches all vehicles after its commit, as does a
///   ride whose vehicle has declined or dropped out. Of many rides at one place only the first ones
///   do.
/// - A ride that has got a vehicle starts searches for the next two free vehicles. So many rides at
///   one place get all its vehicles in a few rounds, and the rounds end when no vehicle is free.
/// - A waiting ride searches all vehicles again after half a minute, then each time its waiting
///   time has doubled, and at least every five minutes (`Ride.processDue`).
///
/// The last search is the guarantee: it depends on time alone and reads all vehicles. The others
/// are faster, and may miss a ride: rides locked by another batch are skipped, commands of reports
/// are not repeated, and `searchDepth` rides that a vehicle has declined, whose extras it lacks, or
/// that are just out of its reach, hide those behind them.
///
/// A search gives a ride no vehicle that a ride whose turn is earlier could take (rule S1). The
/// same searches find that ride, and it gets the vehicle. For a ride that cannot take a vehicle,
/// none is reserved. Turns do not move, and a ride is passed only by those that began to search
/// before the drive to it would have taken; so each ride near a vehicle is first in the end.
///
/// The work of a batch is bounded: one statement, whose parts grow with the cells of its vehicles,
/// and which reads one ride for each vehicle and `searchDepth` rides for each cell.
struct WaitingRides {
  private var waiting: [RideRecord]

  /// Reads as many rides as the vehicles can serve and some more, without those of `rides` that no
  /// longer wait.
  init(
    for vehicles: [Supply.Entry], beside rides: [RideIdentifier: Ride], in store: any RideStore,
    at now: Instant
  ) throws(StoreError) {
    waiting = []
    guard !vehicles.isEmpty else { return }
    let records = try store.waitingRides(Self.searches(for: vehicles))
    guard !records.isEmpty else { return }
    let supply = Supply(takenAt: now, entries: vehicles)
    waiting = records.filter { record in
      rides[record.rideIdentifier]?.isWaiting ?? true && supply.hasFree(for: record)
    }
  }

  /// Removes and returns the ride that the vehicle could take and whose turn is first; nil if there
  /// is none.
  mutating func next(
    for vehicle: Supply.Entry, by approach: ApproachTimes, at now: Instant
  ) -> RideIdentifier? {
    // Most vehicles report where no ride waits.
    guard !waiting.isEmpty else { return nil }
    let supply = Supply(takenAt: now, entries: [vehicle])
    let turns = waiting.indices.compactMap { index -> (turn: Instant, index: Int)? in
      let record = waiting[index]
      guard supply.hasFree(for: record) else { return nil }
      return approach.turn(
        from: record.waitingSince, record.product, record.pickup, vehicle: vehicle.location
      ).map { ($0, index) }
    }
    let match = turns.sorted { $0 < $1 }.first { _, index in
      // A ride that cannot be read waits until an operator repairs it, and blocks no other. Only
      // the vehicles that have declined it, and its extras, need the whole document.
      guard let ride = try? waiting[index].ride() else { return false }
      return !ride.declinedBy.contains(vehicle.vehicle) && vehicle.has(ride.requiredExtras)
    }
    return match.map { waiting.remove(at: $0.index).rideIdentifier }
  }

  /// A search for each place where some of the vehicles stand, and of these for each kind.
  ///
  /// Vehicles of one kind can take the same rides, so a ride for another kind hides none of theirs.
  /// Vehicles of one cell have nearly the same search area.
  private static func searches(for vehicles: [Supply.Entry]) -> [WaitingSearch] {
    let somewhere = vehicles.filter { abs($0.location.latitude) <= northernmost }
    return Dictionary(grouping: somewhere, by: Kind.init).map { kind, vehicles in
      WaitingSearch(
        products: kind.products,
        area: SearchArea(of: vehicles.map(\.location), within: Supply.reach),
        largestParty: kind.capacity, limit: vehicles.count + searchDepth)
    }
  }

  /// The common properties of vehicles that are searched together.
  private struct Kind: Hashable {
    let products: [ProductKey]
    let capacity: Int
    /// Halves of a degree.
    let row: Double
    let column: Double

    init(_ vehicle: Supply.Entry) {
      products = Set(vehicle.products).sorted()
      capacity = vehicle.capacity
      row = (vehicle.location.latitude * 2).rounded(.down)
      column = (vehicle.location.longitude * 2).rounded(.down)
    }
  }

  /// Beyond this latitude, where there are no roads, a search area spans all meridians, and
  /// vehicles start no search; rides there start their own.
  private static let northernmost = 85.0

  /// The number of unsuitable rides that a search skips: rides that its vehicles have declined,
  /// whose extras they lack, or that are just out of reach.
  static let searchDepth = 32
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
    let served = rides.filter {
      hasFree($0.product, near: $0.pickup, partySize: $0.partySize, extras: $0.extras)
    }
    return Dictionary(grouping: served, by: WaitingPlace.Cell.init).map { cell, rides in
      // A vehicle of several products counts several times, so a few more rides are read.
      let count = min(freeVehicles(of: cell.product), VehicleCandidates.longestList)
      return WaitingSearch(
        products: [cell.product],
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
    hasFree(ride.product, near: ride.pickup, partySize: ride.partySize)
  }
}
