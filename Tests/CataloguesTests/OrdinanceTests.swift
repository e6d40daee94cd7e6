import Catalogues
import Rides
import Testing

@Suite("Fares of ordinances in catalogue files") struct OrdinanceTests {
  private static let hongKong = """
    "tariff": {
      "base": "29.00", "included": { "kilometres": 2 }, "steps": "started",
      "distance": [
        { "amount": "2.10", "per": { "metres": 200 } },
        { "from": { "fare": "102.50" }, "amount": "1.40", "per": { "metres": 200 } },
        {
          "from": { "fare": "200.00" }, "amount": "1.30", "per": { "metres": 190 }, "perSeconds": 50
        }
      ],
      "time": { "amount": "2.10", "perSeconds": 60, "onlyWhenSlow": true },
      "minimumFare": { "amount": "35.00", "includes": "chargesAndExtras" },
      "periods": [
        { "hours": [{ "from": "22:00", "to": "06:00" }], "base": "39.00" },
        { "hours": [{ "dates": ["12-24"] }], "perKilometre": "2.10", "minimumFare": "40.00" }
      ]
    }
    """

  @Test("A band may begin at a fare, which a period with another base reaches sooner")
  func fareBands() throws {
    let tariff = try TariffTests.decode(Self.hongKong)
    #expect(tariff.rates.bands.count == 1)
    #expect(tariff.rates.fareBands.map(\.fromAmount.minorUnits) == [7_350, 17_100])
    #expect(tariff.rates.fareBands.map(\.rate.metresPerUnit) == [200, 190])
    #expect(tariff.rates.fareBands.map(\.secondsPerUnit) == [nil, 50])
    #expect(
      tariff.periods.map { $0.rates.fareBands.map(\.fromAmount.minorUnits) } == [
        [6_350, 16_100], [],
      ])
  }

  @Test("A lowest fare may cover charges and extras, and a period has the tariff's or its own")
  func cover() throws {
    let tariff = try TariffTests.decode(Self.hongKong)
    #expect(tariff.minimumFare?.minorUnits == 3_500)
    #expect(tariff.minimumCover == .chargesAndExtras)
    #expect(tariff.periods.map(\.minimumFare?.minorUnits) == [3_500, 4_000])
    #expect(tariff.periods.map(\.minimumCover) == [.chargesAndExtras, .fare])
  }

  @Test(
    "What is impossible of them is said once, with its path",
    arguments: [
      (#"{ "fare": "102.50" }"#, #"{ "fare": 102.5 }"#, "distance[1].from.fare"),
      (#"{ "fare": "102.50" }"#, #"{ "fare": "9", "miles": 1 }"#, "distance[1].from.miles"),
      (#"{ "fare": "102.50" }"#, #"{ "fare": "29.00" }"#, "distance[1].from"),
      (#"{ "fare": "200.00" }"#, #"{ "fare": "102.50" }"#, "distance[2].from"),
      (#"{ "fare": "200.00" }"#, #"{ "kilometres": 9 }"#, "distance"),
      (#"{ "amount": "2.10", "per": { "metres": 200 } },"#, "", "distance"),
      (#""per": { "metres": 190 }"#, #""per": { "metres": 0 }"#, "distance[2].per"),
      (#""perSeconds": 50"#, #""perSeconds": 0"#, "distance[2].perSeconds"),
      (#""amount": "1.40""#, #""amount": "1.405""#, "steps"),
      (#""started""#, #"{ "distance": "started", "time": "started" }"#, "steps"),
      (#""base": "39.00""#, #""base": "109.00""#, "periods[0]"),
      (#""base": "39.00""#, #""counts": "ride""#, "periods[0].counts"),
      (#""chargesAndExtras""#, #""tips""#, "minimumFare.includes"),
      (#", "includes": "chargesAndExtras""#, "", "minimumFare.includes"),
      (#""amount": "35.00""#, #""amount": 35"#, "minimumFare.amount"),
    ])
  func mistakes(piece: String, replacement: String, path: String) throws {
    #expect(Self.hongKong.contains(piece))
    let text = try TariffTests.text(Self.hongKong.replacing(piece, with: replacement))
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.path)
    #expect(found.first == "serviceAreas[0].products[3].tariff.\(path)", "\(found)")
  }

  @Test("Where no meter decides, a lowest fare may cover charges, and no extras")
  func quoted() throws {
    func text(_ cover: String) throws -> String {
      let least = #""minimumFare": { "amount": "6.00", "includes": "\#(cover)" }"#
      let text = try CatalogueFileTests.text()
      #expect(text.contains(#""minimumFare": "6.00""#))
      return text.replacing(#""minimumFare": "6.00""#, with: least, maxReplacements: 1)
    }
    let area = try CatalogueFile.decode(Array(try text("charges").utf8), name: "test")
      .serviceAreas[0]
    #expect(area.products[0].tariff.minimumCover == .charges)
    let found = try CatalogueFileTests.problems(try text("chargesAndExtras")).mistakes.map(\.path)
    #expect(found == ["serviceAreas[0].products[0].tariff.minimumFare.includes"])
  }

  private static let dublin = """
    "tariff": {
      "base": "4.40", "included": { "metres": 500, "seconds": 85 },
      "distance": [{ "amount": "0.10", "per": { "metres": 75.76 } }],
      "time": { "amount": "0.10", "perSeconds": 12.77, "onlyWhenSlow": true }, "steps": "started"
    }
    """

  @Test(
    "The base includes either a length or a time where one uses up the other, else maybe both",
    arguments: [
      (#""started""#, true), (#"{ "distance": "started", "time": "started" }"#, false),
      (#""started", "included": { "metres": 500, "seconds": 0 }"#, false),
      (#"null, "rounding": { "step": "0.05", "direction": "up" }"#, true), ("null", false),
      (
        #""started", "periods": [{ "fromPartySize": 3, "base": "5.00" }]"#, true
      ),
    ])
  func included(steps: String, isMistaken: Bool) throws {
    var tariff = Self.dublin.replacing(#""started""#, with: steps)
    if steps.contains("included") {
      tariff = tariff.replacing(#""included": { "metres": 500, "seconds": 85 },"#, with: "")
    }
    guard isMistaken else { return _ = try TariffTests.decode(tariff) }
    let found = try CatalogueFileTests.problems(try TariffTests.text(tariff)).mistakes.map(\.path)
    #expect(found == ["serviceAreas[0].products[3].tariff.included"])
  }

  private static let far = """
    { "key": "far", "titles": { "en_US": "Far", "es_US": "Lejos" }, "percent": "50",
      "beyond": { "miles": 15 }, "upTo": { "miles": 90 }, "fromPartySize": 3,
      "products": ["taxi"] }
    """

  /// The catalogue of Chicago with another first charge.
  private static func charged(_ charge: String) throws -> String {
    try CatalogueFileTests.text().replacing(
      "\"charges\": [", with: "\"charges\": [\(charge),", maxReplacements: 1)
  }

  @Test("A charge may be of lengths and of large parties, and so may a period")
  func conditions() throws {
    let area = try CatalogueFile.decode(Array(try Self.charged(Self.far).utf8), name: "test")
      .serviceAreas[0]
    #expect(
      area.charges[0].conditions
        == TripConditions(
          products: [ProductKey("taxi")], fromPartySize: 3,
          beyondMetres: 15 * DistanceRate.metresPerMile,
          upToMetres: 90 * DistanceRate.metresPerMile))
    let period = try TariffTests.decode(
      """
      "tariff": { "base": "3.80", "perKilometre": "0.95", "perMinute": "0.58",
        "periods": [{ "fromPartySize": 3, "minimumFare": "9.00" }] }
      """
    ).periods[0]
    #expect(period.conditions == TripConditions(fromPartySize: 3))
    #expect(period.minimumFare?.minorUnits == 900)
  }

  @Test(
    "What is impossible of lengths and parties is said once, with its path",
    arguments: [
      (#"{ "miles": 15 }"#, #"{ "miles": 0 }"#, "beyond"),
      (#"{ "miles": 90 }"#, #"{ "miles": 15 }"#, "upTo"), (": 3,", ": 1,", "fromPartySize"),
      (": 3,", #": "3","#, "fromPartySize"), (": 3,", ": 7,", "fromPartySize"),
      (#"["taxi"]"#, #"["taxi", "compact"]"#, "fromPartySize"),
    ])
  func conditionMistakes(piece: String, replacement: String, path: String) throws {
    #expect(Self.far.contains(piece))
    let text = try Self.charged(Self.far.replacing(piece, with: replacement))
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.path)
    #expect(found == ["serviceAreas[0].charges[0].\(path)"], "\(found)")
  }
}
