import JSON
import RideHandlers
import Rides
import Testing

@Suite("Rides with stops on the way") struct StopsTests {
  private static let north = #"{"latitude":41.95,"longitude":-87.65,"name":"North"}"#
  private static let stops = #","waypoints":[\#(north),\#(Letter.midway)]"#

  private func listed(_ world: World, _ more: String) throws -> JSONValue {
    let letter = Letter.list().with { $0.body = $0.body.dropLast() + more + "}" }
    let options = try world.list(letter)[0].response?["rideOptions"]?.array
    return try #require(options?.first { $0["optionIdentifier"]?.string == "sedan" })
  }

  private func price(_ option: JSONValue?) throws -> Double {
    try #require(option?["priceRange"]?["maximumPrice"]?.string.flatMap(Double.init))
  }

  @Test("B14: A list, its quote, the booking and the status have the stops in their order")
  func B14_booked() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    let (direct, stopping) = (try listed(world, ""), try listed(world, Self.stops))
    #expect(try price(stopping) > price(direct) + 10)
    let quote = try #require(stopping["quoteIdentifier"]?.string)
    let quoted = #","quoteIdentifier":"\#(quote)""#
    let reversed = #","waypoints":[\#(Letter.midway),\#(Self.north)]"#
    for other in ["", reversed] {
      let refused = try world.book(.booking(more: quoted + other).id("other \(other)"))[0]
      #expect(refused.reason == "invalidQuote")
    }
    let resolved = try world.book(
      .resolve(
        #","pickupLocation":\#(Letter.loop),"dropOffLocation":\#(Letter.airport)"# + quoted
          + Self.stops))[0]
    #expect(resolved.response?["resolutions"]?["rideOptionName"]?["result"]?.string == "success")
    let booked = try world.book(.booking(more: quoted + Self.stops))[0].response?["rideStatus"]
    #expect(try price(booked?["rideOption"]) == price(stopping))
    let names = booked?["waypoints"]?.array?.map { $0["name"]?.string }
    #expect(names == ["North", "Midway"])
    let ride = try #require(booked?["rideIdentifier"]?.string)
    let asked = try world.ask(.query(ride))[0].response?["rideStatus"]
    #expect(asked?["waypoints"] == booked?["waypoints"])
    let document = try #require(try world.document(ride))
    #expect(document.routeSeconds.map { $0 > 3_000 } == true)
  }

  @Test("B14: At most three stops are made, and none without a drop-off")
  func B14_refused() throws {
    let world = try World()
    let places = [Self.north, Letter.midway, Self.north, Letter.midway].joined(separator: ",")
    let many = try world.book(.booking(more: #","waypoints":[\#(places)]"#))[0]
    #expect(many.reason == "outOfRange" && many.path == "waypoints")
    let open = Letter(
      #"{"riderIdentifier":"rider-42","pickupLocation":\#(Letter.loop),"rideOptionName":"Taxi""#
        + Self.stops + "}", type: "request-ride.handle")
    let refused = try world.book(open.id("open"))[0]
    #expect(refused.reason == "notAvailableHere" && refused.path == "dropOffLocation")
    let twice = try world.book(
      .booking(more: #","waypoints":[\#(Letter.loop)]"#).id("twice"))[0]
    #expect(twice.reason == "sameAsPickup" && twice.path == "waypoints[0]")
  }

  @Test("B14: An end elsewhere is lowered from the way by the stops")
  func B14_endElsewhere() throws {
    func ended(_ more: String) throws -> String? {
      let scene = try DriverScene(endElsewhere: .repriced)
      _ = try scene.world.dispatch(.onDuty("veh-7"))
      let ride = try scene.world.ride(.paid(more: more))
      try scene.board(ride)
      let loop = DriverScene.loop
      for step in 1...10 {
        scene.world.wait(60)
        _ = try scene.locate(loop.latitude + 0.0063 * Double(step), loop.longitude)
      }
      #expect(try scene.world.dispatch(scene.report("ended", ride))[0].note.doubt == nil)
      return try scene.world.payment(ride)
    }
    // What was driven is the same, and so is its price, to the rounding of the proportion.
    let prices = try ["", Self.stops].map { more in
      try #require(try ended(more)?.split(separator: " ").last.flatMap { Double($0) })
    }
    #expect(abs(prices[0] - prices[1]) < 1, "\(prices)")
  }

  @Test("B14: A meter counts the way by the stops, and its hold is for all of it")
  func B14_meter() throws {
    func hold(_ more: String) throws -> Int64 {
      let world = try World()
      _ = try world.dispatch(.onDuty("veh-7", "taxi"))
      let ride = try world.ride(.paid(option: "Taxi", more: more))
      return try #require(try world.document(ride)?.account.charges.first).requested.minorUnits
    }
    #expect(try hold(Self.stops) > hold("") + 1_000)
  }

  @Test(
    "B14: A price is held where the positions show that a stop was not made",
    arguments: [false, true])
  func B14_skipped(isMade: Bool) throws {
    let scene = try DriverScene()
    _ = try scene.world.dispatch(.onDuty("veh-7"))
    let ride = try scene.world.ride(.paid(more: #","waypoints":[\#(Letter.midway)]"#))
    try scene.board(ride)
    var (last, way) = (DriverScene.loop, [DriverScene.airport])
    // Within the ranges of coordinates.
    if isMade { way.insert(Coordinate(latitude: 41.7868, longitude: -87.7522)!, at: 0) }
    for next in way {
      for step in 1...26 {
        scene.world.wait(60)
        let share = Double(step) / 26
        _ = try scene.locate(
          last.latitude + (next.latitude - last.latitude) * share,
          last.longitude + (next.longitude - last.longitude) * share)
      }
      last = next
    }
    let ended = try scene.world.dispatch(scene.report("ended", ride))[0]
    guard isMade else {
      return try scene.expectHeld(ride, ended, "no position is near 1 of the 1 booked stops")
    }
    #expect(ended.note.doubt == nil)
  }

  @Test("B14: The charge of a stop that was made stays where the ride has ended elsewhere")
  func B14_charge() throws {
    let scene = try DriverScene()
    _ = try scene.world.dispatch(.onDuty("veh-7", "taxi"))
    let uptown = #"{"latitude":41.96,"longitude":-87.65}"#
    let more =
      #","paymentMethod":{"type":"credit","token":"pm_1"},"waypoints":[\#(Letter.airport)]"#
    let ride = try scene.world.ride(.booking("Taxi", to: uptown, more: more))
    let lines = try #require(try scene.world.document(ride)).status.rideOption.fareLineItems
    #expect(lines.contains { $0.title == "Airport fee" })
    _ = try scene.world.dispatch(scene.report("accepted", ride))
    try scene.board(ride)
    try scene.world.move("veh-7", to: DriverScene.airport)
    // Two kilometers from the booked drop-off; within the ranges.
    try scene.world.move("veh-7", to: Coordinate(latitude: 41.978, longitude: -87.65)!)
    let ended = try scene.world.dispatch(scene.report("ended", ride, fare: "60.00"))[0]
    let balances = try scene.world.balances(ride)
    #expect(ended.note.doubt == nil && balances["fareRevenue"] == -6_000, "\(balances)")
    #expect(balances["passThrough"] == -400, "\(balances)")
  }
}
