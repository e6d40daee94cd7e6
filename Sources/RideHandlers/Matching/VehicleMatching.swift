import Messages
package import RideStore
package import Rides
import Synchronization

/// Finds vehicles for the waiting rides of one batch, and records which vehicles are taken.
struct VehicleMatching {
  /// The result of claiming vehicles for waiting rides.
  struct Claimed {
    /// The vehicle of each ride that has got one, as stored.
    var vehicles: [RideIdentifier: VehicleRecord] = [:]
    /// Whether some of the selected vehicles were already taken.
    var hasLost = false
  }

  /// The number of attempts with the vehicles of a snapshot: other workers may have claimed the
  /// nearest ones in the last second.
  static let attempts = 2

  /// The snapshot of the vehicles, at most a second old.
  let snapshot: Supply
  /// The vehicles as the batch has last seen them: the snapshot, or what was read since.
  private(set) var latest: Supply
  /// The vehicles of the snapshot that earlier batches found taken; never copied, since there may
  /// be thousands.
  private let knownTaken: Set<VehicleIdentifier>
  /// The vehicles that this batch has claimed, or found taken.
  private var taken: Set<VehicleIdentifier> = []
  private let approach: ApproachTimes
  private let store: any RideStore
  private let now: Instant

  init(_ dependencies: HandlerDependencies, store: any RideStore, at now: Instant) {
    snapshot = dependencies.supply()
    latest = snapshot
    knownTaken = dependencies.taken.since(snapshot.takenAt)
    approach = dependencies.quoter.approachTimes(at: now)
    self.store = store
    self.now = now
  }

  /// The vehicles of the snapshot that may be free.
  var candidates: VehicleCandidates { VehicleCandidates(snapshot, without: knownTaken, taken) }

  /// Reads all vehicles on duty from the store; `latest` has them.
  mutating func readAll() throws(StoreError) { latest = try store.supply(at: now) }

  /// Claims the nearest vehicle for each of those rides, by their turns in the queue (rule S1).
  ///
  /// Other rides of the queue belong to other batches: their vehicles are only reserved.
  mutating func claim(
    for rides: Set<RideIdentifier>, in queue: [WaitingPlace], _ candidates: VehicleCandidates
  ) throws(StoreError) -> Claimed {
    var candidates = candidates
    let claims = candidates.assignments(for: rides, in: queue, by: approach).map {
      VehicleClaim(vehicleIdentifier: $0.vehicle, rideIdentifier: $0.ride)
    }
    guard !claims.isEmpty else { return Claimed() }
    let places = Dictionary(queue.map { ($0.rideIdentifier, $0) }) { first, _ in first }
    var claimed = Claimed()
    var unfit: [VehicleClaim] = []
    for vehicle in try store.claim(claims) {
      guard let ride = vehicle.ride else { continue }
      if isFit(vehicle, for: places[ride]) {
        claimed.vehicles[ride] = vehicle
      } else {
        unfit.append(
          VehicleClaim(vehicleIdentifier: vehicle.vehicleIdentifier, rideIdentifier: ride))
      }
    }
    try store.release(unfit)
    claimed.hasLost = claimed.vehicles.count < claims.count
    taken.formUnion(claims.map(\.vehicleIdentifier))
    return claimed
  }

  /// Claims a vehicle for each new ride, by the turns of the waiting list `others` and the new
  /// rides; tries again where others have claimed the nearest ones.
  mutating func claim(
    forNew rides: [WaitingPlace], after others: [WaitingPlace]
  ) throws(StoreError) -> [RideIdentifier: VehicleRecord] {
    var vehicles: [RideIdentifier: VehicleRecord] = [:]
    for _ in 0..<Self.attempts {
      let waiting = rides.filter { vehicles[$0.rideIdentifier] == nil }
      let claimed = try claim(
        for: Set(waiting.map(\.rideIdentifier)), in: others + waiting, candidates)
      vehicles.merge(claimed.vehicles) { first, _ in first }
      if !claimed.hasLost { break }
    }
    return vehicles
  }

  /// Whether a vehicle, as stored, can take a ride.
  ///
  /// Since the snapshot, its products may have changed, or it may have been silent for too long.
  private func isFit(_ vehicle: VehicleRecord, for ride: WaitingPlace?) -> Bool {
    guard let entry = vehicle.supplyEntry(at: now), let ride else { return false }
    return ride.isServed(by: entry)
  }

  /// Two free vehicles near each ride that has got one, except the vehicles in `seen`; each with
  /// the index of the ride's message.
  func vehiclesNear(
    _ served: [(index: Int, ride: Ride)], except seen: Set<VehicleIdentifier>
  ) -> [(index: Int, vehicle: Supply.Entry)] {
    let known = latest.takenAt == snapshot.takenAt ? knownTaken : []
    return latest.freePairs(
      near: served.map { ($0.ride.product, $0.ride.status.pickupLocation.coordinate) }
    ) { !seen.contains($0) && !taken.contains($0) && !known.contains($0) }
    .map { (served[$0.index].index, $0.vehicle) }
  }

  /// The vehicles that the batch found taken, for the batches after it.
  func news(releases: [VehicleClaim]) -> TakenVehicles.News {
    TakenVehicles.News(
      snapshot: snapshot.takenAt, taken: taken, freed: Set(releases.map(\.vehicleIdentifier)))
  }
}

/// The vehicles that are free in the latest snapshot and that this process knows to be taken.
///
/// A snapshot is up to a second old. Without this set, all batches of that second would try to
/// claim the same nearest vehicles and fail, although others are free nearby.
final class TakenVehicles: Sendable {
  /// The vehicles of a snapshot that a batch found taken.
  struct News {
    let snapshot: Instant
    /// Those that were found taken, or that the batch has claimed.
    let taken: Set<VehicleIdentifier>
    let freed: Set<VehicleIdentifier>
  }

  private struct State {
    var snapshot: Instant?
    var vehicles: Set<VehicleIdentifier> = []
  }

  private let state = Mutex(State())

  /// Those that are known to have been taken since the snapshot of that time.
  func since(_ snapshot: Instant) -> Set<VehicleIdentifier> {
    state.withLock { $0.snapshot == snapshot ? $0.vehicles : [] }
  }

  func forget() {
    state.withLock { $0 = State() }
  }

  /// Records what a committed batch has learned; ignores news of a snapshot older than the latest.
  func record(_ news: News) {
    state.withLock {
      if let latest = $0.snapshot, latest > news.snapshot { return }
      if $0.snapshot != news.snapshot { $0 = State(snapshot: news.snapshot) }
      for vehicle in news.taken { $0.vehicles.insert(vehicle) }
      $0.vehicles.subtract(news.freed)
    }
  }
}

extension VehicleRecord {
  /// The seconds after which a vehicle that has not reported counts as gone.
  ///
  /// Vehicles report their position every few seconds. A vehicle without a report for ten minutes
  /// has lost its connection, and a ride assigned to it would wait in vain.
  package static let silenceSeconds = 600

  /// Whether the vehicle is off duty, or has been silent for too long.
  func isLost(at now: Instant) -> Bool {
    !onDuty || updatedAt.advanced(bySeconds: Self.silenceSeconds) <= now
  }

  /// The vehicle as its rider sees it.
  var vehicle: Vehicle {
    Vehicle(
      identifier: vehicleIdentifier, location: location, course: course,
      locatedAt: locatedAt,
      accuracyMetres: conduct.flatMap(VehicleConductCoding.decode)?.accuracyMetres,
      registrationPlate: registrationPlate, manufacturer: manufacturer,
      model: model, mapAnnotationImage: mapAnnotationImage)
  }

  /// The vehicle as an entry of the supply; nil while it is off duty, has not reported its
  /// position, or has been silent for too long.
  package func supplyEntry(at now: Instant) -> Supply.Entry? {
    guard let location, !isLost(at: now) else { return nil }
    return Supply.Entry(
      vehicle: vehicleIdentifier, location: location, products: products, capacity: capacity,
      isFree: ride == nil, extras: extras)
  }
}

extension RideStore {
  /// The vehicles that can be offered now.
  package func supply(at now: Instant) throws(StoreError) -> Supply {
    var roster = VehicleRoster()
    try refresh(&roster, at: now)
    return Supply(takenAt: now, roster: roster)
  }

  /// Updates a roster to the vehicles that can be offered now.
  package func refresh(_ roster: inout VehicleRoster, at now: Instant) throws(StoreError) {
    try refresh(
      &roster, reportedAfter: now.advanced(bySeconds: -VehicleRecord.silenceSeconds))
  }
}

extension Ride {
  /// Assigns a vehicle that has been claimed for the ride.
  mutating func assign(_ record: VehicleRecord, by quoter: Quoter, at now: Instant) {
    let pickup = quoter.estimatedPickup(of: self, from: record.location, at: now)
    do throws(Refusal) {
      try assign(
        record.vehicle, driver: record.driver, estimatedPickup: pickup,
        policy: quoter.policies(of: self).dispatch, at: now)
    } catch {
      preconditionFailure("only a waiting ride is given a vehicle: \(error.message)")
    }
  }
}
