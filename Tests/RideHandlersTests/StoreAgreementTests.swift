import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Concurrent handlers") struct StoreAgreementTests {
  @Test(
    "A random history is answered and published byte for byte the same over every store",
    arguments: [11, 12, 13] as [UInt64])
  func sameHistory(seed: UInt64) throws {
    let databases = HandlerDatabase.allCases
    let histories = try databases.map { try Self.published(seed: seed, in: $0) }
    for (database, history) in zip(databases, histories) {
      let difference = zip(history, histories[0]).enumerated().first { $1.0 != $1.1 }
      #expect(difference == nil, "\(database.testDescription): step \(difference?.offset ?? 0)")
    }
    #expect(histories[0].joined().count > 250)
  }

  /// What each message of a history has published, each message sent twice.
  private static func published(
    seed: UInt64, in database: HandlerDatabase
  ) throws -> [[Publication]] {
    let world = try RandomStreet.world()
    let store = try database.sessions(1)[0]
    var dependencies = world.dependencies
    let entries = (1...8).map { Self.entry("veh-\($0)") }
    dependencies.supply = { Supply(takenAt: noon, entries: entries) }
    var street = RandomStreet(seed: seed)
    var published: [[Publication]] = []
    for vehicle in 1...8 {
      let handler = DispatchHandler(dependencies: dependencies, store: store)
      _ = try world.take([.onDuty("veh-\(vehicle)", "sedan")], by: handler)
    }
    for step in 0..<200 {
      let now = noon.advanced(bySeconds: step * 40)
      let (letter, family) = street.next(at: now)
      let handler: any MessageHandler =
        family == .dispatch
        ? DispatchHandler(dependencies: dependencies, store: store)
        : RequestRideHandler(dependencies: dependencies, store: store)
      let outcomes = try world.take([letter, letter], by: handler, at: now)
      street.note(outcomes[0])
      published.append(outcomes.flatMap(\.publications))
    }
    return published
  }

  private static func entry(_ vehicle: String) -> Supply.Entry {
    Supply.Entry(
      vehicle: VehicleIdentifier(vehicle), location: loop,
      products: [ProductKey("sedan"), ProductKey("taxi")], capacity: 4, isFree: true)
  }

  private static let loop = Coordinate(latitude: 41.88, longitude: -87.63)!  // within the ranges
}
