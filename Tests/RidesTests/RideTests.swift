import Rides
import Testing

@Suite("A ride") struct RideTests {
  static let vehicle = Vehicle(identifier: VehicleIdentifier("veh-7"))
  static let driver = Driver(name: "Sam R.")
  static let later = Fixture.now.advanced(bySeconds: 60)

  static func waiting(requiresAcceptance: Bool = false, price: PriceRange? = nil) -> Ride {
    let option = RideOption(
      name: "SUV", optionIdentifier: ProductKey("suv"), estimatedPickupDate: Fixture.now,
      priceRange: price)
    let status = RideStatus(
      rideIdentifier: RideIdentifier("r1"), riderIdentifier: RiderIdentifier("rider-42"),
      sequence: 1, phase: .received, updatedAt: Fixture.now, pickupLocation: Fixture.downtown,
      dropOffLocation: Fixture.uptown, rideOption: option)
    return Ride(
      status: status, area: "city", product: ProductKey("suv"), locale: "en_US", slot: 0,
      partySize: 3, paymentMethod: nil, requiresAcceptance: requiresAcceptance,
      createdAt: Fixture.now, declinedBy: [], routeSeconds: 1_500, searchFrom: Fixture.now,
      searchUntil: Fixture.now.advanced(bySeconds: 1_800),
      account: RideAccount(
        rideIdentifier: RideIdentifier("r1"), currency: Fixture.cents(0).currency))
  }

  /// A ride in a phase, with a vehicle that is committed, or asked while it is received.
  static func ride(in phase: RidePhase) throws -> Ride {
    var ride = waiting(
      requiresAcceptance: true, price: PriceRange(price: Fixture.cents(4175)))
    try ride.assign(
      vehicle, driver: driver, estimatedPickup: later, at: Fixture.now)
    let steps: [(RidePhase, RideEvent)] = [
      (.confirmed, .accepted), (.approachingPickup, .approaching), (.pickup, .arrived),
      (.ongoing, .started), (.completed, .ended),
    ]
    for (reached, event) in steps where reached.order <= phase.order {
      _ = try ride.apply(event, by: vehicle.identifier, at: Fixture.now, now: Fixture.now)
    }
    return ride
  }

  /// What each event does in each phase.
  ///
  /// The phase it leads to, `-` nothing, `x` refused; `!` frees the vehicle.
  static let table: [(event: RideEvent, outcomes: String)] = [
    // received  confirmed  approaching  pickup  ongoing  completed
    (.accepted, "confirmed - x x x x"),
    (.declined, "received! x x x x x"),
    (.approaching, "approachingPickup approachingPickup - x x x"),
    (.arrived, "pickup pickup pickup - x x"),
    (.started, "ongoing ongoing ongoing ongoing - x"),
    (.ended, "completed! completed! completed! completed! completed! -"),
    (.droppedOut, "x received! received! received! x x"),
    (.missedPickup, "x x x completed! x x"),
  ]

  @Test("Every event does in every phase what the table says", arguments: table)
  func events(event: RideEvent, outcomes: String) throws {
    let phases = RidePhase.allCases.sorted { $0.order < $1.order }
    for (phase, outcome) in zip(phases, outcomes.split(separator: " ")) {
      let before = try Self.ride(in: phase)
      #expect(before.status.phase == phase)
      var ride = before
      let apply = { () throws -> Ride.Effect in
        try ride.apply(event, by: Self.vehicle.identifier, at: Self.later, now: Self.later)
      }
      guard outcome != "x" else {
        let refusal = #expect(throws: Refusal.self) { try apply() }
        #expect(refusal?.reason == .illegalMove)
        #expect(ride == before)
        continue
      }
      let effect = try apply()
      #expect(effect.freesVehicle == outcome.hasSuffix("!"), "\(event) in \(phase)")
      guard outcome != "-" else {
        #expect(effect == .nothing && ride == before)
        continue
      }
      #expect(ride.status.phase.rawValue == outcome.replacing("!", with: ""))
      #expect(ride.status.sequence == before.status.sequence + 1)
      #expect(ride.status.updatedAt == Self.later)
      #expect((ride.status.completionStatus != nil) == ride.status.phase.isFinal)
    }
  }

  @Test("An event of another vehicle is refused in every phase", arguments: RidePhase.allCases)
  func otherVehicle(phase: RidePhase) throws {
    for event in RideEvent.allCases {
      var ride = try Self.ride(in: phase)
      let refusal = #expect(throws: Refusal.self) {
        try ride.apply(event, by: VehicleIdentifier("veh-8"), at: Self.later, now: Self.later)
      }
      #expect(refusal?.reason == .unknownVehicle)
    }
  }

  @Test("A vehicle without acceptance confirms the ride, with estimates")
  func assign() throws {
    var ride = Self.waiting()
    #expect(ride.isWaiting)
    try ride.assign(Self.vehicle, driver: Self.driver, estimatedPickup: Self.later, at: Self.later)
    #expect(ride.status.phase == .confirmed)
    #expect(ride.status.sequence == 2)
    #expect(ride.status.vehicle == Self.vehicle && ride.status.driver == Self.driver)
    #expect(ride.status.estimatedPickupDate == Self.later)
    #expect(ride.status.estimatedDropOffDate == Self.later.advanced(bySeconds: 1_500))
    #expect(!ride.isWaiting)
  }

  @Test("A vehicle that has to accept is shown while the ride stays received")
  func ask() throws {
    var ride = Self.waiting(requiresAcceptance: true)
    try ride.assign(Self.vehicle, driver: nil, estimatedPickup: Self.later, at: Self.later)
    #expect(ride.status.phase == .received)
    #expect(ride.status.vehicle == Self.vehicle)
    #expect(!ride.isWaiting)
  }

  @Test("A ride that does not wait takes no second vehicle", arguments: RidePhase.allCases)
  func secondVehicle(phase: RidePhase) throws {
    var ride = try Self.ride(in: phase)
    let refusal = #expect(throws: Refusal.self) {
      try ride.assign(Self.vehicle, driver: nil, estimatedPickup: Self.later, at: Self.later)
    }
    #expect(refusal?.reason == .illegalMove)
  }

  @Test(
    "A driver who gives up leaves a ride that waits, and saying so twice changes nothing",
    arguments: [(RidePhase.received, RideEvent.declined), (.pickup, .droppedOut)])
  func givesUp(phase: RidePhase, event: RideEvent) throws {
    var ride = try Self.ride(in: phase)
    let vehicle = Self.vehicle.identifier
    #expect(try ride.apply(event, by: vehicle, at: Self.later, now: Self.later) == .changedAndFreed)
    #expect(ride.isWaiting)
    #expect(ride.declinedBy == [vehicle])
    #expect(ride.status.driver == nil && ride.status.estimatedPickupDate == nil)
    #expect(ride.status.estimatedDropOffDate == nil && ride.status.estimatedPickupEndDate == nil)
    #expect(try ride.apply(event, by: vehicle, at: Self.later, now: Self.later) == .nothing)
  }

  @Test("Arrival promises five minutes, and the start a new drop-off")
  func estimates() throws {
    var ride = try Self.ride(in: .confirmed)
    _ = try ride.apply(.arrived, by: Self.vehicle.identifier, at: Self.later, now: Self.later)
    #expect(ride.status.estimatedPickupEndDate == Self.later.advanced(bySeconds: 300))
    _ = try ride.apply(.started, by: Self.vehicle.identifier, at: Self.later, now: Self.later)
    #expect(ride.status.estimatedDropOffDate == Self.later.advanced(bySeconds: 1_500))
    #expect(ride.status.estimatedPickupEndDate == nil)
  }

  @Test("A report from the future counts as now, and time never runs backwards")
  func clocks() throws {
    var ride = try Self.ride(in: .confirmed)
    let vehicle = Self.vehicle.identifier
    _ = try ride.apply(
      .arrived, by: vehicle, at: Self.later.advanced(bySeconds: 900), now: Self.later)
    #expect(ride.status.updatedAt == Self.later)
    _ = try ride.apply(.started, by: vehicle, at: Fixture.now, now: Self.later)
    #expect(ride.status.updatedAt == Self.later)
  }

  @Test("A fixed price is settled at the end, a metered one is not known")
  func payment() throws {
    let fixed = try Self.ride(in: .completed)
    #expect(
      fixed.status.completionStatus
        == CompletionStatus(
          outcome: .completed,
          payment: CompletionStatus.Payment(state: .settled, amount: Fixture.cents(4175)),
          feedback: [.rate, .tip]))
    var metered = Self.waiting()
    try metered.assign(Self.vehicle, driver: nil, estimatedPickup: Self.later, at: Self.later)
    _ = try metered.apply(.ended, by: Self.vehicle.identifier, at: Self.later, now: Self.later)
    #expect(
      metered.status.completionStatus
        == CompletionStatus(outcome: .completed, feedback: [.rate, .tip]))
  }
}
