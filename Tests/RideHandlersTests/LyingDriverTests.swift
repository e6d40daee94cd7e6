import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Drivers who lie about place and time") struct LyingDriverTests {
  let world: World

  init() throws { world = try World { $0.chargeForAbsence() } }

  /// Where the rides begin, and a place 26 km from there, which is the booked end of most of them.
  // Within the ranges of coordinates.
  private static let loop = Coordinate(latitude: 41.8786, longitude: -87.6251)!
  // Within the ranges, too.
  private static let airport = Coordinate(latitude: 41.9742, longitude: -87.9073)!

  /// A ride with its vehicle, which stands 400 m from the pickup.
  private func ride(_ option: String, isOpen: Bool = false) throws -> String {
    _ = try world.dispatch(.onDuty("veh-7", option.lowercased()))
    let dropOff = isOpen ? "" : #","dropOffLocation":\#(Letter.airport)"#
    let booking = Letter(
      #"{"riderIdentifier":"rider-42","pickupLocation":\#(Letter.loop)\#(dropOff),"#
        + #""rideOptionName":"\#(option)","paymentMethod":{"type":"credit","token":"pm_1"}}"#,
      type: "request-ride.handle")
    let ride = try world.ride(booking)
    if option == "Taxi" { _ = try world.dispatch(report("accepted", ride)) }
    return ride
  }

  private func report(_ event: String, _ ride: String, fare: String? = nil) -> Letter {
    let meter = fare.map { #","meteredFare":{"amount":"\#($0)","currencyCode":"USD"}"# } ?? ""
    return Letter.report(event, of: ride, by: "veh-7", id: "\(event) \(world.now)", at: world.now)
      .with { $0.body = $0.body.dropLast() + meter + "}" }
  }

  /// What the phone says of its place, whatever is true.
  private func locate(_ latitude: Double, _ longitude: Double, at time: Instant? = nil) throws
    -> Outcome
  {
    let sequence = Int(try #require(try world.vehicle("veh-7")).sequence) + 1
    let stamp = time.map { #","timestamp":"\#($0.rfc3339)""# } ?? ""
    return try world.dispatch(
      .vehicle(
        "veh-7", sequence,
        #","location":{"latitude":\#(latitude),"longitude":\#(longitude)\#(stamp)}"#))[0]
  }

  /// The rider is aboard at the pickup.
  private func board(_ ride: String) throws {
    try world.move("veh-7", to: Self.loop)
    _ = try world.dispatch(report("arrived", ride), report("started", ride))
    world.wait(1)
  }

  /// Nothing is billed, and the operator has to decide.
  private func expectHeld(_ ride: String, _ outcome: Outcome, _ words: String) throws {
    #expect(outcome.code == "success")
    #expect(outcome.note.doubt?.contains(words) == true, "\(outcome.note.doubt ?? "no doubt")")
    let document = try #require(try world.document(ride))
    #expect(document.heldFare != nil && document.account.bill == nil)
    #expect(try world.balances(ride) == [:] && world.payment(ride) == nil)
  }

  // MARK: What Livery computes

  @Test(
    "A trip without a meter and without a known end is not computed, wherever its phone says it is",
    arguments: [nil, (0, 0), (41.65, -87.6251)] as [(Double, Double)?])
  func unknownEnd(place: (Double, Double)?) throws {
    let ride = try ride("Taxi", isOpen: true)
    try board(ride)
    if let place { _ = try locate(place.0, place.1) }
    world.wait(1)
    try expectHeld(ride, world.dispatch(report("ended", ride))[0], "no position shows")
  }

  @Test("What the tariff comes to has the limits of a meter: here the time of the trip")
  func computedTooMuch() throws {
    let ride = try ride("Taxi", isOpen: true)
    try board(ride)
    // 35 km as the crow flies in ten minutes, which are 42 km of street.
    world.wait(600)
    _ = try locate(Self.loop.latitude + 0.318, Self.loop.longitude)
    world.wait(1)
    try expectHeld(ride, world.dispatch(report("ended", ride))[0], "the tariff for the trip")
  }

  @Test("A computed fare within the limits is billed, for the way and the time of the trip")
  func computed() throws {
    let ride = try ride("Taxi", isOpen: true)
    try board(ride)
    try world.move("veh-7", to: Coordinate(latitude: 41.9, longitude: -87.63)!)  // 2.4 km
    world.wait(1)
    let outcome = try world.dispatch(report("ended", ride))[0]
    #expect(outcome.note.doubt == nil)
    let paid = try world.payment(ride)
    #expect(paid == "settled 8.66")
  }

  // MARK: Positions that cannot be true

  @Test("Many small steps at one moment lead nowhere")
  func steps() throws {
    _ = try ride("Sedan")
    let before = try #require(try world.vehicle("veh-7"))
    world.wait(60)
    let stamp = try #require(before.locatedAt)
    for step in 1...40 {
      _ = try locate(41.881 + 0.0008 * Double(step), -87.63, at: stamp)
    }
    #expect(try world.vehicle("veh-7")?.location == before.location)
  }

  @Test(
    "A position that cannot be true moves no vehicle, and is counted",
    arguments: [
      (0, 0, nil, .nullIsland), (41.65, -87.6251, nil, .tooFast),
      (41.9742, -87.9073, -619_315_200, .outdated),
    ] as [(Double, Double, Int?, Fix.Flaw)])
  func implausible(latitude: Double, longitude: Double, age: Int?, flaw: Fix.Flaw) throws {
    let ride = try ride("Taxi")
    try board(ride)
    try world.move("veh-7", to: Self.airport)
    let before = try #require(try world.vehicle("veh-7"))
    world.wait(2)
    let outcome = try locate(
      latitude, longitude, at: age.map { world.now.advanced(bySeconds: $0) })
    #expect(outcome.note.flaw == flaw && outcome.note.error == nil)
    let after = try #require(try world.vehicle("veh-7"))
    #expect(after.sequence == before.sequence + 1 && after.updatedAt == world.now)
    #expect(after.location == before.location && after.locatedAt == before.locatedAt)
    // The charge of the airport, where the ride has ended, is kept.
    _ = try world.dispatch(report("ended", ride, fare: "45.00"))
    #expect(try world.payment(ride) == "settled 49.00")
  }

  @Test("A vehicle that was off duty without a ride may be anywhere")
  func carried() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    _ = try world.dispatch(.vehicle("veh-7", 2, #","onDuty":false"#))
    let place = #","onDuty":true,"location":{"latitude":41.65,"longitude":-87.6}"#
    let outcome = try world.dispatch(.vehicle("veh-7", 3, place))[0]
    #expect(outcome.note.flaw == nil)
    #expect(try world.vehicle("veh-7")?.location?.latitude == 41.65)
  }

  // MARK: Arrivals

  @Test("Who has not come takes no fee for an absent rider", arguments: [0, 1, 2])
  func absence(lie: Int) throws {
    let ride = try ride("Sedan")
    // Never came; was there and has left; was there and is silent.
    if lie > 0 { try world.move("veh-7", to: Self.loop) }
    _ = try world.dispatch(report("arrived", ride))
    world.wait(600)
    if lie == 1 { _ = try locate(41.9, -87.63) }
    let outcome = try world.dispatch(report("missedPickup", ride))[0]
    try expectHeld(ride, outcome, "from the pickup")
    // The operator decides, here that it is owed.
    let fare = #","fare":{"amount":"7.00","currencyCode":"USD"}}"#
    let settled = Letter.settle(ride).with { $0.body = $0.body.dropLast() + fare }
    #expect(try world.dispatch(settled)[0].code == "success")
    #expect(try world.balances(ride) == ["gatewayClearing": 700, "cancellationFees": -700])
    #expect(try world.document(ride)?.heldReason == nil)
  }

  @Test("An arrival counts from the report that a position supports")
  func arrivesLater() throws {
    let ride = try ride("Sedan")
    #expect(try world.dispatch(report("arrived", ride))[0].told == ["pickup 2"])
    world.wait(200)
    _ = try locate(Self.loop.latitude, Self.loop.longitude)
    world.wait(1)
    #expect(try world.dispatch(report("arrived", ride))[0].told == ["pickup 3"])
    #expect(try world.document(ride)?.arrivedAt == world.now)
    world.wait(1)
    #expect(try world.dispatch(report("arrived", ride))[0].told == [])
    world.wait(250)
    #expect(try world.dispatch(report("missedPickup", ride))[0].reason == "illegalMove")
    world.wait(50)
    try world.move("veh-7", to: Self.loop)
    _ = try world.dispatch(report("missedPickup", ride))
    #expect(try world.payment(ride) == "settled 7.00")
  }

  @Test(
    "Waiting is charged after an arrival that a position supports, if the vehicle has stayed",
    arguments: [(true, true), (false, true), (true, false)])
  func waiting(comes: Bool, stays: Bool) throws {
    let ride = try ride("Sedan")
    if comes { try world.move("veh-7", to: Self.loop) }
    _ = try world.dispatch(report("arrived", ride))
    world.wait(600)
    try world.move("veh-7", to: stays ? Self.loop : Self.airport)
    _ = try world.dispatch(report("started", ride))
    try world.move("veh-7", to: Self.airport)
    let outcome = try world.dispatch(report("ended", ride))[0]
    let lines = try #require(try world.document(ride)?.account.bill).map(\.item.title)
    #expect(lines.contains("Waiting") == (comes && stays))
    #expect((outcome.note.doubt == nil) == (comes && stays))
  }

  // MARK: Ends

  @Test(
    "A price is held that the positions contradict",
    arguments: [nil, (41.8858, -87.6251), (41.8786, -87.6251)] as [(Double, Double)?])
  func endsElsewhere(place: (Double, Double)?) throws {
    let ride = try ride("Sedan")
    try board(ride)
    world.wait(60)
    if let place { _ = try locate(place.0, place.1) }
    world.wait(1)
    try expectHeld(ride, world.dispatch(report("ended", ride))[0], "km from the drop-off")
  }

  @Test("A price is held of a ride whose vehicle never was near the pickup")
  func beginsElsewhere() throws {
    let ride = try ride("Sedan")
    try world.move("veh-7", to: Self.airport)
    _ = try world.dispatch(report("arrived", ride), report("started", ride))
    world.wait(1)
    try expectHeld(ride, world.dispatch(report("ended", ride))[0], "km from the pickup")
  }

  @Test("Without a position a price is billed, unless nobody drives so fast")
  func silent() throws {
    for (seconds, isHeld) in [(2, true), (1_800, false)] {
      let world = try World()
      let other = LyingDriverTests(world)
      let ride = try other.ride("Sedan")
      try other.board(ride)
      world.wait(seconds)
      let outcome = try world.dispatch(other.report("ended", ride))[0]
      #expect((outcome.note.doubt != nil) == isHeld)
      #expect(try (world.payment(ride) == nil) == isHeld)
    }
  }

  @Test("A metered ride without a meter that ends at its pickup is not billed for the booked way")
  func meteredAtPickup() throws {
    let ride = try ride("Taxi")
    try board(ride)
    _ = try locate(Self.loop.latitude, Self.loop.longitude)
    world.wait(1)
    let outcome = try world.dispatch(report("ended", ride))[0]
    try expectHeld(ride, outcome, "km from the drop-off")
    #expect(try world.document(ride)?.heldFare?.decimalString == "3.26")
  }

  @Test("A meter has the limits of the trip that the positions show", arguments: ["46.41", "9.00"])
  func meterAtPickup(fare: String) throws {
    let ride = try ride("Taxi")
    try board(ride)
    world.wait(300)
    _ = try locate(Self.loop.latitude, Self.loop.longitude)
    let outcome = try world.dispatch(report("ended", ride, fare: fare))[0]
    guard fare == "46.41" else {
      #expect(outcome.note.doubt == nil)
      #expect(try world.payment(ride) == "settled 9.00")
      return
    }
    try expectHeld(ride, outcome, "the meter shows 46.41 USD")
  }

  @Test("The operator names the price of a held ride, and the places of its real end are added")
  func named() throws {
    let ride = try ride("Sedan")
    try board(ride)
    _ = try locate(Self.loop.latitude, Self.loop.longitude)
    _ = try world.dispatch(report("ended", ride))
    let fare = #","fare":{"amount":"5.00","currencyCode":"USD"}}"#
    _ = try world.dispatch(Letter.settle(ride).with { $0.body = $0.body.dropLast() + fare })
    // Not the fee of the airport.
    #expect(try world.balances(ride) == ["gatewayClearing": 500, "fareRevenue": -500])
  }
}

extension LyingDriverTests {
  private init(_ world: World) { self.world = world }
}

extension Catalogue {
  /// A rider who does not appear pays 7.00, and one who is late for the wait.
  fileprivate mutating func chargeForAbsence() {
    let usd = serviceAreas[0].currency
    for index in serviceAreas[0].products.indices {
      serviceAreas[0].products[index].cancellation = CancellationPolicy(
        fee: Money(minorUnits: 500, currency: usd), freeSeconds: 120,
        missedPickupFee: Money(minorUnits: 700, currency: usd))
      serviceAreas[0].products[index].tariff.waiting = WaitingTerms(
        freeMinutes: 2, perMinute: Rate(microUnits: 500_000, currency: usd),
        titles: ["en_US": "Waiting", "es_US": "Espera"])
    }
  }
}
