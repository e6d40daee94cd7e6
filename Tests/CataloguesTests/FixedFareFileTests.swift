import Catalogues
import Rides
import Testing

@Suite("Fixed fares in catalogue files") struct FixedFareFileTests {
  /// The catalogue of Chicago with a fixed fare that says this.
  private static func text(_ more: String) throws -> String {
    let titles = #"{ "en_US": "Short trip", "es_US": "Viaje corto" }"#
    let fare = #"{ "key": "short", "titles": \#(titles), "amount": "6.00"\#(more) }"#
    return try CatalogueFileTests.text()
      .replacing(#""fareTitles": {"#, with: #""fixedFares": [\#(fare)], "fareTitles": {"#)
  }

  @Test("A fixed fare is for places, for a longest way, or both")
  func read() throws {
    func fare(_ more: String) throws -> FixedFare {
      let text = try Self.text(more)
      let area = try CatalogueFile.decode(Array(text.utf8), name: "test").serviceAreas[0]
      return try #require(area.rules.fixedFares.first)
    }
    let short = try fare(#", "upTo": { "kilometres": 2 }"#)
    #expect(short.conditions.occasion == .anywhere && short.conditions.upToMetres == 2_000)
    let both = try fare(#", "side": "pickup", "zones": ["loop"], "upTo": { "miles": "1/2" }"#)
    guard case .place(.pickup, let zones) = both.conditions.occasion else { throw NoPlace() }
    #expect(zones.count == 1 && both.conditions.upToMetres == 804.672)
    let way = try fare(#", "fromZones": ["loop"], "toZones": ["ohare"], "bothWays": true"#)
    guard case .way(_, _, bothWays: true) = way.conditions.occasion else { throw NoPlace() }
    #expect(way.conditions.upToMetres == nil && way.extrasOnTop == nil)
    #expect(
      try fare(#", "side": "pickup", "zones": ["loop"], "extrasOnTop": []"#).extrasOnTop == [])
  }

  private struct NoPlace: Error {}

  @Test(
    "What is wrong with the trips of a fixed fare is said once, with its path",
    arguments: [
      ("", "fromZones"), (#", "bothWays": true, "upTo": { "metres": 1 }"#, "fromZones"),
      (#", "fromZones": ["loop"]"#, "toZones"), (#", "side": "pickup""#, "zones"),
      (#", "side": "pickup", "zones": []"#, "zones"),
      (#", "side": "up", "zones": ["loop"]"#, "side"),
      (#", "side": "pickup", "fromZones": ["loop"], "toZones": ["ohare"]"#, "side"),
      (#", "upTo": { "metres": 9 }, "extrasOnTop": ["bag"]"#, "extrasOnTop[0]"),
      (#", "upTo": 2000"#, "upTo"), (#", "upTo": { "metres": 0 }"#, "upTo"),
      (#", "upTo": { "metres": 5, "miles": 1 }"#, "upTo"),
      (#", "upTo": { "kilometres": 1001 }"#, "upTo"),
      (#", "upTo": { "miles": "2" }"#, "upTo.miles"),
    ])
  func mistakes(more: String, path: String) throws {
    let problems = try CatalogueFileTests.problems(try Self.text(more))
    #expect(problems.mistakes.map(\.path).first == "serviceAreas[0].fixedFares[0].\(path)")
  }
}
