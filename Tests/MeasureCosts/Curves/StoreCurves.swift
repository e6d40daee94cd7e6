import Fleet
import Messages
import RideHandlers
import RideStore
import Rides

/// Costs against what a store has in it.
struct StoreCurves {
  let catalogue: Catalogue
  let location: StoreLocation

  /// Rides that have ended, each with its history and its outcomes.
  func rides() throws -> Curve {
    let filler = try Filler(location)
    let town = Town(catalogue, store: try StoreSession.open(location), vehicles: 100)
    let steps = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    return Curve(
      name: "rides in the store (\(location.kind))", axis: "rides in the store", steps: steps
    ) { size in
      try filler.rides(size)
      return [
        (try town.queries(), 100), (town.bookings(beside: filler.database), 100),
        (town.ticks(), 1), (town.prunings(), 1), (town.pages(), 1),
      ]
    }
  }

  /// Old rides of the one rider who asks and books.
  func history() throws -> Curve {
    let filler = try Filler(location)
    let town = Town(catalogue, store: try StoreSession.open(location), vehicles: 100)
    let rider = try town.book(1)[0].rider
    return Curve(
      name: "rides of a rider (\(location.kind))", axis: "old rides of the rider",
      steps: [1, 10, 100, 1_000, 10_000]
    ) { size in
      try filler.oldRides(of: rider.rawValue, size)
      return [(try town.queries(of: rider), 100)]
    }
  }

  /// Observers of one ride.
  func subscribers() throws -> Curve {
    let filler = try Filler(location)
    let town = Town(catalogue, store: try StoreSession.open(location), vehicles: 100)
    return Curve(
      name: "subscribers (\(location.kind))", axis: "subscribers of a ride",
      steps: [1, 10, 100, 1_000]
    ) { size in
      [
        (try town.changes(observedBy: size, filler.database), 1),
        (try town.updates(observedBy: size, filler.database), 10),
      ]
    }
  }

  /// Messages in a batch.
  func batches() throws -> Curve {
    let filler = try Filler(location)
    let town = Town(catalogue, store: try StoreSession.open(location), vehicles: 100)
    return Curve(
      name: "batch (\(location.kind))", axis: "messages in a batch", steps: [1, 10, 100, 1_000]
    ) { size in
      [
        (town.lists, size), (town.bookings(beside: filler.database), size),
        (try town.queries(), size), (try town.positions(), size),
      ]
    }
  }
}
