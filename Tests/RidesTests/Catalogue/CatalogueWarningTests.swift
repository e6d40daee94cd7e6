import Rides
import Testing

@Suite("Warnings of a catalogue") struct CatalogueWarningTests {
  private func paths(_ change: (inout Catalogue) throws -> Void) throws -> [String] {
    var catalogue = try Fixture.catalogue()
    try change(&catalogue)
    #expect(catalogue.mistakes() == [])
    return catalogue.warnings(at: Self.before).map(\.path)
  }

  /// No date of these catalogues is past.
  private static let before = Instant(seconds: 0)
  private let small = Region(Fixture.square(41.5, -88, size: 0.2))
  private let smaller = Region(Fixture.square(41.55, -87.95, size: 0.1))
  private let all = Region(Fixture.square(40, -89, size: 3))

  @Test("A usual catalogue has none")
  func none() throws {
    #expect(try paths { _ in } == [])
  }

  @Test("An area that an earlier one covers gets no pickup, and one that a later one covers does")
  func areas() throws {
    var town = try Fixture.area(key: "town")
    town.boundary = small
    town.charges = []
    #expect(try paths { $0.serviceAreas.append(town) } == ["serviceAreas[1].boundary"])
    #expect(try paths { $0.serviceAreas.insert(town, at: 0) } == [])
    let twin = try Fixture.area(key: "twin")
    #expect(try paths { $0.serviceAreas.append(twin) } == ["serviceAreas[1].boundary"])
  }

  @Test("Two names for one place are reported, and a zone within another one is usual")
  func namedZones() throws {
    let zones = ["a": small, "b": smaller, "c": small]
    let used = [FareCharge.Occasion.place(.pickup, [small]), .place(.dropOff, [smaller])]
    let found = try paths { catalogue in
      catalogue.serviceAreas[0].zones = zones
      catalogue.serviceAreas[0].charges = used.enumerated().map {
        Self.charge("c\($0.offset)", $0.element)
      }
    }
    #expect(found == ["serviceAreas[0].zones.c"])
  }

  @Test("A zone that nothing uses is reported, wherever it could be used")
  func unusedZones() throws {
    func isUsed(_ use: (inout ServiceArea) throws -> Void) throws -> Bool {
      let found = try paths { catalogue in
        catalogue.serviceAreas[0].zones = ["a": small]
        try use(&catalogue.serviceAreas[0])
      }
      #expect(found == [] || found == ["serviceAreas[0].zones.a"])
      return found.isEmpty
    }
    #expect(try !isUsed { _ in })
    #expect(try isUsed { $0.charges[0].conditions.occasion = .place(.either, [small]) })
    #expect(try isUsed { $0.charges[0].conditions.occasion = .way(from: [small], to: [smaller]) })
    #expect(try isUsed { $0.rules.restrictedZones = [RestrictedZone(zones: [small])] })
    #expect(try isUsed { $0.rules.fixedFares = [Self.fixed(from: smaller, to: small)] })
    #expect(
      try isUsed { area in
        let own = area.products[0].tariff
        area.products[0].tariff.periods = [
          TariffPeriod(
            hours: nil, occasion: .place(.pickup, [small]), base: Fixture.cents(1),
            rates: own.rates)
        ]
      })
  }

  @Test("An extra that no product sells is reported, and one that a product sells is not")
  func unsoldExtras() throws {
    func found(_ sold: [[ExtraKey]?]) throws -> [String] {
      try paths { catalogue in
        catalogue.serviceAreas[0].extras = [ExtraTests.seat, ExtraTests.pet]
        for number in catalogue.serviceAreas[0].products.indices {
          catalogue.serviceAreas[0].products[number].extras = sold[number % sold.count]
        }
      }
    }
    #expect(try found([nil]) == [] && found([[], nil]) == [])
    #expect(try found([[ExtraKey("pet")], [ExtraKey("seat")]]) == [])
    #expect(try found([[ExtraKey("pet")], []]) == ["serviceAreas[0].extras[0]"])
    #expect(try found([[]]) == [0, 1].map { "serviceAreas[0].extras[\($0)]" })
  }

  private static func charge(
    _ key: String, _ occasion: FareCharge.Occasion, hours: OperatingHours? = nil,
    products: [ProductKey] = []
  ) -> FareCharge {
    FareCharge(
      key: key, titles: Fixture.text(key, key), value: .amount(Fixture.cents(100)),
      occasion: occasion, hours: hours, products: products)
  }

  private static func fixed(
    from: Region, to: Region, bothWays: Bool = false, hours: OperatingHours? = nil,
    products: [ProductKey] = []
  ) -> FixedFare {
    let title = "\(bothWays) \(products)"
    return FixedFare(
      key: "\(from.hashValue) \(to.hashValue) \(title)", titles: Fixture.text(title, title),
      amount: Fixture.cents(1_000), occasion: .way(from: [from], to: [to], bothWays: bothWays),
      hours: hours, products: products)
  }

  @Test("A zone that no trip reaches is reported: outside, restricted, or served by another area")
  func unreachable() throws {
    let sea = Region(Fixture.square(0, 0, size: 1))
    func found(_ occasion: FareCharge.Occasion, _ more: (inout Catalogue) throws -> Void) throws
      -> [String]
    {
      try paths { catalogue in
        catalogue.serviceAreas[0].charges = [Self.charge("x", occasion)]
        try more(&catalogue)
      }
    }
    let path = "serviceAreas[0].charges[0]"
    #expect(try found(.place(.either, [small, sea])) { _ in } == ["\(path).zones[1]"])
    #expect(try found(.way(from: [sea], to: [small])) { _ in } == ["\(path).fromZones[0]"])
    #expect(
      try found(.place(.either, [smaller])) {
        $0.serviceAreas[0].rules.restrictedZones = [RestrictedZone(zones: [small])]
      } == ["\(path).zones[0]"])
    for (side, warned) in [(FareCharge.Side.pickup, 1), (.dropOff, 0), (.either, 0)] {
      let warnings = try found(.place(side, [smaller])) { catalogue in
        var town = try Fixture.area(key: "town")
        town.boundary = small
        town.charges = []
        catalogue.serviceAreas.insert(town, at: 0)
      }
      #expect(
        warnings == Array(repeating: "serviceAreas[1].charges[0].zones[0]", count: warned))
    }
  }

  /// Hours on some days of the week.
  private static func hours(
    _ from: Int, _ to: Int, _ days: [Weekday] = Weekday.allCases, notOn: [Holiday] = []
  ) -> OperatingHours {
    OperatingHours(
      spans: [.init(days: days, fromMinute: from * 60, toMinute: to * 60, notOn: notOn)])
  }

  private static let christmas = Holiday(name: "christmas", dates: [DateRange("12-25")!])  // a date

  @Test(
    "Hours in which nothing is sold are reported, unless the area is not served then",
    arguments: [
      ([hours(6, 22), hours(20, 30)], nil, []), ([hours(6, 22), nil], nil, []),
      ([hours(6, 22)], hours(6, 22), []),
      ([hours(6, 22)], nil, ["00:00 to 06:00 on any day", "22:00 to 24:00 on any day"]),
      ([hours(6, 22), hours(21, 29)], nil, ["05:00 to 06:00 on any day"]),
      (
        [hours(6, 22)], hours(6, 23, [.sunday]),
        [
          "22:00 to 23:00 on some days, such as sunday, 2026-01-04"
        ]
      ),
      (
        [hours(0, 24, notOn: [christmas])], nil,
        [
          "00:00 to 24:00 on some days, such as friday, 2026-12-25"
        ]
      ),
      (
        [hours(0, 24, notOn: [christmas]), hours(9, 24)], nil,
        [
          "00:00 to 09:00 on some days, such as friday, 2026-12-25"
        ]
      ),
    ] as [([OperatingHours?], OperatingHours?, [String])])
  func gaps(products: [OperatingHours?], area: OperatingHours?, gaps: [String]) throws {
    var catalogue = try Fixture.catalogue()
    catalogue.serviceAreas[0].hours = area
    catalogue.serviceAreas[0].products = try products.enumerated().map { number, hours in
      var product = number == 0 ? try Fixture.compact() : try Fixture.suv()
      product.hours = hours
      return product
    }
    #expect(catalogue.mistakes() == [])
    #expect(
      catalogue.warnings(at: Self.before).map(\.description)
        == gaps.map { "serviceAreas[0].products: none is sold from \($0)" })
  }

  @Test("A rule whose hours meet none of those of its products never holds")
  func unmet() throws {
    let night = Self.hours(22, 30)
    let found = try paths { catalogue in
      catalogue.serviceAreas[0].products[0].hours = Self.hours(6, 22)
      catalogue.serviceAreas[0].charges = [
        Self.charge("a", .anywhere, hours: night, products: ["compact"]),
        Self.charge("b", .anywhere, hours: night, products: ["compact", "suv"]),
        Self.charge("c", .anywhere, hours: Self.hours(21, 23), products: ["compact"]),
        // Days of the past are days as well.
        Self.charge(
          "d", .anywhere,
          hours: OperatingHours(spans: [.init(dates: [DateRange("2024-03-29")!])])),  // a date
      ]
      catalogue.serviceAreas[0].rules.discounts = [
        Discount(
          key: "d", titles: Fixture.text("d", "d"), value: .amount(Fixture.cents(100)),
          scope: RuleScope(hours: night, products: ["compact"]))
      ]
      let own = catalogue.serviceAreas[0].products[0].tariff
      catalogue.serviceAreas[0].products[0].tariff.periods = [
        TariffPeriod(hours: night, base: Fixture.cents(1), rates: own.rates)
      ]
    }
    #expect(
      found.map { $0.dropFirst("serviceAreas[0].".count) } == [
        "products[0].tariff.periods[0]", "charges[0]", "discounts[0]",
      ])
    let closed = try paths { catalogue in
      catalogue.serviceAreas[0].hours = Self.hours(6, 22)
      catalogue.serviceAreas[0].products[0].hours = night
    }
    #expect(closed == ["serviceAreas[0].products[0]"])
  }

  /// When and for what a fixed fare holds.
  struct Fixed {
    var hours: OperatingHours?
    var products: [ProductKey] = []
    var bothWays = false
  }

  @Test(
    "A fixed fare that an earlier one leaves no trip has no effect",
    arguments: [
      (Fixed(), Fixed(), true), (Fixed(bothWays: true), Fixed(products: ["suv"]), true),
      (Fixed(), Fixed(hours: hours(6, 9)), true), (Fixed(), Fixed(bothWays: true), false),
      (Fixed(hours: hours(6, 9)), Fixed(), false),
      (Fixed(hours: hours(6, 9)), Fixed(hours: hours(6, 9)), true),
      (Fixed(products: ["suv"]), Fixed(), false),
      (Fixed(products: ["suv", "taxi"]), Fixed(products: ["taxi"]), true),
    ])
  func hiddenFares(first: Fixed, other: Fixed, isHidden: Bool) throws {
    let found = try paths {
      $0.serviceAreas[0].rules.fixedFares = zip([first, other], [small, smaller]).map {
        Self.fixed(
          from: $1, to: Fixture.airportZone, bothWays: $0.bothWays, hours: $0.hours,
          products: $0.products)
      }
    }
    #expect(found == (isHidden ? ["serviceAreas[0].fixedFares[1]"] : []))
  }

  @Test("A period that an earlier one leaves no trip has no effect")
  func hiddenPeriods() throws {
    let found = try paths { catalogue in
      let own = catalogue.serviceAreas[0].products[0].tariff
      let airport = FareCharge.Occasion.place(.dropOff, [Fixture.airportZone])
      catalogue.serviceAreas[0].products[0].tariff.periods = [
        (Self.hours(6, 9), FareCharge.Occasion.anywhere), (Self.hours(6, 9), airport),
        (nil, airport), (Self.hours(9, 12), airport), (Self.hours(9, 12), .anywhere),
      ].map {
        TariffPeriod(hours: $0, occasion: $1, base: Fixture.cents(1), rates: own.rates)
      }
    }
    #expect(
      found == [1, 3].map { "serviceAreas[0].products[0].tariff.periods[\($0)]" })
  }

  @Test("A zone of a list that another one covers has no effect")
  func lists() throws {
    let found = try paths {
      $0.serviceAreas[0].charges[0].conditions.occasion = .way(
        from: [smaller, small], to: [small, small])
      $0.serviceAreas[0].rules.specialPricing = [
        SpecialPricing(
          key: "rush", titles: Fixture.text("Rush", "Punta"),
          value: .multiplier(try Multiplier(decimal: "1.5")),
          scope: RuleScope(zones: [small, smaller]))
      ]
    }
    #expect(
      found == [
        "serviceAreas[0].charges[0].fromZones[0]", "serviceAreas[0].charges[0].toZones[1]",
        "serviceAreas[0].specialPricing[0].zones[1]",
      ])
  }

  @Test("A restricted zone that covers its area leaves nothing of it")
  func restricted() throws {
    let found = try paths {
      $0.serviceAreas[0].charges = []
      $0.serviceAreas[0].rules.restrictedZones = [
        RestrictedZone(zones: [small]), RestrictedZone(zones: [all]),
      ]
    }
    #expect(found == ["serviceAreas[0].restrictedZones[1].zones[0]"])
  }
}
