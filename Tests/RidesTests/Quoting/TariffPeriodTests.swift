import Testing

@testable import Rides

@Suite("Periods of a tariff") struct TariffPeriodTests {
  /// A compact for twice the price and a taxi with other rates from 20:00 to 06:00.
  private static func quoter() throws -> Quoter {
    let night = OperatingHours(spans: [.init(fromMinute: 1_200, toMinute: 1_800)])
    var (compact, taxi) = (try Fixture.compact(), try Fixture.taxi())
    compact.tariff.periods = [
      TariffPeriod(
        hours: night, base: Fixture.cents(600),
        rates: RateCard(distance: .perMile(try rate("3.20")), perMinute: try rate("0.50")),
        minimumFare: Fixture.cents(1_200))
    ]
    taxi.tariff.periods = [
      TariffPeriod(
        hours: night, base: Fixture.cents(400),
        rates: RateCard(distance: .perMile(try rate("3.00")), perMinute: try rate("0.50")))
    ]
    return Quoter(
      catalogue: try Fixture.catalogue([try Fixture.area(products: [compact, taxi])]),
      routing: Fixture.TenMiles())
  }

  private static let toAirport = FareCharge.Occasion.place(.dropOff, [Fixture.airportZone])
  private static let night = OperatingHours(spans: [.init(fromMinute: 1_200, toMinute: 1_800)])
  private static let day = OperatingHours(spans: [.init(fromMinute: 360, toMinute: 1_200)])

  @Test(
    "M11: The places of the trip decide, too, and the first period that holds counts",
    arguments: [
      (toAirport, nil, Fixture.airport, 1_000), (toAirport, nil, Fixture.uptown, 2_525),
      (toAirport, night, Fixture.airport, 1_000), (toAirport, day, Fixture.airport, 2_200),
      (.anywhere, night, Fixture.uptown, 1_000), (.anywhere, day, Fixture.uptown, 2_525),
    ] as [(FareCharge.Occasion, OperatingHours?, Place, Int64)])
  func M11_places(
    occasion: FareCharge.Occasion, hours: OperatingHours?, dropOff: Place, price: Int64
  ) throws {
    let quoter = try AreaRuleTests.quoter { area in
      area.charges = []
      let own = area.products[0].tariff
      area.products[0].tariff.periods = [
        TariffPeriod(
          hours: hours, occasion: occasion, base: own.base, rates: own.rates,
          maximumFare: Fixture.cents(1_000)),
        TariffPeriod(
          hours: nil, occasion: Self.toAirport, base: own.base, rates: own.rates,
          maximumFare: Fixture.cents(2_200)),
      ]
    }
    let trip = Trip(pickup: Fixture.downtown, dropOff: dropOff)
    #expect(
      try AreaRuleTests.list(quoter, trip)[0].priceRange == PriceRange(price: Fixture.cents(price)))
  }

  private static func rate(_ text: String) throws -> Rate {
    try Rate(decimal: text, currency: Fixture.dollars)
  }

  /// A trip for now, which is 05:04, or booked ahead.
  private static func trip(inHours hours: Int) -> Trip {
    var trip = Fixture.trip
    if hours > 0 { trip.scheduledPickup = Fixture.now.advanced(bySeconds: hours * 3_600) }
    return trip
  }

  @Test(
    "The time of the pickup decides in the list, the booking and the rates of a meter",
    arguments: [
      (0, 5_050, [400, 300, 50]), (1, 2_525, [325, 225, 33]), (14, 2_525, [325, 225, 33]),
      (15, 5_050, [400, 300, 50]),
    ] as [(Int, Int64, [Int64])])
  func pickup(hours: Int, price: Int64, rates: [Int64]) throws {
    let (quoter, trip) = (try Self.quoter(), Self.trip(inHours: hours))
    let list = try quoter.optionList(
      for: trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    #expect(list.quotes[0].option.priceRange == PriceRange(price: Fixture.cents(price)))
    #expect(list.quotes[1].option.fareLineItems.map(\.price.minorUnits) == rates)
    for (name, index) in [("Compact", 0), ("Taxi", 1)] {
      let booked = try quoter.quote(
        OptionSelection(name: name), for: trip, locale: nil, supply: Fixture.supply(),
        at: Fixture.now)
      #expect(booked.option.fareLineItems == list.quotes[index].option.fareLineItems)
      let meter = booked.agreed?.meter?.rates.bands[0].rate.rate.microUnits
      #expect(meter == (index == 0 ? nil : hours % 15 == 0 ? 3_000_000 : 2_250_000))
    }
  }
}
