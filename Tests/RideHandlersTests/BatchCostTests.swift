import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("What a batch costs the database") struct BatchCostTests {
  @Test(
    "A batch of each kind costs the same few statements, whether it has 1, 10 or 200 messages",
    arguments: BatchKind.allCases, CountedStore.Kind.allCases)
  func constant(kind: BatchKind, store: CountedStore.Kind) throws {
    for count in [1, 10, 200] {
      let cost = try cost(of: kind, count, in: store)
      #expect(cost == kind.cost(in: store), "\(count) messages")
    }
  }

  private func cost(
    of kind: BatchKind, _ count: Int, in store: CountedStore.Kind
  ) throws -> CountedStore.Cost {
    let world = try World()
    let store = try CountedStore(store)
    let street = Street(world: world, store: store.session, count: count)
    let (letters, handler) = try kind.batch(street)
    let before = store.cost
    let outcomes = try world.take(letters, by: handler)
    let cost = store.cost - before
    #expect(outcomes.allSatisfy { kind.hasDone($0) })
    return cost
  }
}

/// A city for a batch: so many riders, and vehicles for them.
struct Street {
  let world: World
  let store: any RideStore
  let count: Int

  var riders: RequestRideHandler {
    RequestRideHandler(dependencies: world.dependencies, store: store)
  }
  var dispatch: DispatchHandler { DispatchHandler(dependencies: world.dependencies, store: store) }

  var bookings: [Letter] {
    (0..<count).map { Letter.booking(rider: "rider-\($0)").id("m-\($0)") }
  }

  func vehicles(_ sequence: Int) -> [Letter] {
    (0..<count).map { number in
      .onDuty("veh-\(number)").with {
        $0.body = $0.body.replacing(#""sequence":1"#, with: #""sequence":\#(sequence)"#)
        $0.replyTo = "replies.test.replies"
      }
    }
  }

  /// Has all vehicles come on duty, free; they are in the snapshots from now on.
  func comeOnDuty() throws {
    _ = try world.take(vehicles(1), by: dispatch)
    world.freezeSupply(try store.supply(at: noon))
  }

  /// Books a ride for each rider; gives back their identifiers.
  func book() throws -> [String] {
    try world.take(bookings, by: riders).map { outcome in
      try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string)
    }
  }
}

/// What all messages of a batch ask for.
enum BatchKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case bookingsWithoutVehicles
  case bookingsWithVehicles
  case repeatedBookings
  case queries
  case cancellations
  case dueRides
  case vehicleReports

  var testDescription: String { rawValue }

  /// The statements, `BEGIN` and `COMMIT` among them, and how often PostgreSQL is waited for, as
  /// they were when they were last counted; more need a reason.
  func cost(in store: CountedStore.Kind) -> CountedStore.Cost {
    let (statements, waits) =
      switch self {
      case .bookingsWithoutVehicles: (10, 2)
      case .bookingsWithVehicles: (12, 3)
      case .repeatedBookings: (7, 3)
      case .queries: (3, 1)
      case .cancellations: (12, 5)
      case .dueRides: (10, 4)
      case .vehicleReports: (5, 3)
      }
    return CountedStore.Cost(statements: statements, waits: store == .postgres ? waits : 0)
  }

  /// Makes what the batch needs, and the batch.
  func batch(_ street: Street) throws -> (letters: [Letter], handler: any MessageHandler) {
    switch self {
    case .bookingsWithoutVehicles:
      return (street.bookings, street.riders)
    case .bookingsWithVehicles:
      try street.comeOnDuty()
      return (street.bookings, street.riders)
    case .repeatedBookings:
      _ = try street.book()
      return (street.bookings, street.riders)
    case .queries:
      let rides = try street.book()
      let letters = rides.enumerated().map { Letter.query($1, rider: "rider-\($0)") }
      return (
        letters, StatusQueryHandler(dependencies: street.world.dependencies, store: street.store)
      )
    case .cancellations:
      try street.comeOnDuty()
      let rides = try street.book()
      let letters = rides.enumerated().map { Letter.cancel($1, rider: "rider-\($0)") }
      return (letters, street.riders)
    case .dueRides:
      let rides = try street.book()
      try street.comeOnDuty()
      return (rides.map { .due($0) }, street.dispatch)
    case .vehicleReports:
      try street.comeOnDuty()
      return (street.vehicles(2), street.dispatch)
    }
  }

  /// Whether a message of the batch has come to what it should.
  func hasDone(_ outcome: Outcome) -> Bool {
    switch self {
    case .bookingsWithoutVehicles, .repeatedBookings: outcome.told == ["received 1"]
    case .bookingsWithVehicles: outcome.told == ["confirmed 1"]
    case .queries: outcome.response?["rideStatus"]?["phase"]?.string == "received"
    case .cancellations: outcome.told == ["completed 2"]
    case .dueRides: outcome.told == ["confirmed 2"]
    case .vehicleReports: outcome.code == "success"
    }
  }
}
