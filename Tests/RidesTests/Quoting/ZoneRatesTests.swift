import Testing

@testable import Rides

@Suite("Rates of the zones in which a ride is driven") struct ZoneRatesTests {
  /// North of the middle between downtown and uptown.
  private static let north = Region(Fixture.square(41.92, -87.7, size: 0.1))

  /// A base of 6.00 and twice the compact's rates in the north, at all times or from a minute on.
  private static func dear(from minute: Int? = nil) throws -> TariffPeriod {
    var period = TariffPeriod(
      hours: minute.map { OperatingHours(spans: [.init(fromMinute: $0, toMinute: 600)]) },
      counts: .ride, base: Fixture.cents(600),
      rates: RateCard(
        distance: .perMile(try Fixture.rate("3.20")), perMinute: try Fixture.rate("0.50")),
      minimumFare: Fixture.cents(600))
    period.inZones = [north]
    return period
  }

  private static func quoter(_ product: Product, _ periods: [TariffPeriod]) throws -> Quoter {
    var product = product
    product.tariff.periods = periods
    return Quoter(
      catalogue: try Fixture.catalogue([try Fixture.area(products: [product])]),
      routing: Fixture.TenMiles())
  }

  // Ten miles in 25 minutes from 05:04 on, half of them in the north, for 3.00, 1.60 a mile and
  // 0.25 a minute. At 05:20 all but 3.6 miles and 9 minutes are driven.
  @Test(
    "M21: Each part of the ride has the rates of its zone and hour, the rest is that of the pickup",
    arguments: [
      (nil, false, 300 + 2_400 + 938), (nil, true, 600 + 2_400 + 938),
      (304, false, 300 + 2_400 + 938), (320, false, 300 + 2_176 + 850),
      (320, true, 300 + 1_600 + 625), (540, false, 2_525),
    ] as [(Int?, Bool, Int64)])
  func M21_parts(from minute: Int?, isReversed: Bool, price: Int64) throws {
    let quoter = try Self.quoter(try Fixture.compact(), [try Self.dear(from: minute)])
    let trip =
      isReversed ? Trip(pickup: Fixture.uptown, dropOff: Fixture.downtown) : Fixture.trip
    let listed = try AreaRuleTests.list(quoter, trip)[0]
    #expect(listed.priceRange == PriceRange(price: Fixture.cents(price)))
    let booked = try quoter.quote(
      OptionSelection(name: "Compact"), for: trip, locale: nil, supply: Fixture.supply(),
      at: Fixture.now)
    #expect(booked.option.fareLineItems == listed.fareLineItems)
    let explained = try quoter.explanation(
      of: OptionSelection(name: "Compact"), for: trip, locale: nil, supply: Fixture.supply(),
      at: Fixture.now)
    #expect(explained.lines.map(\.item) == listed.fareLineItems)
    #expect(explained.parts.contains { $0.period == 0 } == (price != 2_525))
  }

  // All is within the large zone, the second half within the north, too.
  @Test(
    "Of zones that overlap the first period that holds counts",
    arguments: [(nil, 600 + 1_600 + 1_600 + 1_250), (540, 300 + 2_400 + 938)]
      as [(Int?, Int64)])
  func order(from minute: Int?, price: Int64) throws {
    var whole = try Self.dear()
    whole.inZones = [Region(Fixture.square(41.5, -88, size: 1))]
    if minute != nil {
      whole.base = Fixture.cents(300)
      whole.rates = RateCard(
        distance: .perMile(try Fixture.rate("2.40")), perMinute: try Fixture.rate("0.375"))
    }
    let quoter = try Self.quoter(try Fixture.compact(), [try Self.dear(from: minute), whole])
    let listed = try AreaRuleTests.list(quoter, Fixture.trip)[0]
    #expect(listed.priceRange == PriceRange(price: Fixture.cents(price)))
  }

  /// A taxi for 3.25, 2.25 a mile and 0.333333 a minute, in the north for 4.50 and 0.60.
  private static func taxis() throws -> Quoter {
    var dear = try dear()
    dear.rates = RateCard(
      distance: .perMile(try Fixture.rate("4.50")), perMinute: try Fixture.rate("0.60"))
    return try quoter(try Fixture.taxi(), [dear])
  }

  private static func ride(_ quoter: Quoter) throws -> Ride {
    let quote = try quoter.quote(
      OptionSelection(name: "Taxi"), for: Fixture.trip, locale: nil, supply: Fixture.supply(),
      at: Fixture.now)
    var ride = FinalFareTests.ride(of: quote, Fixture.trip)
    ride.startedAt = Fixture.now
    ride.endedAt = Fixture.now.advanced(bySeconds: 1_200)
    return ride
  }

  // Ten miles in ten minutes, half of each in the north, where the vehicle is silent for the rest.
  @Test("Without a meter's fare each part of the way has the rates of the zone of its positions")
  func driven() throws {
    let quoter = try Self.taxis()
    var ride = try Self.ride(quoter)
    var way = try #require(quoter.drivenWay(of: ride, from: nil))
    let miles = DistanceRate.metresPerMile
    for (place, second, metres) in [
      (Fixture.downtown, 1, 0.0), (Fixture.uptown, 601, 10 * miles),
    ] {
      let fix = Fix(location: place.coordinate, at: Fixture.now.advanced(bySeconds: second))
      way.add(fix, odometer: metres, speed: 60)
    }
    #expect(way.place == 0 && way.later.map(\.place) == [1])
    #expect(way.later.map { Fixture.now.seconds(to: $0.at).rounded() } == [301])
    let legs = [way.sections] + way.later.map(\.sections)
    #expect(legs.map { Int(($0[0].metres / miles * 1e6).rounded()) } == [5_000_000, 5_000_000])
    ride.driven = way
    // 301 s elsewhere, and the rest of 1,200 s in the north, where the way ends.
    #expect(
      FinalFareTests.total(quoter.finalFare(of: ride).lines)
        == 325 + 1_125 + 2_250 + Int64((167.222 + 899.0).rounded()))
  }

  // Four kilometers, eight in the north and four again, at the bands of the whole trip.
  @Test("A way that leaves a zone and comes back counts in its order, with what the base includes")
  func thereAndBack() throws {
    func bands(_ cents: Int64) -> [DistanceBand] {
      [(0.0, 2 * cents), (3_000, cents)].map { from, cents in
        DistanceBand(
          fromMetres: from,
          rate: .perKilometre(Rate(microUnits: cents * 10_000, currency: Fixture.dollars)))
      }
    }
    let time = TimeRate(rate: Rate(microUnits: 0, currency: Fixture.dollars))
    var (taxi, dear) = (try Fixture.taxi(), try Self.dear())
    taxi.tariff.rates = RateCard(bands: bands(100), time: time, includedMetres: 1_000)
    dear.rates = RateCard(bands: bands(300), time: time)
    let quoter = try Self.quoter(taxi, [dear])
    var ride = try Self.ride(quoter)
    var way = try #require(quoter.drivenWay(of: ride, from: nil))
    let border = 41.92
    for (second, latitude, metres) in [
      (1, border - 0.03, 0.0), (200, border, 4_000), (400, border + 0.03, 8_000),
      (600, border, 12_000), (800, border - 0.03, 16_000),
    ] {
      let fix = Fix(
        location: Fixture.point(latitude, -87.63), at: Fixture.now.advanced(bySeconds: second))
      way.add(fix, odometer: metres, speed: 60)
    }
    #expect(way.later.map(\.place) == [1, 0])
    ride.driven = way
    // Two kilometers at 2.00 beyond the first, one at 1.00, eight at 3.00 and four at 1.00.
    #expect(
      FinalFareTests.total(quoter.finalFare(of: ride).lines) == 325 + 400 + 100 + 2_400 + 400)
  }

  @Test(
    "The expected fare of a meter is cut like an estimate, and its limit is by the dearest rates")
  func expected() throws {
    let quoter = try Self.taxis()
    let ride = try Self.ride(quoter)
    let estimate = try quoter.estimate(
      of: ProductKey("taxi"), for: Fixture.trip, locale: nil, at: Fixture.now)
    #expect(estimate.total == Fixture.cents(325 + 1_125 + 2_250 + 417 + 750))
    #expect(quoter.expectedFare(of: ride) == estimate.total)
    #expect(quoter.meterLimit(of: ride) == Fixture.cents(325 + 279_617 + 86_400))
  }

  @Test("A period of some zones hides those of zones within, and may be of zones to drive through")
  func warnings() throws {
    var (other, within) = (try Self.dear(), try Self.dear())
    other.inZones = [Fixture.airportZone]
    within.inZones = [Region(Fixture.square(41.93, -87.69, size: 0.05))]
    func paths(_ periods: [TariffPeriod]) throws -> [String] {
      var compact = try Fixture.compact()
      compact.tariff.periods = periods
      var area = try Fixture.area(products: [compact, try Fixture.suv()])
      area.rules.restrictedZones = [RestrictedZone(zones: [Self.north])]
      return try Fixture.catalogue([area]).warnings(at: Instant(seconds: 0)).map(\.path)
    }
    #expect(try paths([try Self.dear(), other]) == [])
    let path = "serviceAreas[0].products[0].tariff.periods"
    #expect(try paths([other, try Self.dear(), other]) == ["\(path)[2]"])
    #expect(try paths([try Self.dear(), within]) == ["\(path)[1]"])
    #expect(try paths([within, try Self.dear()]) == [])
  }
}
