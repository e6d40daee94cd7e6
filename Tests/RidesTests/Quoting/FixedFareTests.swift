import Testing

@testable import Rides

@Suite("Fixed fares between zones") struct FixedFareTests {
  private static let downtown = Region(Fixture.square(41.8, -87.7, size: 0.1))

  static func way(bothWays: Bool = true) -> FareCharge.Occasion {
    .way(from: [downtown], to: [Fixture.airportZone], bothWays: bothWays)
  }

  /// 70.00 between downtown and the airport for all products, with the charges that are named.
  private static func quoter(
    occasion: FareCharge.Occasion = way(), upToMetres: Double? = nil,
    products: [ProductKey] = [], hours: OperatingHours? = nil, onTop: [String]? = nil
  ) throws -> Quoter {
    try AreaRuleTests.quoter { area in
      area.charges.append(
        FareCharge(
          key: "night", titles: Fixture.text("Night", "Noche"), value: .amount(Fixture.cents(100)),
          occasion: .anywhere, isKept: true))
      area.rules.fixedFares = [
        FixedFare(
          key: "airport", titles: Fixture.text("Airport flat fare", "Tarifa plana"),
          amount: Fixture.cents(7_000), occasion: occasion, upToMetres: upToMetres, hours: hours,
          products: products, onTop: onTop)
      ]
      area.rules.specialPricing = [
        SpecialPricing(
          key: "demand", titles: Fixture.text("Demand", "Demanda"),
          value: .multiplier(Multiplier(basisPoints: 20_000)))
      ]
    }
  }

  private static let toAirport = Trip(pickup: Fixture.downtown, dropOff: Fixture.airport)
  private static let fromAirport = Trip(pickup: Fixture.airport, dropOff: Fixture.downtown)

  @Test("It is the price of a product with a meter, too, with charges and without special pricing")
  func everyProduct() throws {
    let options = try AreaRuleTests.list(try Self.quoter(), Self.toAirport)
    #expect(
      options.map { $0.fareLineItems.map(\.title) }
        == Array(repeating: ["Airport flat fare", "Airport fee", "Night"], count: 3))
    #expect(
      options.map { $0.priceRange?.minimumPrice?.minorUnits } == [7_500, 7_500, 7_500])
    #expect(options.allSatisfy { $0.specialPricing == nil && !$0.usesMeteredFare })
    // The extras of the tiers come on top.
    #expect(
      options[1].availablePartySizeOptions.map(\.priceRange.maximumPrice?.minorUnits)
        == [7_500, 7_900, 8_300])
  }

  /// A trip, the keys of a fixed fare that may be left out, and the price; nil for the meter.
  struct Scope {
    var trip = toAirport
    var bothWays = true
    var products: [ProductKey] = []
    var hours: OperatingHours?
    var onTop: [String]?
    var price: Int64?
  }

  @Test(
    "It holds on its way, at its hours and for its products, with the charges that it names",
    arguments: [
      Scope(price: 7_500), Scope(trip: fromAirport, price: 7_500),
      Scope(bothWays: false, price: 7_500), Scope(trip: fromAirport, bothWays: false),
      Scope(products: ["suv"]), Scope(products: ["taxi"], price: 7_500),
      Scope(hours: AreaRuleTests.saturday(304, 305), price: 7_500),
      Scope(hours: AreaRuleTests.saturday(305, 306)),
      Scope(onTop: ["airport"], price: 7_400), Scope(onTop: [], price: 7_000),
    ])
  func scope(scope: Scope) throws {
    let quoter = try Self.quoter(
      occasion: Self.way(bothWays: scope.bothWays), products: scope.products, hours: scope.hours,
      onTop: scope.onTop)
    let taxi = try AreaRuleTests.list(quoter, scope.trip)[2]
    #expect(taxi.priceRange?.maximumPrice?.minorUnits == scope.price)
    #expect(taxi.usesMeteredFare == (scope.price == nil))
    let booked = try AreaRuleTests.book(quoter, "Taxi", scope.trip)
    #expect(booked.option.fareLineItems == taxi.fareLineItems)
    #expect((booked.agreed?.meter == nil) == (scope.price != nil))
  }

  private static let toUptown = Trip(pickup: Fixture.downtown, dropOff: Fixture.uptown)
  private static let anywhere = Trip(pickup: Fixture.downtown, dropOff: nil)

  // The way is ten miles.
  @Test(
    "It may be the price of a short way or of one end of a trip, and needs a drop-off",
    arguments: [
      (.anywhere, 16_093.44, toUptown, true), (.anywhere, 16_093.43, toUptown, false),
      (.anywhere, 20_000, anywhere, false), (.place(.pickup, [downtown]), nil, anywhere, false),
      (.place(.pickup, [downtown]), nil, toUptown, true),
      (.place(.dropOff, [Fixture.airportZone]), nil, toAirport, true),
      (.place(.dropOff, [Fixture.airportZone]), 9_000, toAirport, false),
      (.place(.dropOff, [Fixture.airportZone]), nil, toUptown, false),
    ] as [(FareCharge.Occasion, Double?, Trip, Bool)])
  func shortTrip(
    occasion: FareCharge.Occasion, upToMetres: Double?, trip: Trip, isFixed: Bool
  ) throws {
    let quoter = try Self.quoter(occasion: occasion, upToMetres: upToMetres, onTop: [])
    let listed = try AreaRuleTests.list(quoter, trip)
    let taxi = try #require(listed.first { $0.optionIdentifier == "taxi" })
    #expect(taxi.priceRange?.maximumPrice == (isFixed ? Fixture.cents(7_000) : nil))
    #expect(taxi.usesMeteredFare != isFixed)
    #expect(try AreaRuleTests.book(quoter, "Taxi", trip).option.fareLineItems == taxi.fareLineItems)
  }

  @Test("A ride that was booked as a short trip costs its price, however far it goes")
  func longerRide() throws {
    let quoter = try Self.quoter(occasion: .anywhere, upToMetres: 20_000, onTop: [])
    var ride = try FinalFareTests.ride("Taxi", dropOff: Fixture.uptown, by: quoter)
    ride.status.vehicle = Vehicle(
      identifier: VehicleIdentifier("v"), location: Fixture.airport.coordinate,
      locatedAt: ride.endedAt)
    let fare = quoter.finalFare(of: ride, meteredFare: Fixture.cents(99_900))
    #expect(fare.lines.map(\.item.price.minorUnits) == [7_000] && fare.doubt == nil)
  }

  @Test("A ride at a fixed fare costs it, whatever a meter shows")
  func bill() throws {
    let quoter = try Self.quoter()
    let ride = try FinalFareTests.ride("Taxi", waited: 0, by: quoter)
    let fare = quoter.finalFare(of: ride, meteredFare: Fixture.cents(99_900))
    #expect(fare.lines.map(\.item.price.minorUnits) == [7_000, 400, 100])
    #expect(fare.lines.map(\.account) == [.fareRevenue, .passThrough, .chargeRevenue])
    #expect(quoter.expectedFare(of: ride) == Fixture.cents(7_500))
  }

  @Test(
    "M19: It includes the extras that it does not name, in lists, quotes and bookings",
    arguments: [(nil, 1_350), ([], 0), ([ExtraKey("pet")], 350)]
      as [([ExtraKey]?, Int64)])
  func M19_extras(extrasOnTop: [ExtraKey]?, price: Int64) throws {
    let quoter = try AreaRuleTests.quoter { area in
      area.extras = [ExtraTests.seat, ExtraTests.pet]
      area.rules.fixedFares = [
        FixedFare(
          key: "airport", titles: Fixture.text("Airport flat fare", "Tarifa plana"),
          amount: Fixture.cents(7_000), occasion: Self.way(), onTop: [], extrasOnTop: extrasOnTop)
      ]
    }
    let extras = ["seat", "pet"].map { ExtraCount(identifier: ExtraKey($0), count: 1) }
    let selection = OptionSelection(name: "Taxi", extras: extras)
    let list = try quoter.optionList(
      for: Self.toAirport, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    let listed = try #require(list.quotes.first { $0.productKey == "taxi" })
    #expect(listed.option.extras.map(\.price.minorUnits).reduce(0, +) == price)
    let claims = QuoteClaims(quote: listed, expires: list.expirationDate)
    let plain = try quoter.quote(
      selection, for: Self.toAirport, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    let locked = try quoter.quote(
      claims, selection: selection, for: Self.toAirport, locale: nil, supply: Fixture.supply(),
      at: Fixture.now)
    let explained = try quoter.explanation(
      of: selection, for: Self.toAirport, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    for booked in [plain, locked] {
      #expect(booked.option.priceRange?.maximumPrice == Fixture.cents(7_000 + price))
      #expect(booked.option.fareLineItems == explained.lines.map(\.item))
      #expect(booked.extras.booked.count == 2 && booked.extras.required.count == 1)
    }
    // Elsewhere they cost what they do.
    let other = Trip(pickup: Fixture.downtown, dropOff: Fixture.uptown)
    #expect(
      try AreaRuleTests.list(quoter, other)[2].extras.map(\.price.minorUnits) == [1_000, 350])
  }

  @Test(
    "M19: A fixed fare for larger parties is one with an extra of its own",
    arguments: [(nil, 7_000), (4, 7_000), (5, 10_000), (6, 10_000)] as [(Int?, Int64)])
  func M19_parties(partySize: Int?, price: Int64) throws {
    let quoter = try AreaRuleTests.quoter { area in
      area.extras = [
        Extra(
          key: ExtraKey("large"), names: Fixture.text("Large cab", "Taxi grande"),
          price: Fixture.cents(3_000), fromPartySize: 5, fixedFares: ["airport"])
      ]
      area.products[2].capacity = 6
      area.rules.fixedFares = [
        FixedFare(
          key: "airport", titles: Fixture.text("Airport flat fare", "Tarifa plana"),
          amount: Fixture.cents(7_000), occasion: Self.way(), onTop: [])
      ]
    }
    func quote(_ trip: Trip) throws -> Quote {
      try quoter.quote(
        OptionSelection(name: "Taxi", partySize: partySize), for: trip, locale: nil,
        supply: Fixture.supply(), at: Fixture.now)
    }
    #expect(
      try quote(Self.toAirport).option.priceRange?.maximumPrice == Fixture.cents(price))
    // Beside the meter it does not come.
    let other = try quote(Trip(pickup: Fixture.downtown, dropOff: Fixture.uptown))
    #expect(other.option.usesMeteredFare && other.extras.booked.isEmpty)
  }
}
