import RandomFixture
import Rides
import Testing

@Suite("Locked quotes") struct QuoteClaimsTests {
  static let expires = Fixture.now.advanced(bySeconds: 300)

  static func claims(_ key: String, trip: Trip = Fixture.trip) throws -> QuoteClaims {
    let list = try Fixture.quoter().optionList(
      for: trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    let quote = try #require(list.quotes.first { $0.product.key.rawValue == key })
    return QuoteClaims(quote: quote, expires: expires)
  }

  /// A quoter whose prices have risen since the list.
  static func dearerQuoter() throws -> Quoter {
    var area = try Fixture.area()
    for index in area.products.indices { area.products[index].tariff.base = Fixture.cents(9_900) }
    return Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
  }

  static func book(
    _ claims: QuoteClaims, _ selection: OptionSelection, trip: Trip = Fixture.trip,
    at now: Instant = Fixture.now, quoter: Quoter? = nil
  ) throws -> RideOption {
    try (quoter ?? Fixture.quoter()).quote(
      claims, selection: selection, for: trip, locale: nil, supply: Fixture.supply(), at: now
    ).option
  }

  @Test("Claims are written in one way and read back", arguments: ["suv", "compact", "taxi"])
  func encoding(key: String) throws {
    let claims = try Self.claims(key)
    #expect(QuoteClaims(encoded: claims.encoded[...]) == claims)
    #expect(try Self.claims(key).encoded == claims.encoded)
  }

  @Test("The form of claims is fixed: quotes that riders hold are read by the next build")
  func form() throws {
    let hexadecimal = try Self.claims("compact").encoded.map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    #expect(
      hexadecimal.joined()
        == "80ccbdbccbb0b00680a7f827df82c95301808982289fbbcb5355534404636974"
        + "7907636f6d7061637401ba270103d804000b4261736520636861726765008019"
        + "000844697374616e636500e209000454696d65000000")
  }

  /// A claim for an SUV with special pricing, a charge of a place and a discount.
  static func explained(for trip: Trip) throws -> QuoteClaims {
    var area = try Fixture.area()
    area.charges[0].titles = Fixture.text("Toll; 50% of, a: |b|\n", "x")
    area.rules.specialPricing = [
      SpecialPricing(
        key: "rush", titles: Fixture.text("Überall", "x"),
        value: .multiplier(try Multiplier(decimal: "2")))
    ]
    area.rules.discounts = [
      Discount(
        key: "spring", titles: Fixture.text("Spring", "x"), value: .percent(basisPoints: 1_000),
        sponsor: "Bank")
    ]
    let quoter = Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
    let list = try quoter.optionList(
      for: trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    let quote = try #require(list.quotes.first { $0.product.key.rawValue == "suv" })
    return QuoteClaims(quote: quote, expires: expires)
  }

  @Test("L9: Every size of party has the lines of the quote, when nothing of them is left")
  func L9_explained() throws {
    let trip = Trip(pickup: Fixture.downtown, dropOff: Fixture.airport)
    let claims = try Self.explained(for: trip)
    let dearer = try Self.dearerQuoter()
    for (size, extra, price) in [(1, 0, 6_885), (3, 400, 7_245), (6, 800, 7_605)] {
      let booked = try dearer.quote(
        claims, selection: OptionSelection(name: nil, partySize: size), for: trip, locale: "es_US",
        supply: Fixture.supply(), at: Fixture.now)
      let discount = -(7_650 + extra) / 10
      let lines: [Int] = [500, 2_100, 875, 300, 3_475, 400, extra, discount]
      #expect(
        booked.option.fareLineItems.map(\.price.minorUnits)
          == lines.map(Int64.init).filter { $0 != 0 })
      #expect(booked.option.priceRange == PriceRange(price: Fixture.cents(Int64(price))))
      #expect(booked.option.fareLineItems.last?.sponsor == "Bank")
      #expect(booked.option.specialPricing == "Überall")
      let accounts = try #require(booked.agreed?.accounts)
      #expect(accounts.count == booked.option.fareLineItems.count)
      #expect(accounts[4...5] == [.surgeRevenue, .passThrough])
      #expect(accounts.last == .discounts)
    }
  }

  /// The first quote of an area's list, encoded within the limit and read again.
  private static func readClaims(of area: ServiceArea) throws -> (trip: Trip, claims: QuoteClaims) {
    let trip = Trip(pickup: Fixture.downtown, dropOff: Fixture.airport)
    let quoter = Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
    let list = try quoter.optionList(
      for: trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    let claims = QuoteClaims(quote: list.quotes[0], expires: expires)
    #expect(claims.encoded.count <= QuoteClaims.longest)
    return (trip, try #require(QuoteClaims(encoded: claims.encoded[...])))
  }

  @Test("A price of very many lines is explained in few, and the quote still fits into a request")
  func longFare() throws {
    var area = try Fixture.area(products: [Fixture.suv()])
    area.products[0].tariff.surcharges = (0..<60).map { number in
      let title = "Surcharge number \(number) of a very long list"
      return Surcharge(titles: Fixture.text(title, title), amount: Fixture.cents(10))
    }
    let (trip, read) = try Self.readClaims(of: area)
    let booked = try Self.dearerQuoter().quote(
      read, selection: OptionSelection(name: nil, partySize: 3), for: trip, locale: nil,
      supply: Fixture.supply(), at: Fixture.now)
    #expect(booked.option.fareLineItems.map(\.price.minorUnits) == [4_075, 400, 400])
    #expect(booked.agreed?.accounts == [.fareRevenue, .passThrough, .fareRevenue])
  }

  @Test(
    "A quote that is too long with its texts keeps the accounts, and a title of the discount",
    arguments: [
      "Spring offer for all", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466};;;",
    ])
  func longTexts(title: String) throws {
    var suv = try Fixture.suv()
    suv.capacity = 40
    let tiers = (1...40).map { size in
      Fixture.tier(size, size, "\(size)", extra: Int64(size - 1) * 100)
    }
    suv.pricing = .tiered(PartyTiers(prompts: Fixture.text("How many?", "x"), tiers: tiers))
    let long = String(repeating: title, count: 8)
    suv.tariff.titles.base = Fixture.text(long, long)
    suv.tariff.titles.partySize = Fixture.text(long, long)
    var area = try Fixture.area(products: [suv])
    area.charges[0].titles = Fixture.text(long, long)
    area.rules.discounts = [
      Discount(
        key: "spring", titles: Fixture.text(title, title), value: .percent(basisPoints: 1_000))
    ]
    let (trip, read) = try Self.readClaims(of: area)
    area.products[0].tariff.base = Fixture.cents(9_900)
    let dearer = Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
    let booked = try dearer.quote(
      read, selection: OptionSelection(name: nil, partySize: 3), for: trip, locale: nil,
      supply: Fixture.supply(), at: Fixture.now)
    #expect(booked.option.fareLineItems.map(\.price.minorUnits) == [3_775, 400, 200, -438])
    #expect(
      booked.agreed?.accounts == [.fareRevenue, .passThrough, .fareRevenue, .discounts])
    #expect(booked.option.fareLineItems.allSatisfy { !$0.title.isEmpty })
    let shown = try #require(booked.option.fareLineItems.last?.title)
    #expect(title.utf8.starts(with: shown.utf8))
  }

  @Test("Keys of any letters and a trip without drop-off survive")
  func keys() {
    let claims = QuoteClaims(
      area: "a;b,c:%", product: ProductKey("größe 車\n"), pickup: .init(latitude: -1, longitude: 0),
      dropOff: nil, currency: Fixture.dollars, price: .metered, expires: Self.expires)
    #expect(QuoteClaims(encoded: claims.encoded[...]) == claims)
  }

  @Test("A quote is for the same place on the 180th meridian by either longitude, and no other")
  func meridian() {
    let (east, west) = (Fixture.point(-16.8, 180), Fixture.point(-16.8, -180))
    #expect(QuoteClaims.Point(east) == QuoteClaims.Point(west))
    #expect(QuoteClaims.Point(east) != QuoteClaims.Point(Fixture.point(-16.8, 179.99999)))
  }

  @Test("The largest party survives")
  func largestParty() throws {
    let size = try #require(PartySizeRange(minimum: 1, maximum: .max))
    let claims = QuoteClaims(
      area: "city", product: ProductKey("bus"), pickup: .init(latitude: 0, longitude: 0),
      dropOff: nil, currency: Fixture.dollars,
      price: .tiered([.init(partySize: size, minorUnits: 1)]), expires: Self.expires)
    #expect(QuoteClaims(encoded: claims.encoded[...]) == claims)
  }

  @Test("A number that is spelled otherwise, an unknown byte and a byte too many are refused")
  func foreign() throws {
    let good = try Self.claims("compact").encoded
    #expect(QuoteClaims(encoded: (good + [0])[...]) == nil)
    for length in good.indices { #expect(QuoteClaims(encoded: good[..<length]) == nil) }
    // The expiry is the first number: a last byte of zero adds nothing to it.
    let end = try #require(good.firstIndex { $0 < 0x80 })
    let longer = good[..<end] + [good[end] | 0x80, 0] + good[(end + 1)...]
    #expect(QuoteClaims(encoded: longer) == nil)
    let huge = Array(repeating: 0xFF, count: 9) + [2] + good[(end + 1)...]
    #expect(QuoteClaims(encoded: huge[...]) == nil)
  }

  @Test("Random damage never gives other claims than those that would be written so")
  func damage() throws {
    var generator = SeededNumbers(seed: 5)
    let good = try Self.claims("suv").encoded
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      if let read = QuoteClaims(encoded: bytes[...]) { #expect(read.encoded == bytes) }
    }
  }

  @Test("L9: A promised price stays valid when the tariff has risen, with the lines of the quote")
  func L9_locked() throws {
    let quoter = try Self.dearerQuoter()
    let selection = OptionSelection(name: nil, partySize: 3)
    let option = try Self.book(try Self.claims("suv"), selection, quoter: quoter)
    #expect(option.priceRange == PriceRange(price: Fixture.cents(4175)))
    #expect(option.fareLineItems.map(\.price.minorUnits) == [500, 2_100, 875, 300, 400])
    let compact = try Self.book(
      try Self.claims("compact"), OptionSelection(name: "Compact"), quoter: quoter)
    #expect(compact.priceRange == PriceRange(price: Fixture.cents(2525)))
  }

  @Test("A promised price that is still the tariff's keeps its lines")
  func unchanged() throws {
    let claims = try Self.claims("suv")
    let locked = try Self.book(claims, OptionSelection(name: "SUV", partySize: 3))
    let priced = try BookingQuoteTests.quote(OptionSelection(name: "SUV", partySize: 3)).option
    #expect(locked == priced)
  }

  @Test("A metered promise stays metered")
  func metered() throws {
    let option = try Self.book(try Self.claims("taxi"), OptionSelection(name: "Taxi"))
    #expect(option.usesMeteredFare && option.priceRange == nil)
  }

  @Test("L11: At its expiry a quote has expired")
  func L11_expiry() throws {
    let claims = try Self.claims("compact")
    let selection = OptionSelection(name: nil)
    let last = Instant(microseconds: Self.expires.microseconds - 1)
    #expect(try Self.book(claims, selection, at: last).name == "Compact")
    let refusal = #expect(throws: Refusal.self) {
      try Self.book(claims, selection, at: Self.expires)
    }
    #expect(refusal?.reason == .listExpired)
  }

  @Test("A quote is for its own trip, its own option and a fitting party")
  func mismatches() throws {
    let claims = try Self.claims("suv")
    let back = Trip(pickup: Fixture.uptown, dropOff: Fixture.downtown)
    let cases: [(OptionSelection, Trip, Refusal.Reason)] = [
      (OptionSelection(name: nil, partySize: 1), back, .invalidQuote),
      (OptionSelection(name: "Compact", partySize: 1), Fixture.trip, .invalidQuote),
      (OptionSelection(name: "Nonsense", partySize: 1), Fixture.trip, .unknownOption),
      (OptionSelection(name: "SUV"), Fixture.trip, .partySizeRequired),
      (OptionSelection(name: "SUV", partySize: 7), Fixture.trip, .aboveCapacity),
    ]
    for (selection, trip, reason) in cases {
      let refusal = #expect(throws: Refusal.self) { try Self.book(claims, selection, trip: trip) }
      #expect(refusal?.reason == reason)
    }
    #expect(claims.matches(trip: Fixture.trip) && !claims.matches(trip: back))
  }

  @Test("A quote for what is no longer sold needs a new list")
  func withdrawn() throws {
    let area = try Fixture.area(products: [Fixture.suv()])
    let quoter = Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
    let claims = try Self.claims("compact")
    let refusal = #expect(throws: Refusal.self) {
      try Self.book(claims, OptionSelection(name: nil), quoter: quoter)
    }
    #expect(refusal?.reason == .listExpired)
  }
}
