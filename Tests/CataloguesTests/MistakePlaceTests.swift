import Catalogues
import Rides
import Testing

@Suite("Where the mistakes of a tariff are said to be") struct MistakePlaceTests {
  /// The mistakes of a tariff of the taxi, below it.
  private static func mistakes(_ tariff: String) throws -> [String] {
    let text = try TariffTests.text(#""tariff": { \#(tariff) }"#)
    return try CatalogueFileTests.problems(text).mistakes.map {
      String($0.description.dropFirst("serviceAreas[0].products[3].tariff.".count))
    }
  }

  @Test(
    "A rate has the key that the file has, whatever else the tariff says",
    arguments: [
      (#""perKilometre": "-1", "time": { "amount": "1.00", "perSeconds": 9 }"#, "perKilometre"),
      (#""perMile": "1.00", "perMinute": "-1", "included": { "metres": 9 }"#, "perMinute"),
      (
        #""distance": [{ "amount": "-1", "per": { "miles": 1 } }], "perMinute": "1.00""#,
        "distance[0].amount"
      ),
      (
        #""perMile": "1.00", "time": { "amount": "-1", "perSeconds": 60 }"#, "time.amount"
      ),
    ])
  func rates(rates: String, path: String) throws {
    #expect(
      try Self.mistakes(#""base": "3.00", \#(rates)"#) == ["\(path): expected no negative rate"])
  }

  @Test("What periods have of the tariff is wrong once")
  func inherited() throws {
    let periods =
      #""periods": [{ "fromPartySize": 3, "base": "4" }, { "fromPartySize": 2, "base": "5" }]"#
    #expect(
      try Self.mistakes(#""base": "3.00", "perMile": "-1", "perMinute": "1.00", \#(periods)"#)
        == ["perMile: expected no negative rate"])
    #expect(
      try Self.mistakes(
        #""base": "3.00", "perMile": "1.00", "time": { "amount": "1.005", "perSeconds": 9 }, "#
          + #""steps": { "distance": "started", "time": "started" }, \#(periods)"#)
        == ["steps: expected amounts of whole minor units of money"])
  }

  @Test("What is wrong only beside the keys of a period is said at the period")
  func combined() throws {
    #expect(
      try Self.mistakes(
        #""base": "3.00", "distance": [{ "amount": "1.00", "per": { "miles": 1 } }, "#
          + #"{ "from": { "fare": "9.00" }, "amount": "0.50", "per": { "miles": 1 } }], "#
          + #""perMinute": "1.00", "periods": [{ "fromPartySize": 3, "base": "10.00" }]"#)
        == ["periods[0]: beside distance[1].from of the tariff: expected more than the base"])
  }

  @Test("Two kinds of distance are one mistake")
  func kinds() throws {
    let found = try Self.mistakes(
      #""base": "3.00", "perMile": "1.00", "#
        + #""distance": [{ "amount": "0.20", "per": { "miles": 1 } }], "#
        + #""time": { "amount": "0.20", "perSeconds": 30 }, "steps": "started""#)
    #expect(found == ["perMile: expected either distance or perMile, came both"])
  }

  @Test("The mistake of a period without conditions names all that it may have")
  func unconditional() throws {
    let found = try Self.mistakes(
      #""base": "3.00", "perMile": "1.00", "perMinute": "1.00", "periods": [{ "base": "4.00" }]"#)
    #expect(
      found == [
        "periods[0].hours: expected hours, zones, a length or fromPartySize; without them it would "
          + "hold always"
      ])
  }

  @Test("A name that is there twice hides no other mistake, and each one is said")
  func repeated() throws {
    let text = try CatalogueFileTests.text().replacing(
      #""capacity": 6"#, with: #""capacity": 0, "capacity": 6, "capacity": 7"#, maxReplacements: 1
    ).replacing(
      #""defaultLocale": "en_US""#, with: #""defaultLocale": "fr", "defaultLocale": "en_US""#)
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.path)
    let capacity = "serviceAreas[0].products[2].capacity"
    #expect(found == ["defaultLocale", capacity, capacity, "defaultLocale", capacity])
  }
}
