import RideStore
import Rides

/// The longest-waiting rides that free vehicles could take, each handed out once.
///
/// The work of a batch is bounded: one statement, whose parts grow with the places where its
/// vehicles stand, and which reads a ride for each vehicle and `searchDepth` for each place.
struct WaitingRides {
  private var waiting: [RideRecord]

  /// Reads as many as the vehicles can serve, and some more.
  init(
    for vehicles: [Supply.Entry], beside work: WorkingSet, in store: any RideStore,
    at now: Instant
  ) throws(StoreError) {
    waiting = []
    guard !vehicles.isEmpty else { return }
    let records = try store.waitingRides(Self.searches(for: vehicles))
    guard !records.isEmpty else { return }
    let supply = Supply(takenAt: now, entries: vehicles)
    waiting = records.filter { record in
      work.rides[record.rideIdentifier]?.isWaiting ?? true && supply.hasFree(for: record)
    }
  }

  /// Takes the first ride for which the vehicle would do off the list; nil when there is none.
  mutating func next(for vehicle: Supply.Entry, at now: Instant) -> RideIdentifier? {
    let supply = Supply(takenAt: now, entries: [vehicle])
    let match = waiting.firstIndex { record in
      // One that cannot be read waits until somebody mends it, and keeps nobody behind it. Only
      // the vehicles that have declined are not told without reading the whole ride.
      guard supply.hasFree(for: record), let ride = try? record.ride() else { return false }
      return !ride.declinedBy.contains(vehicle.vehicle)
    }
    return match.map { waiting.remove(at: $0).rideIdentifier }
  }

  /// A search for each place where some of the vehicles stand, and of these for each kind.
  ///
  /// Vehicles of a kind can take the same rides, so that none that another kind could take hides
  /// one from them; and those that stand together have nearly the same surroundings.
  private static func searches(for vehicles: [Supply.Entry]) -> [WaitingSearch] {
    Dictionary(grouping: vehicles, by: Kind.init).map { kind, vehicles in
      WaitingSearch(
        products: kind.products,
        surroundings: Surroundings(of: vehicles.map(\.location), within: Supply.reach),
        largestParty: kind.capacity, limit: vehicles.count + searchDepth)
    }
  }

  /// What vehicles have in common that are looked after together.
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

  /// How many rides that a search finds and its vehicles do not serve hide none behind them: those
  /// that they have declined, and those just out of their reach.
  static let searchDepth = 32
}
