import Rides
import Testing

/// The two options that the seeds show, at prices whose sums are worked out by hand.
@Suite("The compact and the SUV of the seeds") struct SeedSampleTests {
  /// A way of so many miles, in no time: the seeds price distance alone.
  struct Miles: Routing {
    let miles: Double

    func route(
      from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
    ) -> Route { Route(metres: miles * 1_609.344, seconds: 0) }
  }

  /// An area with a toll on every way out of the airport, as in the seeds' `tollCharges`.
  static func quoter(miles: Double) throws -> Quoter {
    var compact = try Fixture.compact()
    compact.tariff.minimumFare = nil
    var suv = try Fixture.suv()
    suv.tariff.minimumFare = nil
    var area = try Fixture.area(products: [compact, suv])
    area.charges = [
      FareCharge(
        key: "toll", titles: Fixture.text("Toll", "Peaje"), value: .amount(Fixture.cents(190)),
        occasion: .place(.pickup, [Fixture.airportZone]))
    ]
    return Quoter(catalogue: try Fixture.catalogue([area]), routing: Miles(miles: miles))
  }

  static let trip = Trip(pickup: Fixture.airport, dropOff: Fixture.uptown)

  static func options(miles: Double) throws -> [RideOption] {
    try quoter(miles: miles).optionList(
      for: trip, locale: nil, supply: Fixture.supply(), at: Fixture.now
    ).quotes.map(\.option)
  }

  @Test(
    "M3: An SUV costs distance × per mile + base + SUV surcharge + tolls, rounded once",
    arguments: [
      // 2.10 a mile + 5.00 + 3.00 + 1.90; half a cent goes up.
      (7.3, 1533 + 990), (0, 990), (4.35, 914 + 990), (0.005, 1 + 990), (12.345, 2592 + 990),
      (17.65, 3707 + 990), (1.0 / 3, 70 + 990),
    ] as [(Double, Int64)])
  func M3_minimumCost(miles: Double, cents: Int64) throws {
    let suv = try Self.options(miles: miles)[1]
    #expect(suv.priceRange?.minimumPrice == Fixture.cents(cents))
  }

  @Test("P3, P4: Its tiers are 1, 2-3 and 4 or more, for the base and one and two extra charges")
  func P3_P4_tiers() throws {
    let tiers = try Self.options(miles: 7.3)[1].availablePartySizeOptions
    #expect(tiers.map(\.partySize.minimum) == [1, 2, 4])
    #expect(tiers.map(\.partySize.maximum) == [1, 3, nil])
    #expect(tiers.map(\.sizeDescription) == ["1 person", "2-3 people", "4+ people"])
    #expect(tiers.map(\.priceRange.minimumPrice?.minorUnits) == [2523, 2923, 3323])
    for tier in tiers { #expect(tier.priceRange.minimumPrice == tier.priceRange.maximumPrice) }
  }

  @Test(
    "P3: Each size of party has its tier, and none is outside the vehicle",
    arguments: [
      (-1, nil), (0, nil), (1, 2523), (2, 2923), (3, 2923), (4, 3323), (5, 3323), (6, 3323),
      (7, nil), (8, nil), (10_000, nil),
    ] as [(Int, Int64?)])
  func P3_sizes(partySize: Int, cents: Int64?) throws {
    let quote = try? Self.quoter(miles: 7.3).quote(
      OptionSelection(name: "SUV", partySize: partySize), for: Self.trip, locale: nil,
      supply: Fixture.supply(), at: Fixture.now)
    #expect(quote?.option.priceRange?.maximumPrice?.minorUnits == cents)
  }

  @Test("M2: Its range runs from the cheapest to the dearest tier, in one currency")
  func M2_range() throws {
    let suv = try Self.options(miles: 7.3)[1]
    #expect(suv.priceRange == PriceRange(Fixture.cents(2523), Fixture.cents(3323)))
    #expect(Set(suv.availablePartySizeOptions.map(\.priceRange.currency)) == [Fixture.dollars])
  }

  @Test("P1: A prompt is there exactly where there are tiers")
  func P1_prompt() throws {
    let options = try Self.options(miles: 7.3)
    #expect(options[1].availablePartySizeOptionsSelectionPrompt == "Choose a party size")
    #expect(options[0].availablePartySizeOptionsSelectionPrompt == nil)
  }

  @Test("M1, P5: A compact has one price, its capacity in the disclaimer, and no tiers")
  func M1_P5_compact() throws {
    let compact = try Self.options(miles: 7.3)[0]
    // 3.00 + 7.3 × 1.60 + 1.90
    #expect(compact.priceRange == PriceRange(price: Fixture.cents(1658)))
    #expect(compact.priceRange?.minimumPrice == compact.priceRange?.maximumPrice)
    #expect(compact.disclaimerMessage == "Vehicle can carry only 1 passenger.")
    #expect(compact.availablePartySizeOptions.isEmpty)
  }

  @Test("M4, M5: The lines name base, miles, surcharge and toll, and add up to the price")
  func M4_M5_lines() throws {
    let suv = try Self.options(miles: 7.3)[1]
    #expect(suv.fareLineItems.map(\.title) == ["Base charge", "Distance", "SUV surcharge", "Toll"])
    #expect(suv.fareLineItems.map(\.price.minorUnits) == [500, 1533, 300, 190])
    #expect(suv.fareLineItems.allSatisfy { $0.kind == .amount })
  }

  @Test("M7: 4.35 miles at a dollar are 4.35, which binary fractions make 4.34999…")
  func M7_noBinaryFractions() throws {
    #expect(4.35 * 100 != 435)
    let rate = try Rate(decimal: "1.00", currency: Fixture.dollars)
    #expect(try rate.amount(for: 4.35) == Fixture.cents(435))
    #expect(try Rate(decimal: "3.133", currency: Fixture.dollars).microUnits == 3_133_000)
  }
}
