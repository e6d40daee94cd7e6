import Testing

@testable import Rides

@Suite("Fixed fares between zones") struct FixedFareTests {
  private static let downtown = Region(Fixture.square(41.8, -87.7, size: 0.1))

  /// 70.00 between downtown and the airport for all products, with the charges that are named.
  private static func quoter(
    bothWays: Bool = true, products: [ProductKey] = [], hours: OperatingHours? = nil,
    onTop: [String]? = nil
  ) throws -> Quoter {
    try AreaRuleTests.quoter { area in
      area.charges.append(
        FareCharge(
          key: "night", titles: Fixture.text("Night", "Noche"), amount: Fixture.cents(100),
          occasion: .anywhere, isKept: true))
      area.rules.fixedFares = [
        FixedFare(
          key: "airport", titles: Fixture.text("Airport flat fare", "Tarifa plana"),
          amount: Fixture.cents(7_000), from: [downtown], to: [Fixture.airportZone],
          bothWays: bothWays, hours: hours, products: products, onTop: onTop)
      ]
      area.rules.specialPricing = [
        SpecialPricing(
          key: "demand", titles: Fixture.text("Demand", "Demanda"),
          multiplier: Multiplier(basisPoints: 20_000))
      ]
    }
  }

  private static let toAirport = Trip(pickup: Fixture.downtown, dropOff: Fixture.airport)
  private static let fromAirport = Trip(pickup: Fixture.airport, dropOff: Fixture.downtown)

  @Test("It is the price of a product with a meter, too, with charges and without special pricing")
  func everyProduct() throws {
    let options = try AreaRuleTests.list(try Self.quoter(), Self.toAirport)
    #expect(
      options.map { $0.fareLineItems.map(\.title) }
        == Array(repeating: ["Airport flat fare", "Airport fee", "Night"], count: 3))
    #expect(
      options.map { $0.priceRange?.minimumPrice?.minorUnits } == [7_500, 7_500, 7_500])
    #expect(options.allSatisfy { $0.specialPricing == nil && !$0.usesMeteredFare })
    // The extras of the tiers come on top.
    #expect(
      options[1].availablePartySizeOptions.map(\.priceRange.maximumPrice?.minorUnits)
        == [7_500, 7_900, 8_300])
  }

  @Test(
    "It holds on its way, at its hours and for its products, with the charges that it names",
    arguments: [
      (toAirport, true, [], nil, nil, 7_500), (fromAirport, true, [], nil, nil, 7_500),
      (toAirport, false, [], nil, nil, 7_500), (fromAirport, false, [], nil, nil, nil),
      (toAirport, true, ["suv"], nil, nil, nil), (toAirport, true, ["taxi"], nil, nil, 7_500),
      (toAirport, true, [], AreaRuleTests.saturday(304, 305), nil, 7_500),
      (toAirport, true, [], AreaRuleTests.saturday(305, 306), nil, nil),
      (toAirport, true, [], nil, ["airport"], 7_400), (toAirport, true, [], nil, [], 7_000),
    ] as [(Trip, Bool, [ProductKey], OperatingHours?, [String]?, Int64?)])
  func scope(
    trip: Trip, bothWays: Bool, products: [ProductKey], hours: OperatingHours?, onTop: [String]?,
    price: Int64?
  ) throws {
    let quoter = try Self.quoter(
      bothWays: bothWays, products: products, hours: hours, onTop: onTop)
    let taxi = try AreaRuleTests.list(quoter, trip)[2]
    #expect(taxi.priceRange?.maximumPrice?.minorUnits == price)
    #expect(taxi.usesMeteredFare == (price == nil))
    let booked = try AreaRuleTests.book(quoter, "Taxi", trip)
    #expect(booked.option.fareLineItems == taxi.fareLineItems)
    #expect((booked.agreed?.meter == nil) == (price != nil))
  }

  @Test("A ride at a fixed fare costs it, whatever a meter shows")
  func bill() throws {
    let quoter = try Self.quoter()
    let ride = try FinalFareTests.ride("Taxi", waited: 0, by: quoter)
    let fare = quoter.finalFare(of: ride, meteredFare: Fixture.cents(99_900))
    #expect(fare.lines.map(\.item.price.minorUnits) == [7_000, 400, 100])
    #expect(fare.lines.map(\.account) == [.fareRevenue, .passThrough, .chargeRevenue])
    #expect(quoter.expectedFare(of: ride) == Fixture.cents(7_500))
  }
}
