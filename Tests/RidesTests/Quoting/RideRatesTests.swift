import Testing

@testable import Rides

@Suite("Rates that change within a ride") struct RideRatesTests {
  private static func rate(_ cents: Int64) -> Rate {
    Rate(microUnits: cents * 10_000, currency: Fixture.dollars)
  }

  private static func span(_ from: Int, _ to: Int) -> OperatingHours {
    OperatingHours(spans: [.init(fromMinute: from, toMinute: to)])
  }

  /// The period of another base and twice the rates of the compact's.
  private static func dear(
    _ hours: OperatingHours, _ counts: TariffPeriod.Moment
  ) throws -> TariffPeriod {
    TariffPeriod(
      hours: hours, counts: counts, base: Fixture.cents(600),
      rates: RateCard(
        distance: .perMile(try Fixture.rate("3.20")), perMinute: try Fixture.rate("0.50")),
      minimumFare: Fixture.cents(1_200))
  }

  private static func quoter(_ periods: [TariffPeriod]) throws -> Quoter {
    var compact = try Fixture.compact()
    compact.tariff.periods = periods
    return Quoter(
      catalogue: try Fixture.catalogue([try Fixture.area(products: [compact])]),
      routing: Fixture.TenMiles())
  }

  // Ten miles in 25 minutes from 05:04 on, for 3.00, 1.60 a mile and 0.25 a minute. Until 05:14 it
  // is 4 miles and 10 minutes, to 05:20 it is 6.4 miles, and 2 miles are 5 minutes.
  @Test(
    "M16: Each part of the ride has the rates of its hour, the rest is that of the beginning",
    arguments: [
      (314, 360, .ride, 300 + 640 + 250 + 1_920 + 750), (314, 360, .pickup, 2_525),
      (320, 325, .ride, 300 + 1_280 + 500 + 640 + 250),
      (240, 314, .ride, 600 + 1_280 + 500 + 960 + 375), (240, 314, .pickup, 5_050),
      (240, 329, .ride, 5_050), (329, 400, .ride, 2_525), (304, 305, .ride, 600 + 1_664 + 650),
    ] as [(Int, Int, TariffPeriod.Moment, Int64)])
  func M16_parts(from: Int, to: Int, counts: TariffPeriod.Moment, price: Int64) throws {
    let quoter = try Self.quoter([try Self.dear(Self.span(from, to), counts)])
    let listed = try AreaRuleTests.list(quoter, Fixture.trip)[0]
    #expect(listed.priceRange == PriceRange(price: Fixture.cents(price)))
    let booked = try quoter.quote(
      OptionSelection(name: "Compact"), for: Fixture.trip, locale: nil, supply: Fixture.supply(),
      at: Fixture.now)
    #expect(booked.option.fareLineItems == listed.fareLineItems)
    let estimate = try quoter.estimate(
      of: ProductKey("compact"), for: Fixture.trip, locale: nil, at: Fixture.now)
    #expect(estimate.lines == listed.fareLineItems)
  }

  @Test(
    "A period that counts the pickup holds for the whole ride, unless an earlier one takes over")
  func order() throws {
    let pickup = try Self.dear(Self.span(300, 310), .pickup)
    var ride = try Self.dear(Self.span(314, 360), .ride)
    ride.rates = RateCard(
      distance: .perMile(try Fixture.rate("1.00")), perMinute: try Fixture.rate("1.00"))
    for (periods, price) in [
      ([pickup, ride], 5_050), ([ride, pickup], 600 + 1_280 + 500 + 2_100),
    ] {
      let listed = try AreaRuleTests.list(try Self.quoter(periods), Fixture.trip)[0]
      #expect(listed.priceRange == PriceRange(price: Fixture.cents(Int64(price))))
    }
  }

  /// A card of one band.
  ///
  /// More than five parameters: each case names the few that it is about.
  private static func card(
    _ cents: Int64, per metres: Double, _ steps: FareSteps? = nil, included: Double = 0,
    seconds: Double = 20, rounding: FareRounding? = nil
  ) -> RateCard {
    RateCard(
      bands: [DistanceBand(fromMetres: 0, rate: DistanceRate(rate(cents), metresPerUnit: metres))],
      time: TimeRate(rate: rate(cents), secondsPerUnit: seconds, onlyWhenSlow: true),
      includedMetres: included, steps: steps, rounding: rounding)
  }

  private static let started = FareSteps(distance: .started, time: .started, areShared: true)
  private static let completed = FareSteps(distance: .completed, time: .completed, areShared: true)
  private static let apart = FareSteps(distance: .started, time: .started, areShared: false)
  private static let ten = FareRounding(step: Fixture.cents(10), direction: .up)

  /// The price in cents of a route of 100 s that another card takes over after some of them.
  private static func price(
    _ first: RateCard, _ second: RateCard, _ metres: Double, slow: Double = 0, after seconds: Int
  ) throws -> Int64 {
    let change = RateChange(at: Fixture.now.advanced(bySeconds: seconds), rates: second)
    let counted = try RideRates(first: first, changes: [change]).amounts(
      for: Route(metres: metres, seconds: 100, slowSeconds: slow), from: Fixture.now)
    return counted.distance.minorUnits + counted.time.minorUnits
  }

  // 475 m are 4.75 units of the first card, so that the fifth is begun, and 4.75 or, by 80 m,
  // 5.9375 more.
  private static let cases: [(RateCard, RateCard, slow: Double, cents: Int64)] = [
    (card(20, per: 100, started), card(30, per: 100, started), 0, 5 * 20 + 5 * 30),
    (card(20, per: 100, completed), card(30, per: 100, completed), 0, 4 * 20 + 5 * 30),
    (card(20, per: 100, started), card(20, per: 80, started), 0, 11 * 20),
    (card(20, per: 100, started, included: 300), card(30, per: 100, started), 0, 2 * 20 + 5 * 30),
    // Of six units that are included 1.25 are left.
    (card(20, per: 100, started, included: 600), card(30, per: 100, started), 0, 4 * 30),
    (card(20, per: 100), card(30, per: 100), 0, 238),
    (card(20, per: 100, rounding: ten), card(30, per: 100, rounding: ten), 0, 240),
    // As in Seoul: five steps of each card, and their sum to the tenth.
    (
      card(14, per: 100, started, rounding: ten), card(17, per: 100, started, rounding: ten), 0,
      160
    ),
    // 15 s are 0.75 of a unit: shared 5.5 and 5.5, apart 10 of distance and 2 of time.
    (card(20, per: 100, started), card(30, per: 100, started), 30, 6 * 20 + 5 * 30),
    (card(20, per: 100, apart), card(30, per: 100, apart), 30, 6 * 20 + 6 * 30),
    // 475 m at 1.20 for 500 m and 30 s at 1.20 a minute, then both at 1.60, to the tenth.
    (
      card(120, per: 500, seconds: 60, rounding: ten),
      card(160, per: 500, seconds: 60, rounding: ten), 60, 410
    ),
  ]

  @Test(
    "The part of a unit stays when rates change, and the next unit is the next card's",
    arguments: cases.indices)
  func units(index: Int) throws {
    let (first, second, slow, cents) = Self.cases[index]
    #expect(try Self.price(first, second, 950, slow: slow, after: 50) == cents)
  }

  @Test("A change to equal rates changes no fare, also at the exact end of a unit")
  func equal() throws {
    let kinds = [Self.started, Self.completed, Self.apart, nil]
    for (steps, rounding) in kinds.flatMap({ [($0, nil), ($0, Self.ten)] }) {
      let card = Self.card(37, per: 100, steps, included: 250, rounding: rounding)
      for metres in stride(from: 0.0, through: 3_000, by: 50) {
        let route = Route(metres: metres, seconds: 100, slowSeconds: 40)
        let whole = try card.amounts(for: route)
        for seconds in [1, 33, 50, 97] {
          #expect(
            try Self.price(card, card, metres, slow: 40, after: seconds)
              == whole.distance.minorUnits + whole.time.minorUnits)
        }
      }
    }
  }

  /// A taxi for 3.25, 2.25 a mile and 0.333333 a minute, from 05:14 to 06:00 for 4.50 and 0.60.
  private static func taxis() throws -> Quoter {
    var taxi = try Fixture.taxi()
    var night = try dear(span(314, 360), .ride)
    night.rates = RateCard(
      distance: .perMile(try Fixture.rate("4.50")), perMinute: try Fixture.rate("0.60"))
    taxi.tariff.periods = [night]
    return Quoter(
      catalogue: try Fixture.catalogue([try Fixture.area(products: [taxi])]),
      routing: Fixture.TenMiles())
  }

  // Booked at 05:04. Twenty minutes from 05:09 on are 5 and 15, and from 05:20 on 20.
  @Test(
    "Without a meter's fare each part of the way has the rates of its time",
    arguments: [(300, 325 + 1_800 + 1_067), (960, 325 + 2_250 + 1_200)] as [(Int, Int64)])
  func driven(late seconds: Int, fare: Int64) throws {
    let quoter = try Self.taxis()
    let quote = try quoter.quote(
      OptionSelection(name: "Taxi"), for: Fixture.trip, locale: nil, supply: Fixture.supply(),
      at: Fixture.now)
    var ride = FinalFareTests.ride(of: quote, Fixture.trip)
    ride.startedAt = Fixture.now.advanced(bySeconds: seconds)
    ride.endedAt = ride.startedAt?.advanced(bySeconds: 1_200)
    var way = try #require(quoter.drivenWay(of: ride, from: nil))
    way.sections[0].metres = 2 * DistanceRate.metresPerMile
    #expect(
      way.later.map(\.at.rfc3339)
        == ["2026-11-21T05:14:00Z", "2026-11-21T06:00:00Z"].suffix(seconds < 600 ? 2 : 1))
    way.later[0].sections[0].metres = 3 * DistanceRate.metresPerMile
    if seconds > 600 { way.later[0].sections[0].metres = 0; way.sections[0].metres *= 2.5 }
    ride.driven = way
    #expect(FinalFareTests.total(quoter.finalFare(of: ride).lines) == fare)
    // Expected are ten miles in 25 minutes; the most is 1000 km in a day by the dearest rates.
    ride.startedAt = Fixture.now
    #expect(quoter.expectedFare(of: ride) == Fixture.cents(325 + 900 + 2_700 + 1_233))
    #expect(quoter.meterLimit(of: ride) == Fixture.cents(325 + 279_617 + 86_400))
  }

  @Test("A stretch across a change counts by both rates, in proportion to time")
  func stretch() {
    let start = Fixture.point(0.5, 10)
    func at(_ seconds: Int) -> Instant { Fixture.now.advanced(bySeconds: seconds) }
    let section = DrivenWay.Section(fromMetres: 0, slowBelow: 5)
    var way = DrivenWay(
      ride: RideIdentifier("r"), circuity: 1, freeSecondsPerStop: 60, sections: [section],
      later: [50, 60, 500].map { DrivenWay.Leg(at: at($0), sections: [section]) }, from: start,
      at: Fixture.now)
    for (seconds, metres) in [(40, 400.0), (80, 800.0), (180, 800.0)] {
      let place = Fixture.point(start.latitude + metres / 111_195.08, start.longitude)
      way.add(Fix(location: place, at: at(seconds)), odometer: nil, speed: 60)
    }
    #expect(
      ([way.sections] + way.later.map(\.sections)).map { Int($0[0].metres.rounded()) }
        == [500, 100, 200, 0])
    // Of 100 s of standing 60 are free.
    #expect(way.later.map { $0.sections[0].slowSeconds } == [0, 40, 0])
    #expect(Int(way.byPosition.metres.rounded()) == 800)
  }

  @Test("A period that counts the ride hides fewer others, and holds when its product is not sold")
  func warnings() throws {
    func paths(_ periods: [TariffPeriod], hours: OperatingHours? = nil) throws -> [String] {
      var compact = try Fixture.compact()
      compact.tariff.periods = periods
      compact.hours = hours
      let catalogue = try Fixture.catalogue([
        try Fixture.area(products: [compact, try Fixture.suv()])
      ])
      return catalogue.warnings(at: Instant(seconds: 0)).map(\.path)
    }
    let (ride, pickup) = (
      try Self.dear(Self.span(314, 360), .ride), try Self.dear(Self.span(314, 360), .pickup)
    )
    #expect(try paths([ride, pickup]) == [])
    #expect(try paths([pickup, ride]) == [])
    let path = "serviceAreas[0].products[0].tariff.periods"
    #expect(try paths([ride, ride]) == ["\(path)[1]"])
    let day = Self.span(600, 1_200)
    #expect(try paths([pickup], hours: day) == ["\(path)[0]"])
    #expect(try paths([ride], hours: day) == [])
  }

  @Test("Hours that clocks show twice hold twice, and changes end after a day")
  func clocks() throws {
    var area = try Fixture.area()
    area.timeZone = try TimeZoneRules(
      name: "Test/Zone",
      tzif: ZoneBytes.file(
        types: [-21_600, -18_000], transitions: [(-1_000, 1), (1_000, 0), (2_000, 1)],
        footer: "CST6CDT,M3.2.0,M11.1.0"))
    area.products[0].tariff.periods = [try Self.dear(Self.span(90, 120), .ride)]
    let quoter = Quoter(catalogue: try Fixture.catalogue([area]))
    // 2026-11-01 at 00:15, before the clocks are set back from 02:00 to 01:00.
    let start = try #require(Instant(rfc3339: "2026-11-01T05:15:00Z"))
    let prices = quoter.areas[0].products[0].prices(
      for: Fixture.trip, at: LocalMoment(scheduled: nil, now: start, zone: area.timeZone))
    #expect(
      prices.changes.map(\.at.rfc3339) == [
        "2026-11-01T06:30:00Z", "2026-11-01T07:00:00Z", "2026-11-01T07:30:00Z",
        "2026-11-01T08:00:00Z",
      ])
  }
}
