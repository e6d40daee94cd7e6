import Messages
import RideHandlers
import RideStore
import Rides

/// Work on rides that are under way.
extension Town {
  /// Bookings that are given a vehicle at once.
  func confirmedBookings(beside database: RawDatabase) -> Work {
    let handler = RequestRideHandler(dependencies: dependencies, store: store)
    return Work(
      name: "book (a vehicle is claimed)",
      next: { [self] count in
        try free(database)
        return ((0..<count).map { _ in letters.booking() }, Self.noon)
      }, handle: handler.handle, code: .success)
  }

  /// Bookings that are given a vehicle at once, while so many rides wait in another city.
  func bookings(besideWaiting count: Int, _ database: RawDatabase) throws -> Work {
    let handler = RequestRideHandler(dependencies: dependencies, store: store)
    _ = try book(count)
    try database.run(
      "UPDATE rides SET pickup_latitude = pickup_latitude - 30 WHERE is_waiting")
    return Work(
      name: "book (a vehicle is claimed)",
      next: { [self] count in
        try database.run(
          "UPDATE vehicles SET ride_identifier = NULL WHERE ride_identifier NOT LIKE 'ride-%'")
        dependencies.forgetTakenVehicles()
        return ((0..<count).map { _ in letters.booking() }, Self.noon)
      }, handle: handler.handle, code: .success)
  }

  /// Commands to look after rides that wait, each of which is given a vehicle.
  func searches(beside database: RawDatabase) throws -> Work {
    let dispatch = DispatchHandler(dependencies: dependencies, store: store)
    return Work(
      name: "ride.due (a vehicle is claimed)",
      next: { [self] count in
        try free(database)
        return (try book(count).map { letters.due($0.ride) }, Self.noon)
      }, handle: dispatch.handle, code: .success)
  }

  /// Commands to look after rides that wait and for which there is no vehicle.
  func vainSearches(beside database: RawDatabase) throws -> Work {
    var dependencies = dependencies
    let busy = Supply(
      takenAt: Self.noon,
      entries: dependencies.supply().entries.map { entry in
        var entry = entry
        entry.isFree = false
        return entry
      })
    dependencies.supply = { busy }
    let dispatch = DispatchHandler(dependencies: dependencies, store: store)
    return Work(
      name: "ride.due (no vehicle is free)",
      next: { [self] count in
        try database.run("UPDATE rides SET is_waiting = false WHERE is_waiting")
        try database.run(
          "UPDATE vehicles SET ride_identifier = 'other' WHERE ride_identifier IS NULL")
        return (try book(count).map { letters.due($0.ride) }, Self.noon)
      }, handle: dispatch.handle, code: .success)
  }

  /// Gives up the claims of the turn before, so that the next one is like it.
  private func free(_ database: RawDatabase) throws {
    try database.run(
      "UPDATE vehicles SET ride_identifier = NULL WHERE ride_identifier NOT LIKE 'ride-%'")
    try database.run("UPDATE rides SET is_waiting = false WHERE is_waiting")
    dependencies.forgetTakenVehicles()
  }

  /// Queries of one rider.
  func queries(of rider: RiderIdentifier) throws -> Work {
    let handler = StatusQueryHandler(dependencies: dependencies, store: store)
    return Work(
      name: "status",
      next: { [self] count in
        ((0..<count).map { _ in letters.query(rider: rider) }, Self.noon)
      }, handle: handler.handle, code: .success)
  }

  /// Updates to observers of a ride that has so many.
  func updates(observedBy size: Int, _ database: RawDatabase) throws -> Work {
    let (ride, handler) = try observed(by: size)
    return Work(
      name: "update to one observer",
      next: { [self] count in
        try database.run("UPDATE subscriptions SET due_at = started_at, sent_sequence = 0")
        return (
          (0..<count).map { letters.updatesDue(ride, to: "observer-\($0 % size)") }, Self.noon
        )
      }, handle: handler.handle, code: .success)
  }

  /// Changes of the status of a ride that is observed: its observers become due.
  func changes(observedBy size: Int, _ database: RawDatabase) throws -> Work {
    let (ride, _) = try observed(by: size)
    let history = try store.history(of: ride)
    var sequence = history.count
    return Work(
      name: "change of the status",
      next: { [self] _ in ([letters.list()], Self.noon) },
      handle: { [store] _, _ in
        sequence += 1
        var change = history[0]
        change.key.sequence = sequence
        try store.transaction(.write) { () throws(StoreError) in try store.append([change]) }
        return []
      }, answers: false)
  }

  private func observed(by size: Int) throws -> (RideIdentifier, StatusQueryHandler) {
    let handler = StatusQueryHandler(dependencies: dependencies, store: store)
    let (rider, ride) = try book(1)[0]
    for number in 0..<size {
      _ = try take([letters.start(rider: rider, to: "observer-\(number)")], by: handler)
    }
    return (ride, handler)
  }
}
