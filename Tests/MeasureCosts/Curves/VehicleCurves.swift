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
      let store = try StoreSession.open(location)
      let town = Town(catalogue, store: store, vehicles: (size + 2) / 3)
      try filler.vehicles(size)
      return [
        (try town.searches(beside: filler.database), 1), (try town.readings(), 1),
        (try town.positions(), 100),
      ]
    }
  }
}

extension StoreLocation {
  /// The name of the database system.
  var kind: String {
    if case .sqlite = self { "SQLite" } else { "PostgreSQL" }
  }
}
