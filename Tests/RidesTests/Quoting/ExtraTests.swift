import Testing

@testable import Rides

@Suite("Extras that the rider chooses") struct ExtraTests {
  static let seat = Extra(
    key: ExtraKey("seat"), names: Fixture.text("Child seat", "Asiento infantil"),
    price: Fixture.cents(1_000), atMost: 2, requiresVehicle: true)
  static let pet = Extra(
    key: ExtraKey("pet"), names: Fixture.text("Pet", "Mascota"), price: Fixture.cents(350))

  /// The city with both extras, of which the taxi sells one.
  static func quoter(_ extras: [Extra] = [seat, pet]) throws -> Quoter {
    try AreaRuleTests.quoter { area in
      area.extras = extras
      area.products[2].extras = [ExtraKey("pet")]
    }
  }

  static func list(_ quoter: Quoter, locale: String? = nil) throws -> OptionList {
    try quoter.optionList(
      for: Fixture.trip, locale: locale, supply: Fixture.supply(), at: Fixture.now)
  }

  /// The claims of a listed option, as a quote brings them back.
  static func claims(_ key: String, of quoter: Quoter) throws -> QuoteClaims {
    let list = try list(quoter)
    let quote = try #require(list.quotes.first { $0.productKey.rawValue == key })
    let claims = QuoteClaims(quote: quote, expires: list.expirationDate)
    let read = try #require(QuoteClaims(encoded: claims.encoded[...]))
    #expect(read == claims)
    return read
  }

  @Test("An option lists what can be chosen to it, in the rider's language")
  func listed() throws {
    let options = try Self.list(Self.quoter(), locale: "es_US").quotes.map(\.option)
    let seat = OfferedExtra(
      identifier: ExtraKey("seat"), name: "Asiento infantil", price: Fixture.cents(1_000),
      atMost: 2)
    let pet = OfferedExtra(
      identifier: ExtraKey("pet"), name: "Mascota", price: Fixture.cents(350), atMost: 1)
    #expect(options.map(\.extras) == [[seat, pet], [seat, pet], [pet]])
    #expect(options.allSatisfy { $0.booked.extras.isEmpty })
  }

  @Test("An option that is booked in the app lists none")
  func inApplication() throws {
    let quoter = try AreaRuleTests.quoter { area in
      area.extras = [Self.seat]
      area.rules.appBookings = [
        AppBooking(activityType: "example.book", titles: Fixture.text("Choose", "Elige"))
      ]
    }
    #expect(try Self.list(quoter).quotes.allSatisfy { $0.option.extras.isEmpty })
  }

  @Test("A quote promises the price of each extra, beside a price and beside a meter")
  func promised() throws {
    let quoter = try Self.quoter()
    let (seat, pet) = (("seat", Int64(1_000)), ("pet", Int64(350)))
    for (key, extras) in [("compact", [seat, pet]), ("suv", [seat, pet]), ("taxi", [pet])] {
      #expect(
        try Self.claims(key, of: quoter).extras
          == extras.map { .init(identifier: ExtraKey($0.0), minorUnits: $0.1) })
    }
    #expect(try Self.claims("taxi", of: Self.quoter([])).extras.isEmpty)
  }

  @Test("A quote has room for all extras that an area can have, and for its lines")
  func longest() throws {
    let quoter = try Self.quoter(
      (1..<Extra.limit).map { number in
        var extra = Self.pet
        extra.key = ExtraKey(String(repeating: "x", count: Extra.longestKey - 2) + "\(10 + number)")
        extra.price = Money(minorUnits: Money.limit, currency: Fixture.dollars)
        return extra
      } + [Self.pet])
    let claims = try Self.claims("suv", of: quoter)
    #expect(claims.extras.count == Extra.limit)
    #expect(claims.encoded.count <= QuoteClaims.longest)
    #expect(claims.fare?.lines.count == 4)
  }
}
