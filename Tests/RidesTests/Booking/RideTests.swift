import Rides
import Testing

@Suite("A ride") struct RideTests {
  static let vehicle = Vehicle(identifier: VehicleIdentifier("veh-7"))
  static let driver = Driver(name: "Sam R.")
  static let later = Fixture.now.advanced(bySeconds: 600)

  static let policies = Policies(
    listExpirySeconds: 300, unfinishedRidesPerRider: 1, bookingCodes: .classic)

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
    try ride.take(vehicle, driver: driver, pickup: later, at: Fixture.now)
    let steps: [(RidePhase, RideReport)] = [
      (.confirmed, .accepted), (.approachingPickup, .approaching), (.pickup, .arrived),
      (.ongoing, .started), (.completed, .ended),
    ]
    for (reached, event) in steps where reached.order <= phase.order {
      _ = try ride.report(event, at: Fixture.now)
    }
    return ride
  }

  /// What each event does in each phase.
  ///
  /// The phase it leads to, `-` nothing, `x` refused; `!` frees the vehicle.
  static let table: [(event: RideReport, outcomes: String)] = [
    // received  confirmed  approaching  pickup  ongoing  completed
    (.accepted, "confirmed - x x x x"),
    (.declined, "received! x x x x x"),
    (.approaching, "approachingPickup approachingPickup - x x x"),
    (.arrived, "pickup pickup pickup - x x"),
    (.started, "ongoing ongoing ongoing ongoing - x"),
    (.ended, "x x x completed! completed! -"),
    (.droppedOut, "x received! received! received! x x"),
    (.missedPickup, "x x x completed! x x"),
  ]

  @Test("Every event does in every phase what the table says", arguments: table)
  func events(event: RideReport, outcomes: String) throws {
    let phases = RidePhase.allCases.sorted { $0.order < $1.order }
    for (phase, outcome) in zip(phases, outcomes.split(separator: " ")) {
      let before = try Self.ride(in: phase)
      #expect(before.status.phase == phase)
      var ride = before
      let apply = { () throws -> Ride.Effect in
        try ride.report(event, at: Self.later)
      }
      guard outcome != "x" else {
        let refusal = #expect(throws: Refusal.self) { try apply() }
        #expect(refusal?.reason == .illegalMove)
        #expect(ride == before)
        continue
      }
      let effect = try apply()
      #expect((effect.freed != nil) == outcome.hasSuffix("!"), "\(event) in \(phase)")
      guard outcome != "-" else {
        #expect(effect == .nothing && ride == before)
        continue
      }
      #expect(ride.status.phase.rawValue == outcome.replacing("!", with: ""))
      #expect(ride.status.sequence == before.status.sequence + 1)
      #expect(ride.status.updatedAt == Self.later)
      #expect(before.status.phase.canMove(to: ride.status.phase) || event == .declined)
      #expect((ride.status.completionStatus != nil) == ride.status.phase.isFinal)
    }
  }

  @Test("An event of another vehicle is refused in every phase", arguments: RidePhase.allCases)
  func otherVehicle(phase: RidePhase) throws {
    for event in RideReport.allCases {
      var ride = try Self.ride(in: phase)
      let refusal = #expect(throws: Refusal.self) {
        try ride.report(event, by: "veh-8", at: Self.later)
      }
      #expect(refusal?.reason == .unknownVehicle)
    }
  }

  @Test("A vehicle without acceptance confirms the ride, with estimates")
  func assign() throws {
    var ride = Self.waiting()
    #expect(ride.isWaiting)
    try ride.take(Self.vehicle, driver: Self.driver, pickup: Self.later, at: Self.later)
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
    try ride.take(Self.vehicle, pickup: Self.later, at: Self.later)
    #expect(ride.status.phase == .received)
    #expect(ride.status.vehicle == Self.vehicle)
    #expect(!ride.isWaiting)
  }

  @Test("A ride that does not wait gets no second vehicle", arguments: RidePhase.allCases)
  func secondVehicle(phase: RidePhase) throws {
    var ride = try Self.ride(in: phase)
    let refusal = #expect(throws: Refusal.self) {
      try ride.take(Self.vehicle, pickup: Self.later, at: Self.later)
    }
    #expect(refusal?.reason == .illegalMove)
  }

  @Test(
    "A driver who gives up leaves a ride that waits, and saying so twice changes nothing",
    arguments: [(RidePhase.received, RideReport.declined), (.pickup, .droppedOut)])
  func givesUp(phase: RidePhase, event: RideReport) throws {
    var ride = try Self.ride(in: phase)
    let vehicle = Self.vehicle.identifier
    #expect(
      try ride.report(event, at: Self.later) == Ride.Effect(isPublished: true, freed: vehicle))
    #expect(ride.isWaiting)
    #expect(ride.declinedBy == [vehicle])
    #expect(ride.status.driver == nil && ride.status.estimatedPickupDate == nil)
    #expect(ride.status.estimatedDropOffDate == nil && ride.status.estimatedPickupEndDate == nil)
    #expect(try ride.report(event, at: Self.later) == .nothing)
  }

  @Test(
    "The promised wait runs from when the arrival was reported, whenever it is said to have been",
    arguments: [-600, -299, 0, 300])
  func wait(dated seconds: Int) throws {
    var ride = try Self.ride(in: .confirmed)
    _ = try ride.report(.arrived, at: Self.later.advanced(bySeconds: seconds), now: Self.later)
    let end = Self.later.advanced(bySeconds: 300)
    #expect(ride.status.estimatedPickupEndDate == end && ride.arrivedAt == Self.later)
    let before = ride
    // A clock that runs ahead brings it no nearer.
    for dated in [end.advanced(bySeconds: -1), end, end.advanced(bySeconds: 9_999)] {
      let refusal = #expect(throws: Refusal.self) {
        try ride.report(.missedPickup, at: dated, now: end.advanced(bySeconds: -1))
      }
      #expect(refusal?.reason == .illegalMove && ride == before)
    }
    _ = try ride.report(.missedPickup, at: Self.later, now: end)
    #expect(ride.status.completionStatus?.outcome == .canceledMissedPickup)
  }

  @Test("Arrival promises five minutes, and the start a new drop-off")
  func estimates() throws {
    var ride = try Self.ride(in: .confirmed)
    _ = try ride.report(.arrived, at: Self.later)
    #expect(ride.status.estimatedPickupEndDate == Self.later.advanced(bySeconds: 300))
    _ = try ride.report(.started, at: Self.later)
    #expect(ride.status.estimatedDropOffDate == Self.later.advanced(bySeconds: 1_500))
    #expect(ride.status.estimatedPickupEndDate == nil)
  }

  @Test("An ended ride expects nothing: estimates that lie ahead are gone", arguments: [60, 1_600])
  func pastEstimates(seconds: Int) throws {
    var ride = try Self.ride(in: .pickup)
    _ = try ride.report(.started, at: Self.later)
    _ = try ride.report(.ended, at: Self.later.advanced(bySeconds: seconds))
    let estimate = seconds < 1_500 ? nil : Self.later.advanced(bySeconds: 1_500)
    #expect(ride.status.estimatedDropOffDate == estimate)
  }

  @Test("A report from the future counts as now, and time never runs backwards")
  func clocks() throws {
    var ride = try Self.ride(in: .confirmed)
    _ = try ride.report(.arrived, at: Self.later.advanced(bySeconds: 900), now: Self.later)
    #expect(ride.arrivedAt == Self.later && ride.status.updatedAt == Self.later)
    _ = try ride.report(.started, at: Fixture.now, now: Self.later)
    #expect(ride.startedAt == Self.later && ride.status.updatedAt == Self.later)
  }
}

extension Ride {
  /// What a vehicle at the pickup reports, the one of the tests unless said otherwise.
  mutating func report(
    _ event: RideReport, by vehicle: String = "veh-7", at time: Instant, now: Instant? = nil
  ) throws(Refusal) -> Effect {
    let fix = Fix(location: status.pickupLocation.coordinate, at: now ?? time)
    return try apply(
      event, by: VehicleIdentifier(vehicle), at: time, now: now ?? time, fix: fix,
      policies: RideTests.policies)
  }

  /// Gives the ride a vehicle by the usual policy.
  mutating func take(
    _ vehicle: Vehicle, driver: Driver? = nil, pickup: Instant, at now: Instant
  ) throws(Refusal) {
    try assign(
      vehicle, driver: driver, estimatedPickup: pickup, policy: RideTests.policies.dispatch,
      at: now)
  }
}
