import RandomFixture
import Rides
import Testing

@Suite("Locked quotes") struct QuoteClaimsTests {
  static let expires = Fixture.now.advanced(bySeconds: 300)

  static func claims(_ key: String, trip: Trip = Fixture.trip) throws -> QuoteClaims {
    let list = try Fixture.quoter().optionList(
      for: trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    let quote = try #require(list.quotes.first { $0.product.key.rawValue == key })
    return QuoteClaims(quote: quote, trip: trip, expires: expires)
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

  @Test("Claims are written in one way and read back")
  func encoding() throws {
    let claims = try Self.claims("suv")
    let text = String(decoding: claims.encoded, as: UTF8.self)
    #expect(
      text
        == "city;suv;41880000,-87630000;41960000,-87650000;USD;1-1:3775,2-3:4175,4-:4575;"
        + "1795237740000000;f500:Base charge,f2100:Distance,f875:Time,f300:SUV surcharge;"
        + "Extra people;")
    #expect(QuoteClaims(encoded: claims.encoded) == claims)
    for key in ["compact", "taxi"] {
      let claims = try Self.claims(key)
      #expect(QuoteClaims(encoded: claims.encoded) == claims)
    }
  }

  @Test("What explains a price is written in one way: accounts, discounts, texts of any letters")
  func encodingFare() throws {
    let trip = Trip(pickup: Fixture.downtown, dropOff: Fixture.airport)
    let claims = try Self.explained(for: trip)
    #expect(QuoteClaims(encoded: claims.encoded) == claims)
    let text = String(decoding: claims.encoded, as: UTF8.self)
    #expect(
      text.hasSuffix(
        ";f500:Base charge,f2100:Distance,f875:Time,f300:SUV surcharge,s3475:Überall,"
          + "p400:Toll%3B 50%25 of%2C a%3A %7Cb%7C%0A;Extra people;"
          + "-765:Spring:Bank|-805:Spring:Bank|-845:Spring:Bank"))
  }

  /// A claim for an SUV with special pricing, a charge of a place and a discount.
  static func explained(for trip: Trip) throws -> QuoteClaims {
    var area = try Fixture.area()
    area.charges[0].titles = Fixture.text("Toll; 50% of, a: |b|\n", "x")
    area.rules.specialPricing = [
      SpecialPricing(
        key: "rush", titles: Fixture.text("Überall", "x"), multiplier: try Multiplier(decimal: "2"))
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
    return QuoteClaims(quote: quote, trip: trip, expires: expires)
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
      let lines = [500, 2_100, 875, 300, 3_475, 400, extra, -(7_650 + extra) / 10]
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
    let claims = QuoteClaims(quote: list.quotes[0], trip: trip, expires: expires)
    #expect(claims.encoded.count <= QuoteClaims.longest)
    return (trip, try #require(QuoteClaims(encoded: claims.encoded)))
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

  @Test("A quote of the form without lines books still, explained by one line when prices change")
  func earlierForm() throws {
    let claims = try Self.claims("suv")
    let text = String(decoding: claims.encoded, as: UTF8.self)
    let earlier = Array(text.split(separator: ";").prefix(7).joined(separator: ";").utf8)
    let read = try #require(QuoteClaims(encoded: earlier))
    let option = try Self.book(
      read, OptionSelection(name: nil, partySize: 3), quoter: Self.dearerQuoter())
    #expect(option.fareLineItems.map(\.price.minorUnits) == [4175])
  }

  @Test("Keys of any letters and a trip without drop-off survive")
  func escaping() {
    let claims = QuoteClaims(
      area: "a;b,c:%", product: ProductKey("größe 車\n"), pickup: .init(latitude: -1, longitude: 0),
      dropOff: nil, currency: Fixture.dollars, price: .metered, expires: Self.expires)
    #expect(claims.encoded.allSatisfy { $0 > 32 && $0 < 127 })
    #expect(QuoteClaims(encoded: claims.encoded) == claims)
  }

  @Test(
    "What is not written by us is not read",
    arguments: [
      "", ";;;;;;", "city;suv;1,2;3,4;USD;m", "city;suv;1,2;3,4;USD;m;1;", "city;suv;1;3,4;USD;m;1",
      "city;suv;1,2;3;USD;m;1", "city;suv;1,2;3,4;XAU;m;1", "city;suv;1,2;3,4;USD;x;1",
      "city;suv;1,2;3,4;USD;;1", "city;suv;1,2;3,4;USD;2-1:5;1", "city;suv;1,2;3,4;USD;0-1:5;1",
      "city;suv;01,2;3,4;USD;m;1", "city;suv;+1,2;3,4;USD;m;1", "c%;suv;1,2;3,4;USD;m;1",
      "c%2;suv;1,2;3,4;USD;m;1", "c%41;suv;1,2;3,4;USD;m;1", "c%ff;suv;1,2;3,4;USD;m;1",
      "c%FF;suv;1,2;3,4;USD;m;1", "city;suv;1,2;3,4;USD;m;99999999999999999999",
      "city;suv;1,2;3,4;USD;5;1;;;", "city;suv;1,2;3,4;USD;5;1;f5:a;",
      "city;suv;1,2;3,4;USD;5;1;x5:a;;", "city;suv;1,2;3,4;USD;5;1;f5;;",
      "city;suv;1,2;3,4;USD;5;1;p1:a,f2:b,p2:c;;", "city;suv;1,2;3,4;USD;5;1;f5:%41;;",
      "city;suv;1,2;3,4;USD;5;1;f5:a;;-1:b,", "city;suv;1,2;3,4;USD;5;1;f5:a;;|",
    ])
  func foreign(text: String) {
    #expect(QuoteClaims(encoded: Array(text.utf8)) == nil)
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
      if let read = QuoteClaims(encoded: bytes) { #expect(read.encoded == bytes) }
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
