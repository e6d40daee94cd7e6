import Rides
import Testing

@Suite("Warnings of rules that do nothing") struct IdleRuleTests {
  private static func warnings(
    at time: String = "2026-11-28T12:00:00Z", _ change: (inout Catalogue) throws -> Void
  ) throws -> [String] {
    var catalogue = try Fixture.catalogue()
    try change(&catalogue)
    #expect(catalogue.mistakes() == [])
    return catalogue.warnings(at: try #require(Instant(rfc3339: time))).map {
      String($0.description.dropFirst($0.path.hasPrefix("serviceAreas") ? 16 : 0))
    }
  }

  private static func dates(_ texts: String...) -> [DateRange] { texts.compactMap(DateRange.init) }

  private static let easter = Holiday(name: "easter", dates: dates("2025-04-20", "2026-04-05"))
  private static let evening = OperatingHours.Span(fromMinute: 1_200)

  @Test(
    "A rule is reported when all dates of it are past, by the clocks of its area",
    arguments: [
      ([.init(dates: dates("2026-11-27"))], true), ([.init(dates: dates("2026-11-28"))], false),
      ([.init(dates: dates("../2026-11-27"))], true),
      ([.init(dates: dates("2026-11-27/.."))], false),
      ([.init(dates: dates("2026-11-20", "2026-12-01"))], false),
      ([.init(dates: dates("12-25/01-02"))], false), ([.init(holidays: [easter])], true),
      ([.init(dates: dates("01-01"), holidays: [easter])], false),
      ([.init(dates: dates("2026-11-01")), .init(dates: dates("2026-11-02"))], true),
      ([.init(dates: dates("2026-11-01")), evening], false), ([evening], false),
      ([.init(fromMinute: 1_320, toMinute: 1_800, dates: dates("2026-11-27"))], false),
      ([.init(fromMinute: 1_320, toMinute: 1_800, dates: dates("2026-11-26"))], true),
    ] as [([OperatingHours.Span], Bool)])
  func past(spans: [OperatingHours.Span], isOver: Bool) throws {
    let found = try Self.warnings {
      $0.serviceAreas[0].charges[0].conditions.hours = OperatingHours(spans: spans)
    }
    #expect(
      found
        == (isOver ? ["charges[0]: it holds no more, since all of its dates are past"] : []))
  }

  @Test("The day of an area ends with its own clocks", arguments: [("05", 0), ("06", 1)])
  func clocks(hour: String, count: Int) throws {
    let found = try Self.warnings(at: "2026-11-28T\(hour):30:00Z") {
      $0.serviceAreas[0].timeZone = TimeZoneRules(name: "Test", fixedOffsetSeconds: -21_600)
      $0.serviceAreas[0].charges[0].conditions.hours = OperatingHours(
        spans: [.init(dates: Self.dates("2026-11-27"))])
    }
    #expect(found.count == count)
  }

  @Test(
    "A holiday is reported when it has no date any more",
    arguments: [
      (dates("2025-04-20", "2026-04-05"), 1), (dates("2026-04-05", "2027-03-28"), 0),
      (dates("12-25"), 0), ([], 0),
    ])
  func holidays(dates: [DateRange], count: Int) throws {
    let found = try Self.warnings { $0.holidays = [Holiday(name: "easter", dates: dates)] }
    #expect(
      found == Array(repeating: "holidays.easter: all of its dates are past", count: count))
  }

  /// Each amount, and the paths that are reported where it is that.
  @Test(
    "A rule of nothing is reported",
    arguments: [
      (
        0,
        [
          "products[1].tariff.surcharges[0]", "products[1].tariff.minimumFare", "charges[0]",
          "charges[1]", "specialPricing[0]", "specialPricing[1]", "discounts[0]", "discounts[1]",
        ]
      ), (1, ["products[1].tariff.minimumFare"]),
    ])
  func nothing(amount: Int, paths: [String]) throws {
    let money = Fixture.cents(Int64(amount))
    let text = Fixture.text("A", "A")
    let found = try Self.warnings { catalogue in
      var area = catalogue.serviceAreas[0]
      area.products[1].tariff.surcharges[0].amount = money
      area.products[1].tariff.minimumFare = area.products[1].tariff.base
      area.charges = [.amount(money), .share(FareShare(basisPoints: amount))].enumerated().map {
        FareCharge(key: "\($0)", titles: text, value: $1, occasion: .anywhere)
      }
      area.rules.specialPricing = [
        .amount(money), .multiplier(Multiplier(basisPoints: 10_000 + amount)),
      ].enumerated().map { SpecialPricing(key: "\($0)", titles: text, value: $1) }
      area.rules.discounts = [.amount(money), .percent(basisPoints: amount)].enumerated().map {
        Discount(key: "\($0)", titles: text, value: $1)
      }
      catalogue.serviceAreas[0] = area
    }
    #expect(found == paths.map { "\($0): it changes no price" })
  }

  @Test(
    "A period with the prices of its tariff is reported, unless others follow that it keeps away",
    arguments: [
      ([300], [0]), ([301], []), ([300, 301], []), ([301, 300], [1]),
      ([300, 301, 300, 300], [2, 3]),
    ])
  func periods(bases: [Int64], idle: [Int]) throws {
    let found = try Self.warnings { catalogue in
      let own = catalogue.serviceAreas[0].products[0].tariff
      catalogue.serviceAreas[0].products[0].tariff.periods = bases.enumerated().map { index, base in
        TariffPeriod(
          hours: OperatingHours(spans: [.init(fromMinute: index * 60, toMinute: index * 60 + 60)]),
          base: Fixture.cents(base), rates: own.rates, minimumFare: own.minimumFare)
      }
    }
    #expect(found == idle.map { "products[0].tariff.periods[\($0)]: it changes no price" })
  }

  private static let night = OperatingHours.Span(fromMinute: 1_320, toMinute: 1_800)
  private static let nights = OperatingHours.Span(
    days: [.monday, .tuesday], fromMinute: 1_320, toMinute: 1_800)

  @Test(
    "A period within the hours of an earlier one has no effect",
    arguments: [
      ([night], [.init(fromMinute: 1_380)], true), ([night], [.init(toMinute: 361)], false),
      ([night], [.init(toMinute: 360)], true), ([night], [nights], true),
      ([nights], [night], false),
      ([night], [.init(fromMinute: 1_320, dates: dates("12-24"))], true),
      ([.init(dates: dates("2024-12-24"))], [.init(dates: dates("2024-12-24/2024-12-25"))], false),
      ([.init(dates: dates("2024-12-20/2024-12-31"))], [.init(dates: dates("2024-12-24"))], true),
      ([.init(holidays: [easter])], [.init(toMinute: 600, holidays: [easter])], true),
      ([evening], [.init(fromMinute: 1_200, booked: .ahead)], true),
      ([.init(fromMinute: 1_200, booked: .ahead)], [evening], false),
      ([.init(toMinute: 720), .init(fromMinute: 720)], [night], true),
    ] as [([OperatingHours.Span], [OperatingHours.Span], Bool)])
  func hours(first: [OperatingHours.Span], other: [OperatingHours.Span], isHidden: Bool) throws {
    let found = try Self.warnings(at: "2024-01-01T00:00:00Z") { catalogue in
      let own = catalogue.serviceAreas[0].products[0].tariff
      catalogue.serviceAreas[0].policies.scheduling = SchedulingPolicy()
      catalogue.serviceAreas[0].products[0].tariff.periods = [first, other].enumerated().map {
        TariffPeriod(
          hours: OperatingHours(spans: $1), base: Fixture.cents(Int64($0)), rates: own.rates)
      }
    }
    let message = "it has no effect, since [0] comes first and holds for all of its trips"
    #expect(found == (isHidden ? ["products[0].tariff.periods[1]: \(message)"] : []))
  }

  @Test("Special pricing and discounts change nothing where all products have a meter")
  func meters() throws {
    func found(_ change: (inout ServiceArea) throws -> Void) throws -> [String] {
      try Self.warnings { catalogue in
        var area = catalogue.serviceAreas[0]
        let text = Fixture.text("A", "A")
        area.rules.specialPricing = [
          SpecialPricing(key: "a", titles: text, value: .amount(Fixture.cents(100)))
        ]
        area.rules.discounts = [
          Discount(key: "a", titles: text, value: .amount(Fixture.cents(100)))
        ]
        try change(&area)
        catalogue.serviceAreas[0] = area
      }
    }
    #expect(try found { _ in } == [])
    let reason = "it changes no price, since all products have a meter"
    #expect(
      try found { $0.products = [try Fixture.taxi()] }
        == ["specialPricing[0]: \(reason)", "discounts[0]: \(reason)"])
    #expect(
      try found { area in
        area.products = [try Fixture.taxi()]
        area.rules.fixedFares = [
          FixedFare(
            key: "flat", titles: Fixture.text("F", "F"), amount: Fixture.cents(100),
            occasion: .anywhere, upToMetres: 2_000)
        ]
      } == ["specialPricing[0]: \(reason)"])
  }

  @Test("A minimum that a period needs is none of nothing")
  func minimum() throws {
    let found = try Self.warnings { catalogue in
      let own = catalogue.serviceAreas[0].products[0].tariff
      catalogue.serviceAreas[0].products[0].tariff.minimumFare = own.base
      catalogue.serviceAreas[0].products[0].tariff.periods = [
        TariffPeriod(
          hours: OperatingHours(spans: [Self.evening]), base: Fixture.cents(0), rates: own.rates,
          minimumFare: own.base)
      ]
    }
    #expect(found == [])
  }

  private static let zone = Region(Fixture.square(41.6, -87.9, size: 0.1))
  private static let part = Region(Fixture.square(41.65, -87.85, size: 0.01))

  @Test(
    "A fixed fare has no effect after one for the same places or more, and as long a way or longer",
    arguments: [
      (.anywhere, 2_000, .anywhere, 1_000, true), (.anywhere, 2_000, .anywhere, 2_001, false),
      (.anywhere, 2_000, .place(.pickup, [part]), nil, false),
      (.place(.either, [zone]), nil, .place(.pickup, [part]), 2_000, true),
      (.place(.pickup, [zone]), nil, .place(.either, [part]), nil, false),
      (.place(.pickup, [part]), nil, .place(.pickup, [zone]), nil, false),
      (.place(.pickup, [zone]), nil, .way(from: [part], to: [zone]), nil, false),
    ] as [(FareCharge.Occasion, Double?, FareCharge.Occasion, Double?, Bool)])
  func hidden(
    first: FareCharge.Occasion, upTo: Double?, other: FareCharge.Occasion, otherUpTo: Double?,
    isHidden: Bool
  ) throws {
    let text = Fixture.text("A", "A")
    let found = try Self.warnings {
      $0.serviceAreas[0].rules.fixedFares = [(first, upTo), (other, otherUpTo)].map {
        FixedFare(
          key: "\($0.0) \($0.1 ?? 0)", titles: text, amount: Fixture.cents(600), occasion: $0.0,
          upToMetres: $0.1)
      }
    }
    let message = "it has no effect, since [0] comes first and holds for all of its trips"
    #expect(found == (isHidden ? ["fixedFares[1]: \(message)"] : []))
  }

  @Test(
    "What counts for rides that are booked ahead never holds where none can be",
    arguments: [
      (
        nil,
        [
          "charges[0]: it never holds, since rides are for now only, without scheduling in "
            + "policies"
        ]
      ), (SchedulingPolicy(), []),
    ])
  func ahead(scheduling: SchedulingPolicy?, warnings: [String]) throws {
    let ahead = OperatingHours(spans: [.init(booked: .ahead)])
    let found = try Self.warnings {
      $0.serviceAreas[0].policies.scheduling = scheduling
      $0.serviceAreas[0].charges[0].conditions.hours = ahead
    }
    #expect(found == warnings)
    let sold = try Self.warnings { catalogue in
      catalogue.serviceAreas[0].policies.scheduling = scheduling
      for index in catalogue.serviceAreas[0].products.indices {
        catalogue.serviceAreas[0].products[index].hours = ahead
      }
    }
    let gap = "products: none is sold from 00:00 to 24:00 on any day"
    #expect(sold.contains(gap) == (scheduling == nil))
  }
}
