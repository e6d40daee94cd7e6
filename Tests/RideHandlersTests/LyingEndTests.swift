import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Ends of rides that the positions contradict") struct LyingEndTests {
  let scene: DriverScene
  var world: World { scene.world }

  init() throws { scene = try DriverScene() }

  @Test(
    "A price is held that the positions contradict",
    arguments: [nil, (41.8858, -87.6251), (41.8786, -87.6251)] as [(Double, Double)?])
  func endsElsewhere(place: (Double, Double)?) throws {
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    world.wait(60)
    if let place { _ = try scene.locate(place.0, place.1) }
    world.wait(1)
    try scene.expectHeld(
      ride, world.dispatch(scene.report("ended", ride))[0], "km from the drop-off")
  }

  @Test("A price is held of a ride whose vehicle never was near the pickup")
  func beginsElsewhere() throws {
    let ride = try scene.ride("Sedan")
    try world.move("veh-7", to: DriverScene.airport)
    _ = try world.dispatch(scene.report("arrived", ride), scene.report("started", ride))
    world.wait(1)
    try scene.expectHeld(ride, world.dispatch(scene.report("ended", ride))[0], "km from the pickup")
  }

  @Test("Without a position a price is billed, unless the speed is implausible")
  func silent() throws {
    for (seconds, isHeld) in [(2, true), (1_800, false)] {
      let scene = try DriverScene()
      let ride = try scene.ride("Sedan")
      try scene.board(ride)
      scene.world.wait(seconds)
      let outcome = try scene.world.dispatch(scene.report("ended", ride))[0]
      #expect((outcome.note.doubt != nil) == isHeld)
      #expect(try (scene.world.payment(ride) == nil) == isHeld)
    }
  }

  @Test(
    "A short trip is held that took less time than the way needs at the greatest speed",
    arguments: [true, false])
  func hurried(isStarted: Bool) throws {
    for isHonest in [false, true] {
      let scene = try DriverScene()
      let world = scene.world
      _ = try world.dispatch(.onDuty("veh-7", "sedan"))
      let ride = try world.ride(.booking(to: #"{"latitude":41.8866,"longitude":-87.6251}"#))
      try world.move("veh-7", to: DriverScene.loop)
      _ = try world.dispatch(scene.report("arrived", ride))
      if isStarted { _ = try world.dispatch(scene.report("started", ride)) }
      if isHonest {
        world.wait(15)
        _ = try scene.locate(41.8866, -87.6251)
      }
      let outcome = try world.dispatch(scene.report("ended", ride))[0]
      if isHonest {
        #expect(outcome.note.doubt == nil)
      } else {
        try scene.expectHeld(ride, outcome, "from the pickup, and the trip took 0 s")
      }
    }
  }

  @Test("A metered ride without a meter that ends at its pickup is not billed for the booked way")
  func meteredAtPickup() throws {
    let ride = try scene.ride("Taxi")
    try scene.board(ride)
    _ = try scene.locate(DriverScene.loop.latitude, DriverScene.loop.longitude)
    world.wait(1)
    let outcome = try world.dispatch(scene.report("ended", ride))[0]
    try scene.expectHeld(ride, outcome, "km from the drop-off")
    #expect(try world.document(ride)?.heldFare?.decimalString == "3.26")
  }

  @Test("A meter has the limits of the trip that the positions show", arguments: ["46.41", "9.00"])
  func meterAtPickup(fare: String) throws {
    let ride = try scene.ride("Taxi")
    try scene.board(ride)
    world.wait(300)
    _ = try scene.locate(DriverScene.loop.latitude, DriverScene.loop.longitude)
    let outcome = try world.dispatch(scene.report("ended", ride, fare: fare))[0]
    guard fare == "46.41" else {
      #expect(outcome.note.doubt == nil)
      #expect(try world.payment(ride) == "settled 9.00")
      return
    }
    try scene.expectHeld(ride, outcome, "the meter shows 46.41 USD")
  }

  @Test("The operator names the price of a held ride, and the places of its real end are added")
  func named() throws {
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    _ = try scene.locate(DriverScene.loop.latitude, DriverScene.loop.longitude)
    _ = try world.dispatch(scene.report("ended", ride))
    let fare = #","fare":{"amount":"5.00","currencyCode":"USD"}}"#
    _ = try world.dispatch(Letter.settle(ride).with { $0.body = $0.body.dropLast() + fare })
    // Not the fee of the airport.
    #expect(try world.balances(ride) == ["gatewayClearing": 500, "fareRevenue": -500])
  }

  @Test("A position that comes a moment after the end is of the trip")
  func afterTheEnd() throws {
    let ride = try scene.ride("Taxi", isOpen: true)
    try scene.board(ride)
    // Within the ranges.
    try world.move("veh-7", to: Coordinate(latitude: 41.9, longitude: -87.63)!)
    let ended = scene.report("ended", ride)
    world.wait(1)
    _ = try scene.locate(41.9, -87.63)
    #expect(try world.dispatch(ended)[0].note.doubt == nil)
  }

  @Test("A driver who has gone on since the drop-off was there")
  func goneOn() throws {
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    try world.move("veh-7", to: DriverScene.airport)
    let ended = scene.report("ended", ride)
    world.wait(28)
    _ = try scene.locate(DriverScene.airport.latitude + 0.0135, DriverScene.airport.longitude)
    #expect(try world.dispatch(ended)[0].note.doubt == nil)
  }
}
