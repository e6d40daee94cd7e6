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

  @Test("M12: An option lists what can be chosen to it, in the rider's language")
  func M12_listed() throws {
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

  @Test("M12: A quote promises the price of each extra, beside a price and beside a meter")
  func M12_promised() throws {
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

  static func counts(_ counts: (String, Int)...) -> [ExtraCount] {
    counts.map { ExtraCount(identifier: ExtraKey($0.0), count: $0.1) }
  }

  /// Books an option with extras, with a quote or without one.
  static func book(
    _ key: String, _ extras: [ExtraCount], by quoter: Quoter, _ claims: QuoteClaims? = nil,
    locale: String? = nil
  ) throws -> Quote {
    let selection = OptionSelection(
      name: nil, optionIdentifier: ProductKey(key), partySize: 1, extras: extras)
    guard let claims else {
      return try quoter.quote(
        selection, for: Fixture.trip, locale: locale, supply: Fixture.supply(), at: Fixture.now)
    }
    return try quoter.quote(
      claims, selection: selection, for: Fixture.trip, locale: locale, supply: Fixture.supply(),
      at: Fixture.now)
  }

  @Test("M5: Each extra is a line on top of the price, and an account of what the operator keeps")
  func M5_M12_priced() throws {
    let quoter = try Self.quoter()
    let plain = try Self.book("compact", [], by: quoter)
    let price = try #require(plain.option.priceRange?.maximumPrice?.minorUnits)
    let booked = try Self.book(
      "compact", Self.counts(("seat", 2), ("pet", 1)), by: quoter, locale: "es_US")
    #expect(booked.option.priceRange == PriceRange(price: Fixture.cents(price + 2_350)))
    #expect(
      booked.option.fareLineItems.suffix(2) == [
        FareLineItem(title: "2 × Asiento infantil", kind: .amount, price: Fixture.cents(2_000)),
        FareLineItem(title: "Mascota", kind: .amount, price: Fixture.cents(350)),
      ])
    #expect(booked.option.fareLineItems.count == plain.option.fareLineItems.count + 2)
    #expect(booked.agreed?.accounts.suffix(2) == [.chargeRevenue, .chargeRevenue])
    #expect(
      booked.extras.booked == [
        BookedExtra(identifier: ExtraKey("seat"), name: "Asiento infantil", count: 2),
        BookedExtra(identifier: ExtraKey("pet"), name: "Mascota", count: 1),
      ])
    #expect(booked.extras.required == Self.counts(("seat", 2)))
  }

  @Test("L9: A quote keeps the prices of its extras when the catalogue has others")
  func L9_locked() throws {
    var dearer = [Self.seat, Self.pet]
    dearer[0].price = Fixture.cents(9_900)
    for key in ["compact", "taxi"] {
      let claims = try Self.claims(key, of: Self.quoter())
      let extras = Self.counts(key == "taxi" ? ("pet", 1) : ("seat", 1))
      let before = try Self.book(key, extras, by: Self.quoter()).option
      dearer[1].price = Fixture.cents(7_000)
      let locked = try Self.book(key, extras, by: Self.quoter(dearer), claims).option
      #expect(locked.priceRange == before.priceRange)
      #expect(locked.fareLineItems == before.fareLineItems)
    }
  }

  @Test("An extra of large parties comes by itself, once, unless the quote was without it")
  func largeParty() throws {
    var group = Self.pet
    (group.key, group.fromPartySize) = (ExtraKey("group"), 3)
    func quoter(_ extras: [Extra]) throws -> Quoter {
      try AreaRuleTests.quoter { $0.extras = extras }
    }
    let (with, without) = (try quoter([Self.seat, group]), try quoter([Self.seat]))
    func booked(
      _ party: Int?, _ extras: [ExtraCount] = [], by quoter: Quoter, _ claims: QuoteClaims?
    ) throws -> [ExtraCount] {
      let selection = OptionSelection(
        name: nil, optionIdentifier: "taxi", partySize: party, extras: extras)
      let supply = Fixture.supply()
      let quote =
        try claims.map {
          try quoter.quote(
            $0, selection: selection, for: Fixture.trip, locale: nil, supply: supply,
            at: Fixture.now)
        }
        ?? quoter.quote(
          selection, for: Fixture.trip, locale: nil, supply: supply, at: Fixture.now)
      return quote.extras.booked.map { ExtraCount(identifier: $0.identifier, count: $0.count) }
    }
    for claims in [nil, try Self.claims("taxi", of: with)] {
      #expect(try booked(2, by: with, claims) == [] && booked(nil, by: with, claims) == [])
      #expect(try booked(3, by: with, claims) == Self.counts(("group", 1)))
      #expect(
        try booked(4, Self.counts(("seat", 1)), by: with, claims)
          == Self.counts(("seat", 1), ("group", 1)))
    }
    let (new, old) = (try Self.claims("taxi", of: with), try Self.claims("taxi", of: without))
    #expect(try booked(3, by: with, old) == [] && booked(3, by: without, new) == [])
  }

  @Test("M13: An extra that comes by itself is not listed to choose, and choosing it is refused")
  func M13_implied() throws {
    var group = Self.pet
    (group.key, group.fromPartySize, group.atMost) = (ExtraKey("group"), 3, 4)
    let quoter = try AreaRuleTests.quoter { $0.extras = [Self.seat, group] }
    #expect(
      try Self.list(quoter).quotes.allSatisfy {
        $0.option.extras.map(\.identifier) == [Self.seat.key]
      })
    for claims in [nil, try Self.claims("taxi", of: quoter)] {
      let refusal = AreaRuleTests.refusal {
        try Self.book("taxi", Self.counts(("seat", 1), ("group", 2)), by: quoter, claims)
      }
      #expect(refusal?.reason == .unknownOption && refusal?.path == "extras[1].extraIdentifier")
      let other = AreaRuleTests.refusal {
        try Self.book("taxi", Self.counts(("sled", 1)), by: quoter, claims)
      }
      #expect(other?.message == "expected one of seat as an extra of this option, came sled")
    }
  }

  @Test(
    "An extra may come for each passenger from a number on, up to the most that a ride may have",
    arguments: [(1, 0), (2, 1), (3, 2), (4, 2)])
  func eachPassenger(party: Int, count: Int) throws {
    var group = Self.pet
    (group.key, group.fromPartySize) = (ExtraKey("group"), 2)
    (group.isForEachPassenger, group.atMost) = (true, 2)
    let quote = try AreaRuleTests.quoter { $0.extras = [group] }.quote(
      OptionSelection(name: nil, optionIdentifier: "taxi", partySize: party), for: Fixture.trip,
      locale: nil, supply: Fixture.supply(), at: Fixture.now)
    #expect(quote.extras.booked.map(\.count) == (count == 0 ? [] : [count]))
  }

  @Test("An extra that costs nothing is booked, and has no line")
  func free() throws {
    var porter = Self.pet
    porter.price = Fixture.cents(0)
    let booked = try Self.book("compact", Self.counts(("pet", 1)), by: Self.quoter([porter]))
    #expect(booked.option == (try Self.book("compact", [], by: Self.quoter([]))).option)
    #expect(booked.extras.booked.map(\.name) == ["Pet"])
  }

  @Test(
    "M13: What is not sold, named twice, or more than can be had is refused, with its path",
    arguments: [
      (
        "suv", counts(("seat", 1), ("sled", 1)), Refusal.Reason.unknownOption, "[1].extraIdentifier"
      ),
      ("taxi", counts(("seat", 1)), .unknownOption, "[0].extraIdentifier"),
      ("suv", counts(("pet", 1), ("pet", 1)), .aboveCapacity, "[1].extraIdentifier"),
      ("suv", counts(("pet", 1), ("seat", 3)), .aboveCapacity, "[1].count"),
      ("suv", counts(("pet", 0)), .belowOne, "[0].count"),
    ])
  func M13_refused(
    key: String, extras: [ExtraCount], reason: Refusal.Reason, path: String
  ) throws {
    let quoter = try Self.quoter()
    for claims in [nil, try Self.claims(key, of: quoter)] {
      let refusal = AreaRuleTests.refusal { try Self.book(key, extras, by: quoter, claims) }
      #expect(refusal?.reason == reason && refusal?.path == "extras\(path)")
    }
  }

  @Test("M13: A quote does not sell what it has not listed, and what has left the catalogue since")
  func M13_changed() throws {
    let extras = Self.counts(("seat", 1))
    let old = try Self.claims("suv", of: Self.quoter())
    let without = try Self.claims("suv", of: Self.quoter([Self.pet]))
    for (claims, sold, reason) in [
      (without, [Self.seat, Self.pet], Refusal.Reason.unknownOption),
      (old, [Self.pet], .listExpired),
    ] {
      let refusal = AreaRuleTests.refusal {
        try Self.book("suv", extras, by: Self.quoter(sold), claims)
      }
      #expect(refusal?.reason == reason && refusal?.path == "extras[0].extraIdentifier")
    }
  }

  @Test("A sum that money does not hold is refused")
  func tooMuch() throws {
    var seat = Self.seat
    seat.price = Money(minorUnits: Money.limit, currency: Fixture.dollars)
    for count in [1, 2] {
      let refusal = AreaRuleTests.refusal {
        try Self.book("suv", Self.counts(("seat", count)), by: Self.quoter([seat, Self.pet]))
      }
      #expect(refusal?.reason == .notAvailableHere)
    }
  }

  @Test("Extras come on top of what a meter shows, and stay where the ride ends elsewhere")
  func metered() throws {
    let quoter = try Self.quoter()
    for (key, extra) in [("taxi", "pet"), ("suv", "seat")] {
      let quote = try Self.book(key, Self.counts((extra, 1)), by: quoter)
      var ride = FinalFareTests.ride(of: quote, Fixture.trip)
      let price = quote.option.fareLineItems.last?.price
      let named = quoter.lines(named: Fixture.cents(2_345), of: ride)
      #expect(named.map(\.item.price) == [Fixture.cents(2_345), price])
      #expect(named.map(\.account) == [.fareRevenue, .chargeRevenue])
      #expect(quoter.finalFare(of: ride).lines.contains { $0.item.price == price })
      // The ride has ended at the airport, whose charge is added.
      ride.status.vehicle = Vehicle(
        identifier: VehicleIdentifier("veh-1"), location: Fixture.airport.coordinate,
        locatedAt: ride.endedAt)
      let elsewhere = quoter.lines(named: Fixture.cents(2_345), of: ride)
      #expect(elsewhere.map(\.item.price) == [Fixture.cents(2_345), Fixture.cents(400), price])
      #expect(elsewhere.map(\.account) == [.fareRevenue, .passThrough, .chargeRevenue])
    }
  }
}
