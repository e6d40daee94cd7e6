import Rides
import Testing

/// A ride ends on what was booked, whatever the catalogue says by then.
@Suite("The agreed fare") struct AgreedFareTests {
  /// A catalogue from which all that was booked has gone: products, charges, waiting.
  private static func changed(_ products: [Product]? = nil) throws -> Quoter {
    var area = try Fixture.area(products: try products ?? [Fixture.compact()])
    area.charges = []
    area.rules.specialPricing = []
    return Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
  }

  @Test(
    "The meter's value is the fare though the product no longer exists, with the booked charges")
  func meter() throws {
    let ride = try FinalFareTests.ride("Taxi", waited: 900)
    let fare = try Self.changed().finalFare(of: ride, meteredFare: Fixture.cents(4_500))
    #expect(fare.lines.map(\.item.title) == ["Taxi", "Airport fee"])
    #expect(fare.lines.map(\.account) == [.fareRevenue, .passThrough])
    #expect(fare.lines.map(\.item.price.minorUnits) == [4_500, 400])
    #expect(fare.doubt == nil)
  }

  @Test(
    "Without a value it is the booked tariff, whether the product no longer exists or costs more")
  func estimate() throws {
    let quoter = try FinalFareTests.quoter()
    var ride = try FinalFareTests.ride("Taxi", waited: 180)
    ride.driven = try FinalFareTests.tenMiles(of: ride, quoter)
    let booked = quoter.finalFare(of: ride)
    #expect(booked.lines.map(\.item.price.minorUnits) == [325, 2_250, 667, 400, 50])
    var dearer = try Fixture.taxi()
    dearer.tariff.base = Fixture.cents(9_900)
    dearer.tariff.rates.bands[0].rate = .perKilometre(
      Rate(microUnits: 9_000_000, currency: Fixture.dollars))
    dearer.tariff.waiting = nil
    for products in [[try Fixture.compact()], [dearer]] {
      #expect(try Self.changed(products).finalFare(of: ride) == booked)
    }
  }

  @Test("A fixed price keeps its lines, its accounts and the waiting that was agreed")
  func fixed() throws {
    let ride = try FinalFareTests.ride("SUV", partySize: 3, waited: 130, locale: "es_US")
    let fare = try Self.changed().finalFare(of: ride)
    #expect(fare == (try FinalFareTests.quoter().finalFare(of: ride)))
    #expect(fare.lines.filter { $0.account == .passThrough }.map(\.item.price.minorUnits) == [400])
    #expect(fare.lines.last?.item.title == "Espera")
    #expect(fare.doubt == nil)
  }

  @Test("Whose money a line is does not hang on its title")
  func titles() throws {
    var area = try Fixture.area()
    for index in area.charges.indices {
      area.charges[index].titles = area.products[0].tariff.titles.base
    }
    let quoter = Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
    let quote = try quoter.quote(
      OptionSelection(name: "Compact"),
      for: Trip(pickup: Fixture.downtown, dropOff: Fixture.airport), locale: "en_US",
      supply: Fixture.supply(), at: Fixture.now)
    let agreed = try #require(quote.agreed)
    let passedOn = zip(quote.option.fareLineItems, agreed.accounts).filter { $1 == .passThrough }
    #expect(agreed.accounts.count == quote.option.fareLineItems.count)
    #expect(passedOn.map(\.0.price.minorUnits) == [400])
  }

  @Test("A ride of an earlier build uses today's catalogue, and missing terms are reported")
  func earlier() throws {
    var ride = try FinalFareTests.ride("Taxi", waited: 180)
    let agreed = try FinalFareTests.quoter().finalFare(of: ride)
    ride.agreedFare = nil
    #expect(try FinalFareTests.quoter().finalFare(of: ride) == agreed)

    let gone = try Self.changed().finalFare(of: ride, meteredFare: Fixture.cents(4_500))
    #expect(gone.lines.map(\.item.price.minorUnits) == [4_500])
    #expect(gone.doubt == "the catalogue has lost the product taxi")
    let unknown = try Self.changed().finalFare(of: ride)
    #expect(unknown.doubt == "the catalogue has lost the product taxi")

    ride.area = "elsewhere"
    let lost = try FinalFareTests.quoter().finalFare(of: ride, meteredFare: Fixture.cents(4_500))
    #expect(lost.lines.map(\.item.price.minorUnits) == [4_500])
    #expect(lost.doubt == "the catalogue has lost the service area elsewhere")
  }

  @Test("A meter without a value on an unknown route is billed the shown price, as doubtful")
  func noWay() throws {
    var ride = try FinalFareTests.ride("Taxi", waited: 0)
    ride.area = "elsewhere"
    let fare = try FinalFareTests.quoter().finalFare(of: ride)
    #expect(fare.lines.map(\.item.price.minorUnits) == [325, 400])
    #expect(fare.doubt == "no meter's fare was reported, and none can be estimated")
  }

  @Test("A meter shows at most what the booked tariff comes to over 1000 km and a day")
  func limit() throws {
    var ride = try FinalFareTests.ride("Taxi")
    // 3.25, the airport fee of 4.00, 621.371 miles at 2.25 and 1440 minutes at 0.333333.
    let usual = Fixture.cents(325 + 400 + 139_809 + 48_000)
    #expect(try FinalFareTests.quoter().meterLimit(of: ride) == usual)
    #expect(try Self.changed().meterLimit(of: ride) == usual)
    var taxi = try Fixture.taxi()
    taxi.tariff.meterLimit = Fixture.cents(30_000)
    #expect(try Self.changed([taxi]).meterLimit(of: ride) == Fixture.cents(30_000))
    // 3.25, ten miles at 2.25 and 25 minutes at 0.333333, three times; the airport fee is apart.
    let policy = PaymentPolicy()
    let end = try #require(ride.endedAt)
    #expect(
      try Self.changed().meterLimit(of: ride, policy: policy, at: end)
        == Fixture.cents(3 * (325 + 2_250 + 833)))
    taxi.tariff.meterLimit = Fixture.cents(5_000)
    #expect(
      try Self.changed([taxi]).meterLimit(of: ride, policy: policy, at: end)
        == Fixture.cents(5_000))
    // A meter without rates says nothing of what it may come to.
    let free = Rate(microUnits: 0, currency: Fixture.dollars)
    ride.agreedFare?.meter?.rates.bands[0].rate = .perMile(free)
    ride.agreedFare?.meter?.rates.time.rate = free
    #expect(try Self.changed().meterLimit(of: ride) == nil)
    #expect(
      try FinalFareTests.quoter().meterLimit(of: FinalFareTests.ride("SUV", partySize: 1)) == nil)
  }

  @Test(
    "A limit for the meter is at least the base, in the area's currency, and a meter's",
    arguments: [("taxi", 325, true), ("taxi", 324, false), ("compact", 400, false)]
      as [(String, Int64, Bool)])
  func limitMistakes(product: String, cents: Int64, isFine: Bool) throws {
    var catalogue = try Fixture.catalogue()
    let index = try #require(
      catalogue.serviceAreas[0].products.firstIndex { $0.key == ProductKey(product) })
    catalogue.serviceAreas[0].products[index].tariff.meterLimit = Fixture.cents(cents)
    let paths = catalogue.mistakes().map(\.path)
    #expect(
      paths == (isFine ? [] : ["serviceAreas[0].products[\(index)].tariff.meterLimit"]))
  }
}
