import RideStore
import Rides

/// The longest-waiting rides that vehicles which have become free could take, each handed out once.
struct WaitingRides {
  private var waiting: [Ride]

  /// Reads as many as the vehicles can serve, and some more.
  init(
    for vehicles: [VehicleRecord], beside work: WorkingSet, in store: any RideStore,
    at now: Instant
  ) throws(StoreError) {
    waiting = []
    let products = Set(vehicles.flatMap(\.products))
    guard !products.isEmpty else { return }
    let limit = vehicles.count + Self.searchDepth
    let records = try store.waitingRides(products: products.sorted(), limit: limit)
    guard !records.isEmpty else { return }
    let supply = Supply(takenAt: now, entries: vehicles.compactMap { $0.supplyEntry(at: now) })
    for record in records
    where work.rides[record.rideIdentifier]?.isWaiting ?? true && supply.hasFree(for: record) {
      if let ride = try? record.ride() { waiting.append(ride) }
    }
  }

  /// Takes the first ride for which the vehicle would do off the list; nil when there is none.
  mutating func next(for vehicle: VehicleRecord, at now: Instant) -> RideIdentifier? {
    guard let entry = vehicle.supplyEntry(at: now) else { return nil }
    let supply = Supply(takenAt: now, entries: [entry])
    let match = waiting.firstIndex { ride in
      var candidates = VehicleCandidates(supply)
      return candidates.pick(for: ride) != nil
    }
    return match.map { waiting.remove(at: $0).status.rideIdentifier }
  }

  /// How many rides that no vehicle at hand can take do not hide the ones behind them.
  static let searchDepth = 32
}
