import Catalogues
import Foundation
import Rides
import Testing

@Suite("Tariffs of ordinances in catalogue files") struct TariffTests {
  /// The catalogue of Chicago with another tariff for the taxi.
  static func decode(_ tariff: String) throws -> Tariff {
    let catalogue = try CatalogueFile.decode(Array(try text(tariff).utf8), name: "test")
    let products = try #require(catalogue.serviceAreas.first).products
    return try #require(products.first { $0.key.rawValue == "taxi" }).tariff
  }

  static func text(_ tariff: String) throws -> String {
    let all = try CatalogueFileTests.text()
    let product = try #require(all.range(of: "\"key\": \"taxi\""))
    let start = try #require(
      all.range(of: "\"tariff\": {", range: product.upperBound..<all.endIndex))
    let end = try #require(all.range(of: "}", range: start.upperBound..<all.endIndex))
    return all.replacingCharacters(in: start.lowerBound..<end.upperBound, with: tariff)
  }

  private static let berlin = """
    "tariff": {
      "base": "4.30", "included": { "metres": 71.43 },
      "distance": [
        { "amount": "0.20", "per": { "metres": 71.43 } },
        { "from": { "kilometres": 3 }, "amount": "0.20", "per": { "metres": 76.92 } },
        { "from": { "kilometres": 7 }, "amount": "0.20", "per": { "metres": 95.24 } }
      ],
      "time": {
        "amount": "0.20", "perSeconds": 18.46, "onlyWhenSlow": true, "freeSecondsPerStop": 60
      },
      "steps": { "distance": "started", "time": "started" }
    }
    """

  @Test("The tariff that the page of catalogues shows is read line by line")
  func berlin() throws {
    let page = try String(
      contentsOfFile: "Sources/Catalogues/Catalogues.docc/Catalogues.md", encoding: .utf8)
    #expect(page.contains(Self.berlin))
    let tariff = try Self.decode(Self.berlin)
    let step = Rate(microUnits: 200_000, currency: tariff.base.currency)
    #expect(tariff.base.minorUnits == 430)
    #expect(
      tariff.rates
        == RateCard(
          bands: [(0, 71.43), (3_000, 76.92), (7_000, 95.24)].map { from, metres in
            DistanceBand(fromMetres: from, rate: DistanceRate(step, metresPerUnit: metres))
          },
          time: TimeRate(
            rate: step, secondsPerUnit: 18.46, onlyWhenSlow: true, freeSecondsPerStop: 60),
          includedMetres: 71.43,
          steps: FareSteps(distance: .started, time: .started, areShared: false)))
  }

  @Test("A length may be a fraction of a mile, and steps may be shared by distance and time")
  func fraction() throws {
    let tariff = try Self.decode(
      """
      "tariff": { "base": "3.00", "included": { "miles": "1/5", "seconds": 0 },
        "distance": [{ "amount": "0.70", "per": { "miles": "1/5" }, "perSeconds": 60 }],
        "time": { "amount": "0.70", "perSeconds": 60, "onlyWhenSlow": true }, "steps": "started" }
      """)
    #expect(tariff.rates.bands[0].rate.metresPerUnit == 1_609.344 / 5)
    #expect(tariff.rates.bands[0].secondsPerUnit == 60)
    #expect(tariff.rates.includedMetres == 1_609.344 / 5)
    #expect(
      tariff.rates.steps == FareSteps(distance: .started, time: .started, areShared: true))
  }

  @Test("A period has its own prices, and the tariff's where it leaves some out")
  func periods() throws {
    let tariff = try Self.decode(
      """
      "tariff": { "base": "3.80", "perKilometre": "0.95", "perMinute": "0.58",
        "minimumFare": "6.00",
        "periods": [
          { "hours": [{ "from": "23:00", "to": "06:00" }], "base": "4.30", "perKilometre": "1.0925",
            "perMinute": "0.667" },
          { "hours": [{ "dates": ["12-24"] }], "minimumFare": "9.00" }
        ] }
      """)
    #expect(tariff.periods.map(\.base.minorUnits) == [430, 380])
    #expect(tariff.periods.map { $0.rates.bands[0].rate.rate.microUnits } == [1_092_500, 950_000])
    #expect(tariff.periods.map { $0.rates.time.rate.microUnits } == [667_000, 580_000])
    #expect(tariff.periods.map { $0.minimumFare?.minorUnits } == [600, 900])
  }

  /// A tariff with limits of its own to the airport.
  private static let limits = """
    "tariff": { "base": "3.80", "perKilometre": "0.95", "perMinute": "0.58",
      "minimumFare": "6.00", "maximumFare": "90.00",
      "periods": [
        { "side": "dropOff", "zones": ["ohare"], "maximumFare": "50.00" },
        { "fromZones": ["ohare"], "toZones": ["loop"], "bothWays": true,
          "hours": [{ "from": "23:00", "to": "06:00" }], "minimumFare": "20.00" }
      ] }
    """

  private static let titles = #"{ "en_US": "Fuel", "es_US": "Combustible" }"#

  /// The catalogue with that tariff, and a title for the line of a highest fare.
  private static func limited(_ tariff: String) throws -> String {
    try text(tariff).replacing(
      #""partySize": { "en_US""#,
      with: #""maximumFare": { "en_US": "Highest", "es_US": "Máxima" }, "partySize": { "en_US""#,
      maxReplacements: 1)
  }

  @Test("A tariff may name the units of its rates in the place of the area")
  func rateTitles() throws {
    let tariff = try Self.decode(
      """
      "tariff": { "base": "3.80", "perKilometre": "0.95", "perMinute": "0.58",
        "timeRate": { "en_US": "an hour", "es_US": "la hora" } }
      """)
    #expect(tariff.timeRate?["en_US"] == "an hour" && tariff.distanceRate == nil)
  }

  @Test("A lowest and a highest fare may be those of a place, and of hours")
  func limits() throws {
    let text = try Self.limited(Self.limits)
    let area = try CatalogueFile.decode(Array(text.utf8), name: "test").serviceAreas[0]
    let tariff = try #require(area.products.first { $0.key == ProductKey("taxi") }).tariff
    #expect(tariff.maximumFare?.minorUnits == 9_000)
    #expect(tariff.periods.map { $0.minimumFare?.minorUnits } == [600, 2_000])
    #expect(tariff.periods.map { $0.maximumFare?.minorUnits } == [5_000, 9_000])
    let (airport, loop) = (try #require(area.zones["ohare"]), try #require(area.zones["loop"]))
    #expect(
      tariff.periods.map(\.conditions.occasion)
        == [.place(.dropOff, [airport]), .way(from: [airport], to: [loop], bothWays: true)])
    #expect(tariff.periods[0].conditions.hours == nil && tariff.periods[1].conditions.hours != nil)
  }

  @Test(
    "A mistake in a lowest or a highest fare has its path",
    arguments: [
      (#""90.00""#, #""5.99""#, "maximumFare"), (#""50.00""#, #""5.00""#, "periods[0].maximumFare"),
      (#""20.00""#, #""90.01""#, "periods[1]"),
      (#""50.00""#, #""-1.00""#, "periods[0].maximumFare"),
      (#""minimumFare": "6.00", "maximumFare": "90.00""#, #""maximumFare": "3.79""#, "maximumFare"),
      (#""maximumFare": "50.00""#, #""base": "90.01""#, "periods[0]"),
      (
        #""maximumFare": "90.00""#,
        #""maximumFare": "90.00", "surcharges": [{ "titles": \#(titles), "amount": "46.21" }]"#,
        "periods[0].maximumFare"
      ),
      (#""side": "dropOff", "zones": ["ohare"], "#, "", "periods[0].hours"),
      (#""side": "dropOff", "#, "", "periods[0].side"),
      (#""zones": ["ohare"]"#, #""zones": []"#, "periods[0].zones"),
    ])
  func limitMistakes(piece: String, replacement: String, path: String) throws {
    #expect(Self.limits.contains(piece))
    let text = try Self.limited(Self.limits.replacing(piece, with: replacement))
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.path)
    #expect(found.first == "serviceAreas[0].products[3].tariff.\(path)", "\(found)")
    let untitled = try CatalogueFileTests.problems(try Self.text(Self.limits)).mistakes
    #expect(untitled.map(\.path) == ["serviceAreas[0].fareTitles.maximumFare"])
  }

  @Test(
    "A mistake in a tariff has its path",
    arguments: [
      (#""from": { "kilometres": 3 }"#, #""from": { "kilometres": 7 }"#, "distance[2].from"),
      (#""from": { "kilometres": 3 }, "#, "", "distance[1].from"),
      (
        #"{ "amount": "0.20", "per": { "metres": 71.43 } },"#,
        #"{ "from": { "metres": 1 }, "amount": "0.20", "per": { "metres": 71.43 } },"#,
        "distance[0].from"
      ),
      (#""from": { "kilometres": 3 }"#, #""from": { "yards": 3 }"#, "distance[1].from.yards"),
      (#""per": { "metres": 76.92 }"#, #""per": { "metres": 0 }"#, "distance[1].per"),
      (#""per": { "metres": 76.92 }"#, #""per": { "miles": "1/0" }"#, "distance[1].per.miles"),
      (#""per": { "metres": 76.92 }"#, #""per": {}"#, "distance[1].per"),
      (
        #""kilometres": 3 }, "amount": "0.20""#, #""kilometres": 3 }, "amount": "0.10""#,
        "distance[1].amount"
      ),
      (#""perSeconds": 18.46"#, #""perSeconds": 0"#, "time.perSeconds"),
      (#""freeSecondsPerStop": 60"#, #""freeSecondsPerStop": -1"#, "time.freeSecondsPerStop"),
      (#""included": { "metres": 71.43 }"#, #""included": {}"#, "included"),
      (#""included": { "metres": 71.43 }"#, #""included": { "metres": -1 }"#, "included"),
      (#""time": "started""#, #""time": "begun""#, "steps.time"),
      (#""time": "started""#, #""time": "completed", "shared": true"#, "steps.shared"),
      (#""base": "4.30""#, #""base": "4.30", "timeRate": {}"#, "timeRate.en_US"),
      (#""time": {"#, #""perMinute": "1.00", "time": {"#, "time"),
      (#""distance": ["#, #""perMile": "1.00", "distance": ["#, "perMile"),
      (#""amount": "0.20", "perSeconds""#, #""amount": "0.205", "perSeconds""#, "steps"),
      (
        #""steps": { "distance": "started", "time": "started" }"#, #""periods": [{}]"#,
        "periods[0].hours"
      ),
    ])
  func mistakes(piece: String, replacement: String, path: String) throws {
    #expect(Self.berlin.contains(piece))
    let text = try Self.text(Self.berlin.replacing(piece, with: replacement))
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.path)
    #expect(found.first == "serviceAreas[0].products[3].tariff.\(path)", "\(found)")
  }

  /// The catalogue of Chicago with another first charge.
  private static func charged(_ charge: String) throws -> String {
    let all = try CatalogueFileTests.text()
    let start = try #require(all.range(of: "\"charges\": ["))
    return all.replacingCharacters(in: start, with: "\"charges\": [\(charge),")
  }

  private static let night = """
    { "key": "night", "titles": { "en_US": "Night", "es_US": "Noche" }, "amount": "1.00",
      "hours": [{ "from": "20:00", "to": "06:00" }], "products": ["taxi"], "kept": true }
    """

  @Test("A charge may have no zones, and has hours, products and an owner")
  func charge() throws {
    let text = try Self.charged(Self.night)
    let area = try CatalogueFile.decode(Array(text.utf8), name: "test").serviceAreas.first
    let charge = try #require(area?.charges.first)
    #expect(
      charge.conditions.occasion == .anywhere && charge.isKept
        && charge.conditions.products == [ProductKey("taxi")])
    #expect(
      charge.conditions.hours == OperatingHours(spans: [.init(fromMinute: 1_200, toMinute: 1_800)]))
    #expect(area?.charges[1].isKept == false && area?.charges[1].conditions.hours == nil)
  }

  private static let peak = """
    { "key": "peak", "titles": { "en_US": "Peak", "es_US": "Punta" }, "percent": "12.5",
      "percentOf": "fareAndCharges", "rounding": { "step": "0.05", "direction": "up" } }
    """

  @Test("A charge may be a share of the fare")
  func share() throws {
    func share(_ charge: String) throws -> FareShare? {
      let text = try Self.charged(charge)
      return try CatalogueFile.decode(Array(text.utf8), name: "test").serviceAreas[0].charges[0]
        .share
    }
    let step = Money(minorUnits: 5, currency: try #require(Currency("USD")))
    #expect(
      try share(Self.peak)
        == FareShare(
          basisPoints: 1_250, of: .fareAndCharges,
          rounding: FareRounding(step: step, direction: .up)))
    let short = Self.night.replacing(#""amount": "1.00""#, with: #""percent": "25""#)
    #expect(try share(short) == FareShare(basisPoints: 2_500))
    #expect(try share(Self.night) == nil)
  }

  @Test(
    "A mistake in a share has its path",
    arguments: [
      (#""12.5""#, "12.5", "percent"), (#""12.5""#, #""100.01""#, "percent"),
      (#""12.5""#, #""-1""#, "percent"), (#""12.5""#, #""12.555""#, "percent"),
      (#""percent": "12.5""#, #""amount": "1.00""#, "percentOf"),
      (#""percent": "12.5","#, #""percent": "12.5", "amount": "1.00","#, "percent"),
      (#""percent": "12.5","#, "", "amount"),
      ("fareAndCharges", "all", "percentOf"),
      (#""step": "0.05""#, #""step": "0.00""#, "rounding.step"),
      (#""up""#, #""upwards""#, "rounding.direction"),
    ])
  func shareMistakes(piece: String, replacement: String, path: String) throws {
    #expect(Self.peak.contains(piece))
    let text = try Self.charged(Self.peak.replacing(piece, with: replacement))
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.path)
    #expect(found.first == "serviceAreas[0].charges[0].\(path)", "\(found)")
  }

  @Test(
    "A mistake in a charge has its path",
    arguments: [
      (#""from": "20:00""#, #""from": "20""#, "hours[0].from"),
      (#"["taxi"]"#, #"["bus"]"#, "products[0]"), (#""kept": true"#, #""kept": 1"#, "kept"),
      (#""kept": true"#, #""side": "pickup""#, "zones"),
      (#""kept": true"#, #""bothWays": true"#, "fromZones"),
      (#""kept": true"#, #""fromZones": ["ohare"], "toZones": []"#, "toZones"),
    ])
  func chargeMistakes(piece: String, replacement: String, path: String) throws {
    #expect(Self.night.contains(piece))
    let text = try Self.charged(Self.night.replacing(piece, with: replacement))
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.path)
    #expect(found.first == "serviceAreas[0].charges[0].\(path)", "\(found)")
  }
}
