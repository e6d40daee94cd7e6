import Rides
import Testing

@Suite("Special pricing") struct SpecialPricingTests {
  static func surge(
    _ key: String, _ basisPoints: Int, scope: RuleScope = RuleScope(), below: Int? = nil
  ) -> SpecialPricing {
    SpecialPricing(
      key: key, titles: Fixture.text("\(key) demand", "Demanda \(key)"),
      value: .multiplier(Multiplier(basisPoints: basisPoints)), scope: scope,
      belowFreeVehicles: below)
  }

  private static func amount(
    _ cents: Int64, scope: RuleScope = RuleScope(), below: Int? = nil
  ) -> SpecialPricing {
    SpecialPricing(
      key: "\(cents)", titles: Fixture.text("\(cents) more", "\(cents) más"),
      value: .amount(Fixture.cents(cents)), scope: scope, belowFreeVehicles: below)
  }

  static func quoter(_ surges: [SpecialPricing], discounts: [Discount] = []) throws -> Quoter {
    var area = try Fixture.area()
    area.rules.specialPricing = surges
    area.rules.discounts = discounts
    return Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
  }

  static func options(
    _ surges: [SpecialPricing], trip: Trip = Fixture.trip
  ) throws -> [RideOption] {
    try quoter(surges).optionList(
      for: trip, locale: "es_US", supply: Fixture.supply(), at: Fixture.now
    ).quotes.map(\.option)
  }

  @Test("M4: It multiplies base, distance and time, nothing else, and is a line of its own")
  func M4_specialPricingLine() throws {
    let trip = Trip(pickup: Fixture.airport, dropOff: Fixture.uptown)
    let options = try Self.options([Self.surge("alta", 15_000)], trip: trip)
    // Half of 3.00 + 16.00 + 6.25 = 25.25 is 12.625, rounded up; not half of the airport's 4.00.
    #expect(options[0].fareLineItems.map(\.price.minorUnits) == [300, 1600, 625, 1263, 400])
    #expect(options[0].fareLineItems[3].title == "Demanda alta")
    #expect(options[0].fareLineItems[3].kind == .amount)
    #expect(options[0].priceRange == PriceRange(price: Fixture.cents(2525 + 1263 + 400)))
    #expect(options[0].specialPricing == "Demanda alta")
    #expect(options[0].specialPricingMultiplier?.decimalString == "1.50")
    // SUV: half of 5.00 + 21.00 + 8.75 = 34.75 is 17.375; not of the 3.00 surcharge and the extras.
    let prices = options[1].availablePartySizeOptions.compactMap {
      $0.priceRange.minimumPrice?.minorUnits
    }
    let special: Int64 = 1738
    #expect(prices == [4175 + special, 4575 + special, 4975 + special])
  }

  @Test("A meter knows none")
  func metered() throws {
    let taxi = try Self.options([Self.surge("x", 15_000)])[2]
    #expect(taxi.usesMeteredFare && taxi.specialPricing == nil)
    #expect(taxi.specialPricingMultiplier == nil && taxi.fareLineItems.count == 3)
  }

  @Test("Of several the highest applies; a multiplier of one is shown and costs nothing")
  func highest() throws {
    let all = [Self.surge("low", 12_000), Self.surge("high", 20_000), Self.surge("mid", 15_000)]
    #expect(try Self.options(all)[0].specialPricing == "Demanda high")
    let one = try Self.options([Self.surge("one", 10_000)])[0]
    #expect(one.specialPricing == "Demanda one")
    #expect(one.priceRange == PriceRange(price: Fixture.cents(2525)))
    #expect(one.fareLineItems.count == 3)
  }

  @Test(
    "An amount is added to the fare, and of amounts and multipliers the dearest applies",
    arguments: [
      // A quarter of 25.25 is 6.3125.
      ([amount(700)], "700 más", 700), ([amount(700), amount(900)], "900 más", 900),
      ([amount(632), surge("x", 12_500)], "632 más", 632),
      ([surge("x", 12_500), amount(631)], "Demanda x", 631),
      ([surge("x", 12_500), amount(700, scope: RuleScope(products: ["suv"]))], "Demanda x", 631),
      ([surge("x", 12_500, below: 1), amount(100)], "100 más", 100),
      ([surge("x", 12_500), amount(900, below: 1), amount(100)], "Demanda x", 631),
      ([amount(0)], "0 más", nil),
    ] as [([SpecialPricing], String, Int64?)])
  func amounts(surges: [SpecialPricing], title: String, more: Int64?) throws {
    let options = try Self.options(surges)
    let compact = options[0]
    #expect(compact.specialPricing == title)
    #expect((compact.specialPricingMultiplier == nil) == (title != "Demanda x"))
    #expect(
      compact.fareLineItems.map(\.price.minorUnits) == [300, 1_600, 625] + (more.map { [$0] } ?? [])
    )
    let booked = try Self.quoter(surges).quote(
      OptionSelection(name: "Compact"), for: Fixture.trip, locale: "es_US",
      supply: Fixture.supply(), at: Fixture.now)
    #expect(booked.option.fareLineItems == compact.fareLineItems)
    #expect(booked.option.specialPricing == title)
    #expect(options[2].specialPricing == nil)
  }

  @Test("It is for its products, its places of pickup, its hours and for few free vehicles")
  func scope() throws {
    // 2026-11-21T05:04Z is a Saturday.
    func hours(_ from: Int, _ to: Int) -> RuleScope {
      RuleScope(
        hours: OperatingHours(spans: [.init(days: [.saturday], fromMinute: from, toMinute: to)]))
    }
    func isSpecial(
      _ scope: RuleScope, below: Int? = nil, from pickup: Place = Fixture.downtown,
      to dropOff: Place = Fixture.uptown
    ) throws -> [Bool] {
      try Self.options(
        [Self.surge("x", 15_000, scope: scope, below: below)],
        trip: Trip(pickup: pickup, dropOff: dropOff)
      ).map { $0.specialPricing != nil }
    }
    #expect(try isSpecial(RuleScope(products: ["suv"])) == [false, true, false])
    let zone = RuleScope(zones: [Fixture.airportZone])
    #expect(try isSpecial(zone) == [false, false, false])
    #expect(try isSpecial(zone, from: Fixture.airport) == [true, true, false])
    #expect(try isSpecial(zone, to: Fixture.airport) == [false, false, false])
    #expect(try isSpecial(hours(304, 305)) == [true, true, false])
    #expect(try isSpecial(hours(0, 304)) == [false, false, false])
    #expect(try isSpecial(RuleScope(), below: 2) == [true, true, false])
    #expect(try isSpecial(RuleScope(), below: 1) == [false, false, false])
  }

  @Test("A pickup booked ahead has the pricing of its own time, whatever is free now")
  func bookedAhead() throws {
    let night = OperatingHours(
      spans: [.init(days: [.saturday], fromMinute: 1_200, toMinute: 1_440)])
    let quoter = try Self.quoter([
      Self.surge("night", 20_000, scope: RuleScope(hours: night)),
      Self.surge("few", 30_000, below: 10),
    ])
    var trip = Fixture.trip
    trip.scheduledPickup = Fixture.now.advanced(bySeconds: 15 * 3_600)  // 20:04
    let option = try quoter.quote(
      OptionSelection(name: "Compact"), for: trip, locale: nil, supply: Fixture.supply(),
      at: Fixture.now
    ).option
    #expect(option.specialPricing == "night demand")
    #expect(option.estimatedPickupDate == trip.scheduledPickup)
  }

  @Test("L9: A locked quote keeps its price when special pricing starts or stops")
  func L9_lockedBesideSpecialPricing() throws {
    let (calm, busy) = (try Self.quoter([]), try Self.quoter([Self.surge("x", 15_000)]))
    func book(listedBy lister: Quoter, bookedBy booker: Quoter) throws -> RideOption {
      let list = try lister.optionList(
        for: Fixture.trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
      let claims = QuoteClaims(quote: list.quotes[0], expires: list.expirationDate)
      return try booker.quote(
        claims, selection: OptionSelection(name: nil), for: Fixture.trip, locale: nil,
        supply: Fixture.supply(), at: Fixture.now
      ).option
    }
    let before = try book(listedBy: calm, bookedBy: busy)
    #expect(before.priceRange == PriceRange(price: Fixture.cents(2525)))
    #expect(before.specialPricing == nil)
    #expect(before.fareLineItems.map(\.price.minorUnits) == [300, 1600, 625])
    let after = try book(listedBy: busy, bookedBy: calm)
    #expect(after.priceRange == PriceRange(price: Fixture.cents(2525 + 1263)))
    #expect(after.fareLineItems.map(\.price.minorUnits) == [300, 1600, 625, 1263])
    let still = try book(listedBy: busy, bookedBy: busy)
    #expect(still.specialPricingMultiplier == Multiplier(basisPoints: 15_000))
    #expect(still.fareLineItems.map(\.price.minorUnits) == [300, 1600, 625, 1263])
  }

  @Test(
    "A multiplier is written with two digits or as many as it has",
    arguments: [
      ("1.50", "1.50"), ("2", "2.00"), ("1.125", "1.125"), ("1.0001", "1.0001"), ("10.5", "10.50"),
    ])
  func text(text: String, written: String) throws {
    #expect(try Multiplier(decimal: text).decimalString == written)
  }

  @Test("What is no multiplier is refused", arguments: ["", "1,5", "1.00001", "x", "1e3"])
  func foreign(text: String) {
    #expect(throws: MoneyError.self) { try Multiplier(decimal: text) }
  }
}
