import Dispatch
import JSON
import Messages
import RandomFixture
import RideHandlers
import RideStore
import Rides
import Synchronization
import Testing

/// Bookings, vehicles, reports and commands in random order, each possible or not.
struct RandomStreet {
  private var numbers: SeededNumbers
  private let products = [("Sedan", "sedan"), ("Taxi", "taxi")]
  private var count = 0
  private let name: String
  var rides: [String] = []

  private static let withPet = #","extras":[{"extraIdentifier":"pet","count":1}]"#

  /// The deployed catalogue, and a pet that a rider may bring along.
  static func world() throws -> World {
    try World { catalogue in
      let price = Money(minorUnits: 350, currency: catalogue.serviceAreas[0].currency)
      catalogue.serviceAreas[0].extras = [
        Extra(key: ExtraKey("pet"), names: ["en_US": "Pet", "es_US": "Mascota"], price: price)
      ]
    }
  }

  init(seed: UInt64, name: String = "") {
    numbers = SeededNumbers(seed: seed)
    self.name = name
  }

  /// The next message, and the family that takes it.
  mutating func next(at now: Instant) -> (letter: Letter, family: QueueFamily) {
    count += 1
    let id = "\(name)\(count)"
    let product = products.randomElement(using: &numbers) ?? products[0]
    let vehicle = "veh-\(Int.random(in: 1...8, using: &numbers))"
    let ride = rides.randomElement(using: &numbers)
    switch (Int.random(in: 0..<10, using: &numbers), ride) {
    case (0...1, _), (_, nil):
      let more = count % 2 == 0 ? Self.withPet : ""
      return (.booking(product.0, rider: "rider-\(id)", more: more).id(id), .requestRide)
    case (2, _):
      let isOn = Bool.random(using: &numbers)
      let kinds = #"["sedan","taxi"]"#
      return (
        .vehicle(
          vehicle, Int(now.microseconds / 1_000) + count,
          #","onDuty":\#(isOn),"products":\#(kinds),"capacity":4,"#
            + #""location":{"latitude":41.88,"longitude":-87.63}"#), .dispatch
      )
    case (3...4, let ride?):
      return (.due(ride, id: id), .dispatch)
    case (_, let ride?):
      let event = RideReport.allCases.randomElement(using: &numbers) ?? .accepted
      return (.report(event.rawValue, of: ride, by: vehicle, id: id, at: now), .dispatch)
    }
  }

  /// Notes the ride that a booking has made.
  mutating func note(_ outcome: Outcome) {
    if outcome.code == "success" || outcome.code == "inProgress",
      let ride = outcome.response?["rideStatus"]?["rideIdentifier"]?.string
    {
      rides.append(ride)
    }
  }
}

@Suite("Random histories") struct RandomHistoryTests {
  /// All statuses that a random history has published, by ride; each is played once for all tests.
  private static func told(seed: UInt64) throws -> [String: [JSONValue]] {
    try #require(histories[seed]).get()
  }

  private static let histories: [UInt64: Result<[String: [JSONValue]], any Error>] =
    Dictionary(uniqueKeysWithValues: seeds.map { seed in (seed, Result { try play(seed: seed) }) })

  private static func play(seed: UInt64) throws -> [String: [JSONValue]] {
    let world = try RandomStreet.world()
    var street = RandomStreet(seed: seed)
    var told: [String: [JSONValue]] = [:]
    for vehicle in 1...8 { _ = try world.dispatch(.onDuty("veh-\(vehicle)", "sedan")) }
    for step in 0..<400 {
      let now = noon.advanced(bySeconds: step * 40)
      let (letter, family) = street.next(at: now)
      let outcome =
        family == .dispatch
        ? try world.dispatch(letter, at: now)[0] : try world.book(letter, at: now)[0]
      street.note(outcome)
      for event in outcome.events {
        let body = try #require(decode(event.body))
        let ride = try #require(body["subject"]?.string)
        told[ride, default: []].append(try #require(body["data"]))
      }
    }
    #expect(told.values.contains { $0.last?["phase"]?.string == "completed" })
    return told
  }

  private static let seeds: [UInt64] = [1, 2, 3, 4, 5]

  @Test("A3: A status is completed exactly when it has a completion status", arguments: seeds)
  func A3_completion(seed: UInt64) throws {
    for status in try Self.told(seed: seed).values.joined() {
      let isCompleted = status["phase"]?.string == "completed"
      #expect((status["completionStatus"] != nil) == isCompleted)
    }
  }

  @Test("A4: After the booking the phase is never unknown", arguments: seeds)
  func A4_neverUnknown(seed: UInt64) throws {
    for status in try Self.told(seed: seed).values.joined() {
      let phase = try #require(status["phase"]?.string)
      #expect(phase != "unknown" && RidePhase(rawValue: phase) != nil)
    }
  }

  @Test("A5: A ride has one identifier from its booking to its end", arguments: seeds)
  func A5_constantIdentifier(seed: UInt64) throws {
    for (ride, statuses) in try Self.told(seed: seed) {
      #expect(statuses.allSatisfy { $0["rideIdentifier"]?.string == ride })
      #expect(
        statuses.compactMap { $0["sequence"]?.integer } == (1...statuses.count).map(Int64.init))
    }
  }

  @Test("B7: Vehicle and driver may be absent until a vehicle is committed", arguments: seeds)
  func B7_vehicle(seed: UInt64) throws {
    var isAbsent = false
    for status in try Self.told(seed: seed).values.joined() {
      let hasVehicle = status["vehicle"] != nil
      let phase = try #require(status["phase"]?.string.flatMap { RidePhase(rawValue: $0) })
      isAbsent = isAbsent || (phase == .received && !hasVehicle)
      if phase != .received, !phase.isFinal { #expect(hasVehicle) }
    }
    #expect(isAbsent)
  }

  @Test("Every ride moves as the table of phases says", arguments: seeds)
  func moves(seed: UInt64) throws {
    var starts: Set<RidePhase> = []
    for statuses in try Self.told(seed: seed).values {
      let phases = statuses.compactMap { $0["phase"]?.string.flatMap { RidePhase(rawValue: $0) } }
      starts.insert(try #require(phases.first))
      for (phase, next) in zip(phases, phases.dropFirst()) {
        // A status may tell of a driver who is asked, or of a payment, in the same phase.
        #expect(phase == next || phase.canMove(to: next), "\(phase) to \(next)")
      }
    }
    #expect(starts == [.received, .confirmed], "one waits, another finds its vehicle at once")
  }

  @Test(
    "No vehicle serves two rides, however many workers match", arguments: HandlerDatabase.allCases)
  func oneRideEach(database: HandlerDatabase) throws {
    var dependencies = try RandomStreet.world().dependencies
    // A snapshot that knows of no claim: the claims alone keep the rides apart.
    let everywhere = (1...8).map { Self.entry("veh-\($0)") }
    dependencies.supply = { Supply(takenAt: noon, entries: everywhere) }
    let failures = Mutex<[String]>([])
    let (shared, sessions) = (dependencies, 4)
    DispatchQueue.concurrentPerform(iterations: sessions) { worker in
      do {
        let found = try Self.work(try database.sessions(1)[0], shared, worker: worker)
        failures.withLock { $0 += found }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let last = try database.sessions(1)[0]
    #expect(try last.rides(matching: RideFilter(limit: 1_000)).count > 20)
  }

  private static func entry(_ vehicle: String) -> Supply.Entry {
    Supply.Entry(
      vehicle: VehicleIdentifier(vehicle), location: loop,
      products: [ProductKey("sedan"), ProductKey("taxi")], capacity: 4, isFree: true)
  }

  private static let loop = Coordinate(latitude: 41.88, longitude: -87.63)!  // within the ranges

  /// What one worker does; gives back what it has found wrong.
  private static func work(
    _ store: any RideStore, _ dependencies: HandlerDependencies, worker: Int
  ) throws -> [String] {
    var street = RandomStreet(seed: UInt64(worker), name: "w\(worker)-")
    var wrong: [String] = []
    for step in 0..<120 {
      let now = noon.advanced(bySeconds: step * 20)
      let (letter, family) = street.next(at: now)
      let handler: any MessageHandler =
        family == .dispatch
        ? DispatchHandler(dependencies: dependencies, store: store)
        : RequestRideHandler(dependencies: dependencies, store: store)
      street.note(try handler.handle([letter.delivery()], at: now)[0])
      // A look reads all rides; what is shared stays so for longer than a few steps.
      if step % 10 == 9 { wrong += try sharedVehicles(in: store) }
    }
    return wrong
  }

  /// The vehicles that two rides hold at one moment, or that a ride holds without a claim.
  ///
  /// A transaction is no snapshot in every store: a claim counts only when its ride is the same
  /// before and after the look at it.
  private static func sharedVehicles(in store: any RideStore) throws -> [String] {
    try store.transaction(.read) { () throws(StoreError) in
      let phases = RidePhase.allCases.filter { !$0.isFinal }
      let rides = try store.rides(matching: RideFilter(phases: phases, limit: 1_000))
      let holders = Dictionary(grouping: rides.filter { $0.vehicle != nil }) { $0.vehicle }
      let vehicles = try store.vehicles(holders.keys.compactMap(\.self).sorted())
      let later = try store.rides(rides.map(\.rideIdentifier).sorted())
      return holders.compactMap { vehicle, rides in
        let claim = vehicle.flatMap { vehicles[$0]?.ride }
        let isRight =
          rides.count == 1
          && (rides[0].rideIdentifier == claim
            || later[rides[0].rideIdentifier]?.revision != rides[0].revision)
        return isRight ? nil : "\(vehicle?.rawValue ?? "") \(rides.map(\.rideIdentifier.rawValue))"
      }
    }
  }
}
