import Fleet
import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides

/// Costs against the number of vehicles.
struct VehicleCurves {
  let catalogue: Catalogue
  let steps: [Int]

  /// What asks only the snapshot.
  var snapshot: Curve {
    Curve(name: "vehicles", axis: "vehicles on duty", steps: steps) { size in
      let town = Town(
        catalogue, store: MemoryStore(MemoryDatabase()), vehicles: (size + 2) / 3)
      return [(town.lists, 10), (town.confirmations, 10), (town.snapshots(size), 1)]
    }
  }

  /// What asks the store too.
  func stored(_ location: StoreLocation) throws -> Curve {
    let filler = try Filler(location)
    return Curve(
      name: "vehicles in the store (\(location.kind))", axis: "vehicles on duty", steps: steps
    ) { size in
      try filler.vehicles(size)
      let store = try StoreSession.open(location)
      let town = Town(catalogue, store: store, supply: try Self.supply(in: store))
      // What towns before this have written is in the same store.
      town.letters = Letters(after: size * 1_000)
      return [
        (town.confirmedBookings(beside: filler.database), 1),
        (try town.searches(beside: filler.database), 1),
        (try town.vainSearches(beside: filler.database), 1),
        (try town.readings(), 1), (try town.positions(), 100),
      ]
    }
  }

  /// Rides that wait in another city, for the same products.
  func waiting(_ location: StoreLocation) throws -> Curve {
    let filler = try Filler(location)
    try filler.vehicles(1_000)
    let store = try StoreSession.open(location)
    let town = Town(catalogue, store: store, supply: try Self.supply(in: store))
    return Curve(
      name: "waiting (\(location.kind))", axis: "rides that wait in another city",
      steps: [1, 10, 100, 1_000]
    ) { size in
      try filler.database.run("UPDATE rides SET is_waiting = false WHERE is_waiting")
      return [(try town.bookings(besideWaiting: size, filler.database), 1)]
    }
  }

  private static func supply(in store: any RideStore) throws -> Supply {
    try store.transaction(.read) { () throws(StoreError) in try store.supply(at: Town.noon) }
  }
}

extension StoreLocation {
  /// The name of the database system.
  var kind: String {
    if case .sqlite = self { "SQLite" } else { "PostgreSQL" }
  }
}
