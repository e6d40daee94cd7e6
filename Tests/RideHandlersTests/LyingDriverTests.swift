import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Drivers who lie about place and time") struct LyingDriverTests {
  let scene: DriverScene
  var world: World { scene.world }

  init() throws { scene = try DriverScene() }

  // MARK: What Livery computes

  @Test(
    "A trip without a meter and without a known end is not computed, wherever its phone says it is",
    arguments: [nil, (0, 0), (41.65, -87.6251)] as [(Double, Double)?])
  func unknownEnd(place: (Double, Double)?) throws {
    let ride = try scene.ride("Taxi", isOpen: true)
    try scene.board(ride)
    if let place { _ = try scene.locate(place.0, place.1) }
    world.wait(1)
    try scene.expectHeld(ride, world.dispatch(scene.report("ended", ride))[0], "no position shows")
  }

  @Test("What the tariff comes to has the limits of a meter: here the time of the trip")
  func computedTooMuch() throws {
    let ride = try scene.ride("Taxi", isOpen: true)
    try scene.board(ride)
    // 35 km as the crow flies in ten minutes, which are 42 km of road.
    world.wait(600)
    _ = try scene.locate(DriverScene.loop.latitude + 0.318, DriverScene.loop.longitude)
    world.wait(1)
    try scene.expectHeld(
      ride, world.dispatch(scene.report("ended", ride))[0], "the tariff for the trip")
  }

  @Test("A computed fare within the limits is billed, for the way and the time of the trip")
  func computed() throws {
    let ride = try scene.ride("Taxi", isOpen: true)
    try scene.board(ride)
    try world.move("veh-7", to: Coordinate(latitude: 41.9, longitude: -87.63)!)  // 2.4 km
    world.wait(1)
    let outcome = try world.dispatch(scene.report("ended", ride))[0]
    #expect(outcome.note.doubt == nil)
    let paid = try world.payment(ride)
    #expect(paid == "settled 8.66")
  }

  // MARK: Positions that cannot be true

  @Test("Many small steps at one moment lead nowhere")
  func steps() throws {
    _ = try scene.ride("Sedan")
    let before = try #require(try world.vehicle("veh-7"))
    world.wait(60)
    let stamp = try #require(before.locatedAt)
    for step in 1...40 {
      _ = try scene.locate(41.881 + 0.0008 * Double(step), -87.63, at: stamp)
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
    let ride = try scene.ride("Taxi")
    try scene.board(ride)
    try world.move("veh-7", to: DriverScene.airport)
    let before = try #require(try world.vehicle("veh-7"))
    world.wait(2)
    let outcome = try scene.locate(
      latitude, longitude, at: age.map { world.now.advanced(bySeconds: $0) })
    #expect(outcome.note.flaw == flaw && outcome.note.error == nil)
    let after = try #require(try world.vehicle("veh-7"))
    #expect(after.sequence == before.sequence + 1 && after.updatedAt == before.updatedAt)
    #expect(after.location == before.location && after.locatedAt == before.locatedAt)
    // The charge of the airport, where the ride has ended, is kept.
    _ = try world.dispatch(scene.report("ended", ride, fare: "45.00"))
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
    let ride = try scene.ride("Sedan")
    // Never came; was there and has left; was there and is silent.
    if lie > 0 { try world.move("veh-7", to: DriverScene.loop) }
    _ = try world.dispatch(scene.report("arrived", ride))
    world.wait(600)
    if lie == 1 { _ = try scene.locate(41.9, -87.63) }
    let outcome = try world.dispatch(scene.report("missedPickup", ride))[0]
    try scene.expectHeld(ride, outcome, "from the pickup")
    // The operator decides, here that it is owed.
    let fare = #","fare":{"amount":"7.00","currencyCode":"USD"}}"#
    let settled = Letter.settle(ride).with { $0.body = $0.body.dropLast() + fare }
    #expect(try world.dispatch(settled)[0].code == "success")
    #expect(try world.balances(ride) == ["gatewayClearing": 700, "cancellationFees": -700])
    #expect(try world.document(ride)?.heldReason == nil)
  }

  /// Where the vehicle is 2 km from the pickup, before it is late.
  private func away() throws -> String {
    let ride = try scene.ride("Sedan")
    // Within the ranges.
    try world.move("veh-7", to: Coordinate(latitude: 41.8966, longitude: -87.6251)!)
    return ride
  }

  @Test("D12, A6: An arrival far off leaves the deadline, and the rider cancels free")
  func D12_A6_farArrival() throws {
    let ride = try away()
    let deadline = try #require(try world.document(ride)?.awaitedUntil)
    _ = try world.dispatch(scene.report("arrived", ride))
    #expect(try world.record(ride)?.dueAt == deadline)
    let shown = try world.book(.cancel(ride).confirm)[0].response?["cancellationFeeThreshold"]
    #expect(shown?.string.flatMap { Instant(rfc3339: $0) }.map { $0 > world.now } == true)
    world.wait(Int(world.now.seconds(to: deadline).rounded(.up)))
    #expect(try world.dispatch(.due(ride))[0].told == ["received 3"])
    #expect(try world.document(ride)?.dropOuts == 1)
  }

  @Test(
    "A6: Who is called aboard far from the pickup cancels free, until the vehicle comes there",
    arguments: [false, true])
  func A6_farStart(comes: Bool) throws {
    let ride = try away()
    _ = try world.dispatch(scene.report("arrived", ride), scene.report("started", ride))
    if comes {
      try world.move("veh-7", to: DriverScene.loop)
      _ = try world.dispatch(.due(ride))
    }
    let canceled = try world.book(.cancel(ride, more: #","cause":"waitTooLong""#))[0]
    #expect(canceled.reason == (comes ? "notCancelable" : nil))
    #expect(canceled.response?["cancellationFee"] == nil)
    let party = try world.document(ride)?.status.completionStatus?.party
    #expect(party == (comes ? nil : .driver))
  }

  @Test("D11: Who never was near the pickup and says that the rider is not there has dropped out")
  func D11_farAbsence() throws {
    let ride = try away()
    _ = try world.dispatch(scene.report("arrived", ride))
    world.wait(301)
    let missed = scene.report("missedPickup", ride)
    #expect(try world.dispatch(missed)[0].told == ["received 3"])
    let document = try #require(try world.document(ride))
    #expect(document.isWaiting && document.dropOuts == 1 && document.heldFare == nil)
    #expect(try world.dispatch(missed)[0].code == "success")
    #expect(try world.document(ride) == document)
  }

  @Test("An arrival counts from the report that a position supports")
  func arrivesLater() throws {
    let ride = try scene.ride("Sedan")
    #expect(try world.dispatch(scene.report("arrived", ride))[0].told == ["pickup 2"])
    world.wait(200)
    _ = try scene.locate(DriverScene.loop.latitude, DriverScene.loop.longitude)
    world.wait(1)
    #expect(try world.dispatch(scene.report("arrived", ride))[0].told == ["pickup 3"])
    #expect(try world.document(ride)?.arrivedAt == world.now)
    world.wait(1)
    #expect(try world.dispatch(scene.report("arrived", ride))[0].told == [])
    world.wait(250)
    #expect(try world.dispatch(scene.report("missedPickup", ride))[0].reason == "illegalMove")
    world.wait(50)
    try world.move("veh-7", to: DriverScene.loop)
    _ = try world.dispatch(scene.report("missedPickup", ride))
    #expect(try world.payment(ride) == "settled 7.00")
  }

  @Test(
    "Waiting is charged after an arrival that a position supports, if the vehicle has stayed",
    arguments: [(true, true), (false, true), (true, false)])
  func waiting(comes: Bool, stays: Bool) throws {
    let ride = try scene.ride("Sedan")
    if comes { try world.move("veh-7", to: DriverScene.loop) }
    _ = try world.dispatch(scene.report("arrived", ride))
    world.wait(600)
    try world.move("veh-7", to: stays ? DriverScene.loop : DriverScene.airport)
    _ = try world.dispatch(scene.report("started", ride))
    try world.move("veh-7", to: DriverScene.airport)
    let outcome = try world.dispatch(scene.report("ended", ride))[0]
    let lines = try #require(try world.document(ride)?.account.bill).map(\.item.title)
    #expect(lines.contains("Waiting") == (comes && stays))
    #expect((outcome.note.doubt == nil) == (comes && stays))
  }
}
