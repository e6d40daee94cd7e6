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
}
