import Testing

@testable import Rides

@Suite("The lowest and the highest fare") struct FareLimitTests {
  private static func quoter(
    _ minimum: Int64? = nil, _ maximum: Int64?, surge: Int? = nil
  ) throws -> Quoter {
    try AreaRuleTests.quoter { area in
      for index in area.products.indices {
        area.products[index].tariff.minimumFare = minimum.map(Fixture.cents)
        area.products[index].tariff.maximumFare = maximum.map(Fixture.cents)
      }
      area.rules.specialPricing = surge.map { [SpecialPricingTests.surge("x", $0)] } ?? []
    }
  }

  @Test(
    "A price is raised to the lowest and lowered to the highest fare, special pricing included",
    arguments: [
      (nil, 2_525, nil, [300, 1_600, 625]), (nil, 2_000, nil, [300, 1_600, 625, -525]),
      (nil, 0, nil, [300, 1_600, 625, -2_525]), (3_000, 3_000, nil, [300, 1_600, 625, 475]),
      (nil, 9_000, 20_000, [300, 1_600, 625, 2_525]),
      (nil, 4_000, 20_000, [300, 1_600, 625, 1_475]),
      (nil, 2_000, 20_000, [300, 1_600, 625, -525]),
      (3_000, 3_500, 20_000, [300, 1_600, 625, 475, 500]),
    ] as [(Int64?, Int64, Int?, [Int64])])
  func M10_limits(minimum: Int64?, maximum: Int64, surge: Int?, lines: [Int64]) throws {
    let compact = try AreaRuleTests.list(try Self.quoter(minimum, maximum, surge: surge))[0]
    #expect(compact.fareLineItems.map(\.price.minorUnits) == lines)
    #expect(compact.priceRange == PriceRange(price: Fixture.cents(lines.reduce(0, +))))
    ListTests.checkRules(compact)
  }

  @Test("What it takes away is named, no promotion in the books, and no limit of charges and tiers")
  func M10_books() throws {
    let quoter = try Self.quoter(nil, 2_000)
    let trip = Trip(pickup: Fixture.downtown, dropOff: Fixture.airport)
    let list = try AreaRuleTests.list(quoter, trip)
    #expect(list[0].fareLineItems.map(\.title).contains("Highest fare"))
    #expect(list[0].priceRange == PriceRange(price: Fixture.cents(2_400)))
    #expect(
      list[1].availablePartySizeOptions.map(\.priceRange.maximumPrice?.minorUnits)
        == [2_400, 2_800, 3_200])
    let booked = try AreaRuleTests.book(quoter, "Compact", trip)
    let accounts: [LedgerAccount] = [
      .fareRevenue, .fareRevenue, .fareRevenue, .fareRevenue, .passThrough,
    ]
    #expect(booked.agreed?.accounts == accounts)
  }

  @Test("A meter that shows more than the highest fare is held, and the tariff comes to no more")
  func M10_meters() throws {
    let quoter = try Self.quoter(nil, 2_000)
    let trip = Trip(pickup: Fixture.downtown, dropOff: Fixture.uptown)
    let estimate = try quoter.estimate(of: "taxi", for: trip, locale: nil, at: Fixture.now)
    #expect(estimate.lines.map(\.price.minorUnits) == [325, 2_250, 833, -1_408])
    var ride = try FinalFareTests.ride("Taxi", dropOff: Fixture.uptown, by: quoter)
    ride.driven = try FinalFareTests.tenMiles(of: ride, quoter)
    let fare = quoter.finalFare(of: ride).lines
    #expect(fare.map(\.item.price.minorUnits) == [325, 2_250, 667, -1_242])
    #expect(fare.allSatisfy { $0.account == .fareRevenue } && fare.last?.item.kind == .discount)
    let now = try #require(ride.endedAt)
    #expect(quoter.heldFare(of: ride, meteredFare: Fixture.cents(2_000), at: now) == nil)
    #expect(quoter.heldFare(of: ride, meteredFare: Fixture.cents(2_001), at: now) != nil)
  }
}
