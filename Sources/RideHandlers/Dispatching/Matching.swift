import RideStore
import Rides

/// What came of claiming vehicles for rides that wait.
struct Matching {
  /// The vehicle of each ride that has one now, as it is.
  var vehicles: [RideIdentifier: VehicleRecord] = [:]
  /// Whether some that were picked were not to be had.
  var hasLost = false
}

extension WritingBatch {
  /// How often the vehicles of a snapshot are tried: of those that are nearest at one place others
  /// may have claimed some in the last second.
  static var matchingAttempts: Int { 2 }

  /// What the batch has learnt of the vehicles, for those that come after it.
  var news: TakenVehicles.News {
    TakenVehicles.News(
      snapshot: supply.takenAt, taken: taken, freed: Set(work.releases.map(\.vehicleIdentifier)))
  }

  /// Claims the nearest vehicle for each of those rides whose turn is now in the queue, the first
  /// in it first; some of the queue are others' rides, for which vehicles are only set aside.
  mutating func match(
    _ rides: Set<RideIdentifier>, in queue: [WaitingPlace], _ candidates: VehicleCandidates
  ) throws(StoreError) -> Matching {
    var candidates = candidates
    let claims = candidates.claims(for: rides, in: queue)
    guard !claims.isEmpty else { return Matching() }
    let places = Dictionary(queue.map { ($0.rideIdentifier, $0) }) { first, _ in first }
    var matching = Matching()
    var unfit: [VehicleClaim] = []
    for vehicle in try store.claim(claims) {
      guard let ride = vehicle.ride else { continue }
      if isFit(vehicle, for: places[ride]) {
        matching.vehicles[ride] = vehicle
      } else {
        unfit.append(
          VehicleClaim(vehicleIdentifier: vehicle.vehicleIdentifier, rideIdentifier: ride))
      }
    }
    try store.release(unfit)
    matching.hasLost = matching.vehicles.count < claims.count
    taken.formUnion(claims.map(\.vehicleIdentifier))
    return matching
  }

  /// Whether a vehicle, as it is now, can take a ride: since the snapshot it may have come to sell
  /// other products, or have been silent for too long.
  private func isFit(_ vehicle: VehicleRecord, for ride: WaitingPlace?) -> Bool {
    guard let entry = vehicle.supplyEntry(at: now), let ride else { return false }
    return entry.products.contains(ride.product) && entry.capacity >= ride.partySize ?? 0
  }
}
