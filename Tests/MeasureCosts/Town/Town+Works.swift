import Messages
import RideHandlers
import RideStore
import Rides

/// The kinds of requests, in the order of a ride.
extension Town {
  /// Lists, read from their bytes and not answered.
  var decoding: Work {
    Work(
      name: "list, decoded", next: { [self] count in (batch(count) { $0.list() }, Self.noon) },
      handle: { batch, _ in
        for delivery in batch {
          _ = try MessageDecoder.decode(delivery, family: .listOptions)
        }
        return []
      }, answers: false)
  }

  var lists: Work {
    let handler = ListOptionsHandler(dependencies: dependencies)
    return Work(
      name: "list", next: { [self] count in (batch(count) { $0.list() }, Self.noon) },
      handle: handler.handle, code: .success)
  }

  /// Bookings while no ride waits for a vehicle: each finds one at once.
  func bookings(beside database: RawDatabase) -> Work {
    let handler = RequestRideHandler(dependencies: dependencies, store: store)
    return Work(
      name: "book",
      next: { [self] count in
        try database.run("UPDATE rides SET is_waiting = false WHERE is_waiting")
        clock = clock.advanced(bySeconds: 1)
        return (batch(count) { $0.booking() }, clock)
      }, handle: handler.handle, code: .inProgress)
  }

  /// The same with a quote of a list before it.
  func quotedBookings(beside database: RawDatabase) -> Work {
    let handler = RequestRideHandler(dependencies: dependencies, store: store)
    return Work(
      name: "book a quote",
      next: { [self] count in
        try database.run("UPDATE rides SET is_waiting = false WHERE is_waiting")
        let lists = batch(count) { $0.list() }
        let options = try take(lists, by: ListOptionsHandler(dependencies: dependencies))
        let bookings = try zip(lists, options).map { list, options in
          let mark = #""quoteIdentifier":""#
          let text = String(decoding: options.publications[0].body, as: UTF8.self)
          guard let start = text.firstRange(of: mark)?.upperBound else {
            throw Mistake("expected a quote, came \(text)")
          }
          return letters.booking(of: list, quote: text[start...].prefix { $0 != "\"" })
        }
        return (bookings, Self.noon)
      }, handle: handler.handle, code: .inProgress)
  }

  /// Queries of riders who have a ride.
  func queries() throws -> Work {
    let rides = try book(1_000)
    let handler = StatusQueryHandler(dependencies: dependencies, store: store)
    var turn = 0
    return Work(
      name: "status",
      next: { [self] count in
        let batch = (0..<count).map { index in
          letters.query(rider: rides[(turn + index) % rides.count].rider)
        }
        turn += count
        return (batch, Self.noon)
      }, handle: handler.handle, code: .success)
  }

  /// Reports of vehicles of where they are.
  ///
  /// - Parameter apart: Whether they are positions that may be lost.
  func positions(apart: Bool = false) throws -> Work {
    let handler = DispatchHandler(dependencies: dependencies, store: store)
    let vehicles = 1_000
    _ = try take((0..<vehicles).map { letters.arrival($0, "suv") }, by: handler)
    var turn = 0
    return Work(
      name: apart ? "lossy position" : "vehicle position",
      next: { [self] count in
        let batch = (0..<count).map { letters.position((turn + $0) % vehicles, apart: apart) }
        // A vehicle has had the time for its way, however far it is.
        let now = Self.noon.advanced(bySeconds: 300 * (turn / vehicles + 1))
        turn += count
        return (batch, now)
      }, handle: handler.handle, code: .success)
  }

  /// Books so many rides, each of another rider.
  ///
  /// There is no vehicle for them: they wait.
  func book(_ count: Int) throws -> [(rider: RiderIdentifier, ride: RideIdentifier)] {
    var dependencies = dependencies
    dependencies.supply = { Supply(takenAt: Self.noon, entries: []) }
    let handler = RequestRideHandler(dependencies: dependencies, store: store)
    var riders: [RiderIdentifier] = []
    for first in stride(from: 0, to: count, by: 100) {
      let deliveries = (first..<min(first + 100, count)).map { _ in
        let delivery = letters.booking()
        riders.append(RiderIdentifier(letters.rider))
        return delivery
      }
      _ = try take(deliveries, by: handler)
    }
    let rides = try store.transaction(.read) { () throws(StoreError) in
      try store.unfinishedRides(of: riders)
    }
    guard rides.count == count else {
      throw Mistake("expected \(count) rides, came \(rides.count)")
    }
    return rides.map { ($0.riderIdentifier, $0.rideIdentifier) }
  }

  private func batch(_ count: Int, _ write: (inout Letters) -> Delivery) -> [Delivery] {
    (0..<count).map { _ in write(&letters) }
  }
}
