import Testing

@testable import Rides

@Suite("What a lowest fare covers") struct MinimumCoverTests {
  private static let bag = Extra(
    key: ExtraKey("bag"), names: Fixture.text("Bag", "Maleta"), price: Fixture.cents(300))

  /// The city with a lowest fare of 40.00, where a taxi for ten miles is 34.08.
  private static func quoter(_ cover: MinimumCover, of product: Int = 2) throws -> Quoter {
    try AreaRuleTests.quoter { area in
      area.extras = [bag]
      area.products[product].tariff.minimumFare = Fixture.cents(4_000)
      area.products[product].tariff.minimumCover = cover
    }
  }

  private static func trip(isToAirport: Bool) -> Trip {
    Trip(pickup: Fixture.downtown, dropOff: isToAirport ? Fixture.airport : Fixture.uptown)
  }

  private static func booked(_ quoter: Quoter, _ bags: Int, _ trip: Trip) throws -> Quote {
    let extras = bags == 0 ? [] : [ExtraCount(identifier: bag.key, count: bags)]
    return try quoter.quote(
      OptionSelection(name: "Taxi", extras: extras), for: trip, locale: nil,
      supply: Fixture.supply(), at: Fixture.now)
  }

  // A bag is 3.00, and the airport 4.00.
  @Test(
    "M18: A lowest fare is that of a meter alone, with its charges, or with extras, too",
    arguments: [
      (.fare, true, 0, 4_400), (.fare, true, 1, 4_700), (.fare, false, 1, 4_300),
      (.charges, true, 0, 4_000), (.charges, true, 1, 4_300), (.charges, false, 1, 4_300),
      (.chargesAndExtras, true, 0, 4_000), (.chargesAndExtras, true, 1, 4_108),
      (.chargesAndExtras, false, 0, 4_000), (.chargesAndExtras, false, 1, 4_000),
    ] as [(MinimumCover, Bool, Int, Int64)])
  func M18_meter(cover: MinimumCover, isToAirport: Bool, bags: Int, price: Int64) throws {
    let (quoter, trip) = (try Self.quoter(cover), Self.trip(isToAirport: isToAirport))
    let quote = try Self.booked(quoter, bags, trip)
    let estimate = try quoter.estimate(
      of: ProductKey("taxi"), for: trip, locale: nil, at: Fixture.now, with: quote.extras)
    #expect(estimate.total == Fixture.cents(price))
    let explained = try quoter.explanation(
      of: OptionSelection(
        name: "Taxi",
        extras: quote.extras.booked.map {
          ExtraCount(identifier: $0.identifier, count: $0.count)
        }), for: trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    #expect(explained.lines.map(\.item) == estimate.lines)
    var ride = FinalFareTests.ride(of: quote, trip)
    #expect(quoter.expectedFare(of: ride) == Fixture.cents(price))
    // What a driver's meter shows has the lowest fare of its own alone.
    let metered = quoter.finalFare(of: ride, meteredFare: Fixture.cents(3_408)).lines
    #expect(FinalFareTests.total(metered) == (cover == .fare ? price - 592 : price))
    ride.endedAt = ride.startedAt?.advanced(bySeconds: 1_500)
    ride.driven = try FinalFareTests.tenMiles(of: ride, quoter)
    #expect(FinalFareTests.total(quoter.finalFare(of: ride).lines) == price)
    #expect(quoter.finalFare(of: ride).lines.map(\.item) == estimate.lines)
  }

  @Test(
    "M18: A price may be raised after its charges",
    arguments: [(.fare, 4_400), (.charges, 4_000)]
      as [(MinimumCover, Int64)])
  func M18_price(cover: MinimumCover, price: Int64) throws {
    let (quoter, trip) = (try Self.quoter(cover, of: 0), Self.trip(isToAirport: true))
    let listed = try AreaRuleTests.list(quoter, trip)[0]
    #expect(listed.priceRange == PriceRange(price: Fixture.cents(price)))
    #expect(listed.fareLineItems.contains { $0.title == "Minimum fare" })
    #expect(
      try AreaRuleTests.book(quoter, "Compact", trip).option.fareLineItems == listed.fareLineItems)
  }
}
