import Testing

@testable import Rides

@Suite("Charges on top of a fare") struct FareChargeTests {
  private static let downtown = Region(Fixture.square(41.8, -87.7, size: 0.1))

  /// A charge of 2.50 that is different from one of every trip.
  private static func charge(
    _ occasion: FareCharge.Occasion = .anywhere, hours: OperatingHours? = nil,
    products: [ProductKey] = [], isKept: Bool = false
  ) -> FareCharge {
    FareCharge(
      key: "extra", titles: Fixture.text("Extra", "Suplemento"), amount: Fixture.cents(250),
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
}
