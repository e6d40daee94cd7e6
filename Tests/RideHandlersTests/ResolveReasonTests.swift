import JSON
import Messages
import RideHandlers
import Rides
import Testing

/// Reasons that depend on what the catalogue says of places and hours, and on two areas.
@Suite struct ResolveReasonTests {
  /// Nothing at all but this parameter, as the world judges it.
  private func judge(
    _ parameter: RequestParameter, _ members: String, in world: World,
    at now: Instant = noon
  ) throws -> JSONValue {
    let outcome = try world.book(.resolve(members), at: now)[0]
    return try #require(outcome.response?["resolutions"]?[parameter.rawValue])
  }

  private static func region() throws -> Region {
    let corners = [(41.87, -87.63), (41.87, -87.62), (41.89, -87.62), (41.89, -87.63)]
      .compactMap { Coordinate(latitude: $0, longitude: $1) }
    return Region(try #require(Polygon(outer: corners)))
  }

  @Test("V1: A place that no vehicle gets to is not reachable, at either end")
  func V1_restricted() throws {
    let zone = RestrictedZone(zones: [try Self.region()], reason: "closed for the marathon")
    let world = try World { $0.serviceAreas[0].rules.restrictedZones = [zone] }
    let pickup = try judge(.pickupLocation, Judgement.loop, in: world)
    let trip = #","pickupLocation":\#(Letter.airport),"dropOffLocation":\#(Letter.loop)"#
    let dropOff = try judge(.dropOffLocation, trip, in: world)
    for resolution in [pickup, dropOff] {
      #expect(resolution["result"]?.string == "unsupported")
      #expect(resolution["reason"]?.string == "notReachable")
      #expect(resolution["message"]?.string == "closed for the marathon")
    }
  }

  @Test("V1: A drop-off in another area is too far, and good while there is no pickup")
  func V1_tooFar() throws {
    let world = try World { $0.serviceAreas.append(Elsewhere.area(like: $0.serviceAreas[0])) }
    let dropOff = #","dropOffLocation":\#(Elsewhere.london)"#
    let far = try judge(.dropOffLocation, Judgement.loop + dropOff, in: world)
    #expect(far["reason"]?.string == "tooFar")
    #expect(try judge(.dropOffLocation, dropOff, in: world)["result"]?.string == "success")
  }

  @Test("V1: An option of another hour is outside its hours, one of the app is booked there")
  func V1_unavailable() throws {
    // Noon of the tests is at two in the night in Chicago.
    let hours = OperatingHours(
      spans: [.init(days: Weekday.allCases, fromMinute: 540, toMinute: 600)])
    let booking = AppBooking(
      activityType: "com.example.book", titles: ["en_US": "Choose the gate"],
      scope: RuleScope(products: [ProductKey("suv")]))
    let world = try World { catalogue in
      catalogue.serviceAreas[0].products[1].hours = hours
      catalogue.serviceAreas[0].rules.appBookings = [booking]
    }
    let sedan = try judge(
      .rideOptionName, Judgement.trip + #","rideOptionName":"Sedan""#, in: world)
    #expect(sedan["reason"]?.string == "outsideOperatingHours")
    let suv = try judge(.rideOptionName, Judgement.trip + #","rideOptionName":"SUV""#, in: world)
    #expect(suv["reason"]?.string == "bookInAppOnly")
  }

  @Test("V1: An old quote is expired, and a valid one names its option")
  func V1_quotes() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    let options = try #require(try world.list(.list())[0].response?["rideOptions"]?.array)
    let token = try #require(options.first?["quoteIdentifier"]?.string)
    let members = Judgement.trip + #","quoteIdentifier":"\#(token)""#
    let valid = try judge(.rideOptionName, members, in: world)
    #expect(valid["result"]?.string == "success")
    #expect(valid["value"] == options.first?["name"])
    let late = noon.advanced(bySeconds: 86_400)
    let stale = try judge(.rideOptionName, members, in: world, at: late)
    #expect(stale["result"]?.string == "unsupported")
    #expect(stale["reason"]?.string == "listExpired")
  }

  @Test("F12: Without a pickup only results common to all areas are shown")
  func F12_areas() throws {
    let world = try World { catalogue in
      var other = Elsewhere.area(like: catalogue.serviceAreas[0])
      other.paymentMethods = [PaymentMethod(kind: .credit, name: "Credit card")]
      catalogue.serviceAreas.append(other)
    }
    let credit = #","paymentMethod":{"type":"credit"}"#
    let apple = #","paymentMethod":{"type":"applePay"}"#
    #expect(try judge(.paymentMethod, credit, in: world)["result"]?.string == "success")
    #expect(try judge(.paymentMethod, apple, in: world)["result"]?.string == "needsValue")
    let here = try judge(.paymentMethod, Judgement.loop + apple, in: world)
    #expect(here["result"]?.string == "success")
  }
}
