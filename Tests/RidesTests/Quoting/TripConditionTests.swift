import Testing

@testable import Rides

@Suite("Trips that something holds for") struct TripConditionTests {
  private static let trip = Trip(pickup: Fixture.downtown, dropOff: Fixture.uptown)

  /// A half more under conditions, for all products or the taxi alone.
  private static func half(_ conditions: TripConditions) -> FareCharge {
    var charge = FareCharge(
      key: "half", titles: Fixture.text("Half", "Mitad"), value: .share(.init(basisPoints: 5_000)),
      occasion: .anywhere)
    charge.conditions = conditions
    return charge
  }

  // The way is ten miles, 16,093.44 m.
  @Test(
    "M20: A charge may be of trips beyond a length, or up to one",
    arguments: [
      (16_093.43, nil, 3_788, true), (16_093.44, nil, 2_525, false), (nil, 16_093.44, 3_788, true),
      (nil, 16_093.43, 2_525, false), (9_000, 20_000, 3_788, true), (9_000, 10_000, 2_525, false),
    ] as [(Double?, Double?, Int64, Bool)])
  func M20_length(beyond: Double?, upTo: Double?, price: Int64, isPaid: Bool) throws {
    let quoter = try AreaRuleTests.quoter {
      $0.charges = [Self.half(TripConditions(beyondMetres: beyond, upToMetres: upTo))]
    }
    let listed = try AreaRuleTests.list(quoter, Self.trip)
    #expect(listed[0].priceRange == PriceRange(price: Fixture.cents(price)))
    let booked = try AreaRuleTests.book(quoter, "Taxi", Self.trip)
    for lines in [listed[2].fareLineItems, booked.option.fareLineItems] {
      #expect(lines.contains { $0.title == "Half" } == isPaid)
    }
    let ride = FinalFareTests.ride(of: booked, Self.trip)
    let fare = quoter.finalFare(of: ride, meteredFare: Fixture.cents(1_000)).lines
    #expect(FinalFareTests.total(fare) == (isPaid ? 1_500 : 1_000))
  }

  @Test(
    "M20: Without a drop-off the length is that of the way that was driven",
    arguments: [(8_999.0, 1_000), (9_001, 1_500)] as [(Double, Int64)])
  func M20_driven(metres: Double, price: Int64) throws {
    let quoter = try AreaRuleTests.quoter {
      $0.charges = [Self.half(TripConditions(beyondMetres: 9_000))]
    }
    let trip = Trip(pickup: Fixture.downtown, dropOff: nil)
    let booked = try AreaRuleTests.book(quoter, "Taxi", trip)
    #expect(!booked.option.fareLineItems.contains { $0.title == "Half" })
    var ride = FinalFareTests.ride(of: booked, trip)
    ride.status.vehicle = Vehicle(
      identifier: VehicleIdentifier("v"), location: Fixture.uptown.coordinate,
      locatedAt: ride.endedAt)
    var way = try #require(quoter.drivenWay(of: ride, from: nil))
    way.sections[0].metres = metres
    ride.driven = way
    let fare = quoter.finalFare(of: ride, meteredFare: Fixture.cents(1_000)).lines
    #expect(FinalFareTests.total(fare) == price)
  }

  /// Taxis with a base of 10.00 and at least 50.00 for three or more, and a half more for four.
  private static func taxis() throws -> Quoter {
    try AreaRuleTests.quoter { area in
      var large = area.products[2].tariff.otherwise
      large.conditions = TripConditions(fromPartySize: 3)
      (large.base, large.minimumFare) = (Fixture.cents(1_000), Fixture.cents(5_000))
      area.products[2].tariff.periods = [large]
      area.charges = [Self.half(TripConditions(products: ["taxi"], fromPartySize: 4))]
    }
  }

  // Distance and time are 30.83.
  @Test(
    "M20: A tariff, its lowest fare and a charge may be of large parties",
    arguments: [(nil, 3_408), (2, 3_408), (3, 5_000), (4, 7_500)] as [(Int?, Int64)])
  func M20_party(size: Int?, price: Int64) throws {
    let quoter = try Self.taxis()
    let selection = OptionSelection(name: "Taxi", partySize: size)
    let quote = try quoter.quote(
      selection, for: Self.trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    var ride = FinalFareTests.ride(of: quote, Self.trip)
    ride.partySize = size
    #expect(quoter.expectedFare(of: ride) == Fixture.cents(price))
    let explained = try quoter.explanation(
      of: selection, for: Self.trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    #expect(explained.lines.map(\.item.price.minorUnits).reduce(0, +) == price)
    #expect(explained.period == (size ?? 1 >= 3 ? 0 : nil))
    // An end elsewhere, where the catalogue has the charges.
    ride.status.vehicle = Vehicle(
      identifier: VehicleIdentifier("v"), location: Fixture.airport.coordinate,
      locatedAt: ride.endedAt)
    let fare = quoter.finalFare(of: ride, meteredFare: Fixture.cents(1_000)).lines
    #expect(FinalFareTests.total(fare) == (size == 4 ? 1_500 : 1_000))
  }

  @Test("M20: Where a list promises the price no party changes it")
  func M20_promised() throws {
    var quoter = try Self.taxis()
    var area = quoter.catalogue.serviceAreas[0]
    area.rules.fixedFares = [
      FixedFare(
        key: "flat", titles: Fixture.text("Flat", "Plana"), amount: Fixture.cents(2_000),
        occasion: .anywhere, upToMetres: 20_000)
    ]
    quoter = Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
    let booked = try quoter.quote(
      OptionSelection(name: "Taxi", partySize: 4), for: Self.trip, locale: nil,
      supply: Fixture.supply(), at: Fixture.now)
    #expect(booked.option.priceRange == PriceRange(price: Fixture.cents(2_000)))
    func paths(_ change: (inout ServiceArea) -> Void) throws -> [String] {
      var area = area
      change(&area)
      return try Fixture.catalogue([area]).mistakes().map(\.path)
    }
    let path = "serviceAreas[0].charges[0]"
    #expect(try paths { _ in } == [])
    #expect(
      try paths { $0.charges[0].conditions.products = ["taxi", "compact"] } == [
        "\(path).fromPartySize"
      ])
    #expect(try paths { $0.charges[0].conditions.fromPartySize = 99 } == ["\(path).fromPartySize"])
    #expect(try paths { $0.charges[0].conditions.fromPartySize = 1 } == ["\(path).fromPartySize"])
    #expect(
      try paths { $0.products[2].isPartySizeRelevant = false }.last == "\(path).fromPartySize")
    area.products[2].isPartySizeRelevant = false
    #expect(
      try Fixture.catalogue([area]).mistakes().last?.message
        == "expected products for which the party matters; taxi has partySizeRelevant false")
    area.products[2].isPartySizeRelevant = true
    #expect(try paths { $0.charges[0].conditions.beyondMetres = 0 } == ["\(path).beyond"])
    #expect(
      try paths {
        ($0.charges[0].conditions.beyondMetres, $0.charges[0].conditions.upToMetres) = (9, 9)
      } == ["\(path).upTo"])
  }

  @Test("What a rule of all lengths or all parties holds for is nothing for a later one")
  func hidden() {
    let all = TripConditions()
    let cases: [(TripConditions, TripConditions, Bool)] = [
      (all, TripConditions(fromPartySize: 5), true), (TripConditions(fromPartySize: 5), all, false),
      (TripConditions(fromPartySize: 4), TripConditions(fromPartySize: 5), true),
      (TripConditions(beyondMetres: 5), TripConditions(beyondMetres: 6), true),
      (TripConditions(beyondMetres: 6), TripConditions(beyondMetres: 5), false),
      (TripConditions(upToMetres: 6), TripConditions(upToMetres: 5), true),
      (TripConditions(upToMetres: 6), all, false),
      (TripConditions(products: ["a"]), all, false), (all, TripConditions(products: ["a"]), true),
    ]
    for (first, second, covers) in cases { #expect(first.cover(second) == covers) }
  }
}
