import Rides
import Testing

@Suite("Rules of an area") struct AreaRuleTests {
  static func quoter(_ change: (inout ServiceArea) throws -> Void) throws -> Quoter {
    var area = try Fixture.area()
    try change(&area)
    return Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
  }

  static func list(
    _ quoter: Quoter, _ trip: Trip = Fixture.trip, supply: Supply = Fixture.supply()
  ) throws -> [RideOption] {
    try quoter.optionList(for: trip, locale: nil, supply: supply, at: Fixture.now)
      .quotes.map(\.option)
  }

  static func book(_ quoter: Quoter, _ name: String, _ trip: Trip = Fixture.trip) throws -> Quote {
    try quoter.quote(
      OptionSelection(name: name, partySize: 1), for: trip, locale: nil,
      supply: Fixture.supply(), at: Fixture.now)
  }

  static func refusal(_ body: () throws -> some Any) -> Refusal? {
    #expect(throws: Refusal.self) { _ = try body() }
  }

  /// 05:04 of that Saturday is in it or not.
  static func saturday(_ from: Int, _ to: Int) -> OperatingHours {
    OperatingHours(spans: [.init(days: [.saturday], fromMinute: from, toMinute: to)])
  }

  @Test("L12: An option that is booked in the app says with what, and is not booked here")
  func L12_bookInApp() throws {
    let quoter = try Self.quoter { area in
      area.rules.appBookings = [
        AppBooking(
          activityType: "example.book", titles: Fixture.text("Choose a gate", "Elige"),
          userInfo: ["zone": "airport"], scope: RuleScope(zones: [Fixture.airportZone]))
      ]
    }
    let trip = Trip(pickup: Fixture.airport, dropOff: Fixture.uptown)
    for option in try Self.list(quoter, trip) {
      #expect(
        option.userActivityForBookingInApplication
          == UserActivity(
            activityType: "example.book", title: "Choose a gate", userInfo: ["zone": "airport"]))
    }
    for option in try Self.list(quoter) {
      #expect(option.userActivityForBookingInApplication == nil)
    }
    let refusal = Self.refusal { try Self.book(quoter, "SUV", trip) }
    #expect(refusal?.reason == .bookInAppOnly && refusal?.path == "rideOptionName")
    #expect(try Self.book(quoter, "SUV").option.name == "SUV")
  }

  @Test("Outside its hours a product is left out; without any the service is away for now")
  func hours() throws {
    let quoter = try Self.quoter { $0.products[0].hours = Self.saturday(305, 400) }
    #expect(try Self.list(quoter).map(\.name) == ["SUV", "Taxi"])
    let closed = Self.refusal { try Self.book(quoter, "Compact") }
    #expect(closed?.reason == .serviceTemporarilyUnavailable)
    #expect(try Self.book(quoter, "SUV").option.name == "SUV")
    let night = try Self.quoter { $0.hours = Self.saturday(0, 304) }
    let empty = Self.refusal { try Self.list(night) }
    #expect(empty?.reason == .serviceTemporarilyUnavailable)
    let sea = Trip(pickup: Place(coordinate: Fixture.point(0, 0)), dropOff: nil)
    let outside = Self.refusal { try Self.list(night, sea) }
    #expect(outside?.reason == .outsideServiceArea, "no service is not the same as none now")
  }

  @Test("A pickup that is booked ahead needs the hours of its own time")
  func hoursAhead() throws {
    let quoter = try Self.quoter { $0.hours = Self.saturday(600, 700) }
    var trip = Fixture.trip
    trip.scheduledPickup = Fixture.now.advanced(bySeconds: 6 * 3_600)  // 11:04, minute 664
    #expect(
      try Self.book(quoter, "Compact", trip).option.estimatedPickupDate == trip.scheduledPickup)
    trip.scheduledPickup = Fixture.now.advanced(bySeconds: 7 * 3_600)
    let refusal = Self.refusal { try Self.book(quoter, "Compact", trip) }
    #expect(refusal?.reason == .outsideOperatingHours)
    #expect(refusal?.path == "scheduledPickupTime.start")
  }

  @Test("No vehicle gets into a restricted zone, nor out of it")
  func restricted() throws {
    let lake = RestrictedZone(zones: [Fixture.airportZone], reason: "this is a lake")
    let quoter = try Self.quoter { $0.rules.restrictedZones = [lake] }
    let from = Self.refusal { try Self.list(quoter, SeedSampleTests.trip) }
    #expect(from?.reason == .notReachable && from?.path == "pickupLocation")
    #expect(from?.message == "this is a lake")
    let to = Self.refusal {
      try Self.book(quoter, "SUV", Trip(pickup: Fixture.uptown, dropOff: Fixture.airport))
    }
    #expect(to?.reason == .notReachable && to?.path == "dropOffLocation")
    #expect(try Self.list(quoter).count == 3)
  }

  @Test("A wheelchair leaves the products that carry one, and none is refused for good")
  func wheelchair() throws {
    let quoter = try Self.quoter { $0.products[1].isWheelchairAccessible = true }
    var trip = Fixture.trip
    trip.requiresWheelchairAccess = true
    let options = try Self.list(quoter, trip)
    #expect(options.map(\.name) == ["SUV"] && options[0].isWheelchairAccessible)
    #expect(try Self.list(quoter).map(\.isWheelchairAccessible) == [false, true, false])
    #expect(try Self.book(quoter, "SUV", trip).option.isWheelchairAccessible)
    let other = Self.refusal { try Self.book(quoter, "Taxi", trip) }
    #expect(other?.reason == .notAvailableHere && other?.path == "wheelchairAccessible")
    let none = Self.refusal { try Self.list(Fixture.quoter(), trip) }
    #expect(none?.reason == .notAvailableHere && none?.path == "wheelchairAccessible")
  }

  @Test("P7: For cargo the party is ignored, at any size")
  func P7_cargo() throws {
    let quoter = try Self.quoter { $0.products[0].isPartySizeRelevant = false }
    for size in [nil, -1, 0, 1, 10_000] {
      let option = try quoter.quote(
        OptionSelection(name: "Compact", partySize: size), for: Fixture.trip, locale: nil,
        supply: Fixture.supply(), at: Fixture.now
      ).option
      #expect(option.priceRange == PriceRange(price: Fixture.cents(2525)))
    }
  }

  @Test("A toll is paid on the way from one zone to another, in that direction")
  func toll() throws {
    let downtown = Region(Fixture.square(41.8, -87.7, size: 0.1))
    let quoter = try Self.quoter { area in
      area.charges = [
        FareCharge(
          key: "toll", titles: Fixture.text("Toll", "Peaje"), value: .amount(Fixture.cents(190)),
          occasion: .way(from: [Fixture.airportZone], to: [downtown]))
      ]
    }
    func titles(_ pickup: Place, _ dropOff: Place?) throws -> Bool {
      try Self.list(quoter, Trip(pickup: pickup, dropOff: dropOff))[0]
        .fareLineItems.contains { $0.title == "Toll" }
    }
    #expect(try titles(Fixture.airport, Fixture.downtown))
    #expect(try !titles(Fixture.downtown, Fixture.airport))
    #expect(try !titles(Fixture.airport, Fixture.uptown))
    #expect(try !titles(Fixture.airport, nil))
  }

  @Test("The first area that contains the pickup wins, in several pieces and around holes")
  func areas() throws {
    let lake = try #require(
      Polygon(
        outer: Fixture.square(40, -90, size: 3).outer,
        holes: [Fixture.square(41.85, -87.65, size: 0.05).outer]))
    var first = try Fixture.area(key: "first")
    first.boundary = try #require(
      Region([Fixture.square(10, 10, size: 1), lake]))
    let quoter = Quoter(
      catalogue: try Fixture.catalogue([first, Fixture.area(key: "second")]))
    func area(_ latitude: Double, _ longitude: Double) throws -> String {
      try quoter.serviceArea(of: Place(coordinate: Fixture.point(latitude, longitude))).key
    }
    #expect(try area(10.5, 10.5) == "first")
    #expect(try area(41.96, -87.65) == "first")
    #expect(try area(41.88, -87.63) == "second", "in the hole of the first")
    #expect(Self.refusal { try area(0, 0) }?.reason == .outsideServiceArea)
  }
}
