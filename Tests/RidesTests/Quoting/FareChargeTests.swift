import Testing

@testable import Rides

@Suite("Charges on top of a fare") struct FareChargeTests {
  private static let downtown = Region(Fixture.square(41.8, -87.7, size: 0.1))

  /// A charge of 2.50 that is different from one of every trip.
  private static func charge(
    _ occasion: FareCharge.Occasion = .anywhere, hours: OperatingHours? = nil,
    products: [ProductKey] = [], isKept: Bool = false,
    value: FareCharge.Value = .amount(Fixture.cents(250))
  ) -> FareCharge {
    FareCharge(
      key: "extra", titles: Fixture.text("Extra", "Suplemento"), value: value,
      occasion: occasion, hours: hours, products: products, isKept: isKept)
  }

  /// From `from` to `to` o'clock; the trip of the tests begins at 05:04.
  private static func hours(_ from: Int, _ to: Int) -> OperatingHours {
    OperatingHours(spans: [.init(fromMinute: from * 60, toMinute: to * 60)])
  }

  private static let wayBack = FareCharge.Occasion.way(
    from: [downtown], to: [Fixture.airportZone], bothWays: true)

  @Test(
    "It is paid everywhere or in its zones, at its hours, for its products",
    arguments: [
      (charge(), [true, true, true]),
      (charge(hours: hours(5, 6)), [true, true, true]),
      (charge(hours: hours(6, 29)), [false, false, false]),
      (charge(hours: hours(20, 30)), [true, true, true]),
      (charge(products: ["suv", "taxi"]), [false, true, true]),
      (charge(.place(.pickup, [downtown]), products: ["compact"]), [false, false, false]),
      (
        charge(.place(.pickup, [Fixture.airportZone]), products: ["compact"]), [true, false, false]
      ),
      (charge(wayBack), [true, true, true]),
      (charge(.way(from: [downtown], to: [Fixture.airportZone])), [false, false, false]),
      (charge(wayBack, hours: hours(6, 7)), [false, false, false]),
    ])
  func occasions(charge: FareCharge, isPaid: [Bool]) throws {
    let quoter = try AreaRuleTests.quoter { $0.charges = [charge] }
    let trip = Trip(pickup: Fixture.airport, dropOff: Fixture.downtown)
    let list = try AreaRuleTests.list(quoter, trip)
    #expect(list.map { $0.fareLineItems.contains { $0.title == "Extra" } } == isPaid)
    for (name, option) in zip(["Compact", "SUV", "Taxi"], list) {
      let booked = try AreaRuleTests.book(quoter, name, trip)
      #expect(
        booked.option.fareLineItems.filter { $0.title == "Extra" }
          == option.fareLineItems.filter { $0.title == "Extra" })
    }
  }

  @Test("What the operator keeps has an account of its own, and comes on top of what a meter shows")
  func kept() throws {
    let quoter = try AreaRuleTests.quoter { area in
      area.charges = [Self.charge(isKept: true), area.charges[0]]
    }
    let ride = try FinalFareTests.ride("Taxi", by: quoter)
    let lines = quoter.finalFare(of: ride, meteredFare: Fixture.cents(2_345)).lines
    #expect(lines.map(\.account) == [.fareRevenue, .chargeRevenue, .passThrough])
    #expect(lines.map(\.item.price.minorUnits) == [2_345, 250, 400])
    let estimated = quoter.finalFare(of: ride).lines
    #expect(estimated.filter(\.account.isOfCharges).map(\.item.price.minorUnits) == [250, 400])
  }

  /// A quarter, in whole tenths of the currency, of the fare and the charges before it.
  private static let roundedQuarter = FareShare(
    basisPoints: 2_500, of: .fareAndCharges,
    rounding: FareRounding(step: Fixture.cents(10), direction: .up))

  /// A trip from the airport, which costs 25.25 with a compact, and 4.00 for the airport.
  @Test(
    "M9: A share is of the fare alone or also of the charges before it, and rounded once",
    arguments: [
      // A quarter of 25.25 is 6.3125, and of 29.25 it is 7.3125.
      (FareShare(basisPoints: 2_500), 631), (roundedQuarter, 740),
      (FareShare(basisPoints: 2_500, of: .fareAndCharges), 731),
      // An eighth of a percent of 25.25 is 0.0315625; two percent are 0.505.
      (FareShare(basisPoints: 13), 3), (FareShare(basisPoints: 200), 51),
      (FareShare(basisPoints: 10_000), 2_525), (FareShare(basisPoints: 0), nil),
      (
        FareShare(
          basisPoints: 200, rounding: FareRounding(step: Fixture.cents(1), direction: .down)), 50
      ),
    ] as [(FareShare, Int64?)])
  func M9_shares(share: FareShare, amount: Int64?) throws {
    let quoter = try AreaRuleTests.quoter { $0.charges.append(Self.charge(value: .share(share))) }
    let trip = Trip(pickup: Fixture.airport, dropOff: Fixture.uptown)
    let compact = try AreaRuleTests.list(quoter, trip)[0]
    let line = compact.fareLineItems.first { $0.title == "Extra" }
    #expect(line?.price.minorUnits == amount && line?.kind ?? .amount == .amount)
    #expect(compact.priceRange == PriceRange(price: Fixture.cents(2_925 + (amount ?? 0))))
    #expect(
      try AreaRuleTests.book(quoter, "Compact", trip).option.fareLineItems
        == compact.fareLineItems)
  }

  @Test("A share is taken of special pricing and of a fixed fare, but not of what comes after it")
  func M9_sharesOfPrices() throws {
    let quoter = try AreaRuleTests.quoter { area in
      area.charges = [Self.charge(isKept: true, value: .share(FareShare(basisPoints: 1_000)))]
      area.rules.specialPricing = [SpecialPricingTests.surge("x", 20_000)]
      area.rules.fixedFares = [
        FixedFare(
          key: "flat", titles: Fixture.text("Flat", "Plana"), amount: Fixture.cents(9_000),
          occasion: .way(from: [Self.downtown], to: [Fixture.airportZone]))
      ]
    }
    let suv = try AreaRuleTests.list(quoter)[1]
    // 5.00 + 21.00 + 8.75, once more, and 3.00; the extras of the tiers are not in it.
    #expect(suv.fareLineItems.map(\.price.minorUnits) == [500, 2_100, 875, 300, 3_475, 725])
    #expect(
      suv.availablePartySizeOptions.map(\.priceRange.maximumPrice?.minorUnits)
        == [7_975, 8_375, 8_775])
    let flat = try AreaRuleTests.list(
      quoter, Trip(pickup: Fixture.downtown, dropOff: Fixture.airport))[2]
    #expect(flat.fareLineItems.map(\.price.minorUnits) == [9_000, 900])
  }

  @Test("Beside a meter a share is shown as a rate, and taken of what the meter shows at the end")
  func M9_sharesOfMeters() throws {
    let quoter = try AreaRuleTests.quoter { area in
      area.charges = [
        Self.charge(isKept: true, value: .share(FareShare(basisPoints: 1_250))), area.charges[0],
        Self.charge(
          .place(.dropOff, [Fixture.airportZone]), value: .share(Self.roundedQuarter)),
      ]
    }
    var ride = try FinalFareTests.ride("Taxi", by: quoter)
    let shown = ride.status.rideOption.fareLineItems.filter { $0.kind == .ratePerFare }
    #expect(shown.map(\.price.minorUnits) == [1_250, 2_500])
    let lines = quoter.finalFare(of: ride, meteredFare: Fixture.cents(2_344)).lines
    // An eighth of 23.44, the airport, and a quarter of 30.37 in whole tenths.
    #expect(lines.map(\.item.price.minorUnits) == [2_344, 293, 400, 760])
    #expect(lines.map(\.account) == [.fareRevenue, .chargeRevenue, .passThrough, .passThrough])
    #expect(lines.allSatisfy { $0.item.kind == .amount })
    ride.driven = try FinalFareTests.tenMiles(of: ride, quoter)
    let estimated = quoter.finalFare(of: ride).lines
    #expect(estimated.map(\.item.price.minorUnits) == [325, 2_250, 667, 405, 400, 1_020])
    let expected = try quoter.estimate(
      of: "taxi", for: Trip(pickup: Fixture.downtown, dropOff: Fixture.airport), locale: nil,
      at: Fixture.now)
    #expect(quoter.expectedFare(of: ride) == expected.total)
    // A trip that ended elsewhere has no charges of the airport.
    ride.status.vehicle = Vehicle(
      identifier: VehicleIdentifier("v"), location: Fixture.uptown.coordinate,
      locatedAt: ride.startedAt?.advanced(bySeconds: 1_150))
    let elsewhere = quoter.finalFare(of: ride, meteredFare: Fixture.cents(2_344)).lines
    #expect(elsewhere.map(\.item.price.minorUnits) == [2_344, 293])
  }

  @Test("A charge may be for rides that are booked ahead, or for all others")
  func booked() throws {
    let quoter = try AreaRuleTests.quoter { area in
      area.charges = OperatingHours.Booked.allCases.map { booked in
        FareCharge(
          key: booked.rawValue, titles: Fixture.text(booked.rawValue, booked.rawValue),
          value: .amount(Fixture.cents(700)), occasion: .anywhere,
          hours: OperatingHours(spans: [.init(booked: booked)]))
      }
    }
    for (scheduled, title) in [(nil, "now"), (Fixture.now, "ahead")] as [(Instant?, String)] {
      var trip = Fixture.trip
      trip.scheduledPickup = scheduled
      for option in try AreaRuleTests.list(quoter, trip) {
        let found = option.fareLineItems.map(\.title).filter { ["now", "ahead"].contains($0) }
        #expect(found == [title])
      }
      let booked = try AreaRuleTests.book(quoter, "Taxi", trip)
      var ride = FinalFareTests.ride(of: booked, trip)
      ride.status.scheduledPickupTime = scheduled.map { PickupWindow(start: $0, end: $0) }
      // It ends elsewhere, so that its charges are found again.
      ride.status.vehicle = Vehicle(
        identifier: VehicleIdentifier("v"), location: Fixture.airport.coordinate,
        locatedAt: ride.endedAt)
      let lines = quoter.finalFare(of: ride, meteredFare: Fixture.cents(2_000)).lines
      #expect(lines.map(\.item.title) == ["Taxi", title])
    }
  }
}
