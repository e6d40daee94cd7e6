import RandomFixture
import Rides
import Testing

@Suite("Discounts") struct DiscountTests {
  static func discount(
    _ key: String, _ value: Discount.Value, scope: RuleScope = RuleScope(), sponsor: String? = nil
  ) -> Discount {
    Discount(
      key: key, titles: Fixture.text(key, key), value: value, scope: scope, sponsor: sponsor)
  }

  static func options(_ discounts: [Discount]) throws -> [RideOption] {
    try SpecialPricingTests.quoter([], discounts: discounts).optionList(
      for: Fixture.trip, locale: nil, supply: Fixture.supply(), at: Fixture.now
    ).quotes.map(\.option)
  }

  @Test("M6: A discount is a negative line with its sponsor, subtracted from the price")
  func M6_discountLine() throws {
    let welcome = Self.discount("Welcome", .amount(Fixture.cents(500)), sponsor: "Museum")
    let options = try Self.options([welcome])
    let line = try #require(options[0].fareLineItems.last)
    #expect(line.kind == .discount && line.price == Fixture.cents(-500))
    #expect(line.title == "Welcome" && line.sponsor == "Museum")
    #expect(options[0].priceRange == PriceRange(price: Fixture.cents(2025)))
    let tiers = options[1].availablePartySizeOptions.map(\.priceRange.minimumPrice?.minorUnits)
    #expect(tiers == [3275, 3675, 4075])
    #expect(options[1].priceRange == PriceRange(Fixture.cents(3275), Fixture.cents(4075)))
  }

  @Test("M6: A percentage is of the sum before all discounts, rounded once half away from zero")
  func M6_percent() throws {
    let options = try Self.options([
      Self.discount("Fifth", .percent(basisPoints: 2_000)),
      Self.discount("Bit", .percent(basisPoints: 1_234)),
    ])
    // Of 25.25: 5.05, and 3.11585.
    #expect(options[0].fareLineItems.suffix(2).map(\.price.minorUnits) == [-505, -312])
    #expect(options[0].priceRange == PriceRange(price: Fixture.cents(2525 - 505 - 312)))
  }

  @Test(
    "M6: No discount makes a price negative",
    arguments: [
      [Discount.Value.amount(Fixture.cents(99_900))],
      [.percent(basisPoints: 10_000), .percent(basisPoints: 10_000)],
      [.percent(basisPoints: 7_500), .amount(Fixture.cents(2_000)), .percent(basisPoints: 5_000)],
    ])
  func M6_neverBelowZero(values: [Discount.Value]) throws {
    let discounts = values.enumerated().map { Self.discount("d\($0.offset)", $0.element) }
    for option in try Self.options(discounts).dropLast() {
      #expect(option.priceRange?.minimumPrice == Fixture.cents(0))
      #expect(option.fareLineItems.reduce(0) { $0 + $1.price.minorUnits } == 0)
      ListTests.checkRules(option)
    }
  }

  @Test("A meter has none, and other products keep their price")
  func scope() throws {
    let discount = Self.discount(
      "x", .percent(basisPoints: 1_000), scope: RuleScope(products: ["suv"]))
    let options = try Self.options([discount])
    #expect(options[0].priceRange == PriceRange(price: Fixture.cents(2525)))
    // Ten percent of 37.75, 41.75 and 45.75 are 3.775, 4.175 and 4.575.
    #expect(
      options[1].availablePartySizeOptions.map(\.priceRange.minimumPrice?.minorUnits)
        == [3397, 3757, 4117])
    #expect(options[2].usesMeteredFare && options[2].priceRange == nil)
    #expect(options[2].fareLineItems.map(\.kind) == [.amount, .ratePerDistance, .ratePerTime])
  }

  @Test("L9, P8: What is booked is what was listed for the tier, discounts and all")
  func L9_P8_bookedAsListed() throws {
    let quoter = try SpecialPricingTests.quoter(
      [SpecialPricingTests.surge("x", 11_111)],
      discounts: [Self.discount("x", .percent(basisPoints: 3_333))])
    let listed = try quoter.optionList(
      for: Fixture.trip, locale: nil, supply: Fixture.supply(), at: Fixture.now
    ).quotes[1].option
    ListTests.checkRules(listed)
    for (index, size) in [1, 2, 4].enumerated() {
      let booked = try quoter.quote(
        OptionSelection(name: "SUV", partySize: size), for: Fixture.trip, locale: nil,
        supply: Fixture.supply(), at: Fixture.now
      ).option
      #expect(booked.priceRange == listed.availablePartySizeOptions[index].priceRange)
      ListTests.checkRules(booked)
    }
  }

  @Test("L9: A locked quote keeps its discount when that has ended")
  func L9_lockedBesideDiscount() throws {
    let lister = try SpecialPricingTests.quoter(
      [], discounts: [Self.discount("x", .amount(Fixture.cents(500)))])
    let list = try lister.optionList(
      for: Fixture.trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    let claims = QuoteClaims(quote: list.quotes[1], expires: list.expirationDate)
    let booked = try Fixture.quoter().quote(
      claims, selection: OptionSelection(name: nil, partySize: 2), for: Fixture.trip, locale: nil,
      supply: Fixture.supply(), at: Fixture.now
    ).option
    #expect(booked.priceRange == PriceRange(price: Fixture.cents(3675)))
    #expect(
      booked.fareLineItems.map(\.price.minorUnits) == [500, 2100, 875, 300, 400, -500])
  }

  @Test("M5, M6: Random rules keep sums, signs and ranges", arguments: 1...20)
  func M5_M6_random(seed: UInt64) throws {
    var generator = SeededNumbers(seed: seed)
    for _ in 0..<20 {
      var catalogue = try ListTests.randomCatalogue(&generator)
      catalogue.serviceAreas[0].rules = Self.randomRules(&generator)
      #expect(catalogue.mistakes() == [])
      let list = try Quoter(catalogue: catalogue).optionList(
        for: Fixture.trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
      for quote in list.quotes {
        ListTests.checkRules(quote.option)
        #expect((quote.option.priceRange?.minimumPrice?.minorUnits ?? 0) >= 0)
      }
    }
  }

  private static func randomRules(_ generator: inout SeededNumbers) -> AreaRules {
    AreaRules(
      specialPricing: (0..<2).map {
        SpecialPricingTests.surge("s\($0)", .random(in: 10_000...99_999, using: &generator))
      },
      discounts: (0..<3).map { index in
        let value: Discount.Value =
          Bool.random(using: &generator)
          ? .amount(Fixture.cents(.random(in: 0...3_000, using: &generator)))
          : .percent(basisPoints: .random(in: 0...10_000, using: &generator))
        return discount("d\(index)", value)
      })
  }
}
