import Catalogues
import Rides
import Testing

@Suite("Periods that count the ride in catalogue files") struct RidePeriodTests {
  /// A tariff whose rates change within a ride.
  private static let turning = """
    "tariff": { "base": "3.80", "perKilometre": "0.95",
      "time": { "amount": "0.95", "perSeconds": 60 }, "steps": "started",
      "periods": [
        { "counts": "ride", "hours": [{ "from": "23:00", "to": "06:00" }],
          "perKilometre": "1.10", "time": { "amount": "1.10", "perSeconds": 60 } },
        { "counts": "pickup", "hours": [{ "dates": ["12-24"] }], "base": "9.00" },
        { "hours": [{ "dates": ["12-25"] }], "base": "9.50" },
        { "counts": "ride", "inZones": ["loop"], "perKilometre": "1.90",
          "time": { "amount": "1.90", "perSeconds": 60 } }
      ] }
    """

  @Test("A period counts the ride where it says so, else the pickup")
  func counts() throws {
    let tariff = try TariffTests.decode(Self.turning)
    #expect(tariff.periods.map(\.counts) == [.ride, .pickup, .pickup, .ride])
    #expect(tariff.periods.map(\.inZones.count) == [0, 0, 0, 1])
  }

  @Test(
    "A mistake in what counts has its path",
    arguments: [
      (#""ride", "hours""#, #""drive", "hours""#, "periods[0].counts"),
      (#""ride", "inZones""#, #""pickup", "inZones""#, "periods[3].counts"),
      (#""inZones": ["loop"]"#, #""inZones": ["moon"]"#, "periods[3].inZones[0]"),
      (#""inZones": ["loop"]"#, #""inZones": []"#, "periods[3].inZones"),
      (#""inZones": ["loop"]"#, #""inZones": "loop""#, "periods[3].inZones"),
      (
        #""hours": [{ "from": "23:00", "to": "06:00" }]"#, #""side": "pickup", "zones": ["loop"]"#,
        "periods[0].counts"
      ),
      (#""base": "9.00""#, #""steps": "completed""#, "periods[1].steps"),
      (
        #""base": "9.00""#, #""time": { "amount": "0.95", "perSeconds": 9, "onlyWhenSlow": true }"#,
        "periods[1].time"
      ),
      (
        #"{ "from": "23:00", "to": "06:00" }"#,
        (0..<7).map { #"{ "from": "0\#($0):00", "to": "0\#($0):30" }"# }.joined(separator: ", "),
        "periods"
      ),
    ])
  func countMistakes(piece: String, replacement: String, path: String) throws {
    #expect(Self.turning.contains(piece))
    let text = try TariffTests.text(Self.turning.replacing(piece, with: replacement))
    let found = try CatalogueFileTests.problems(text).mistakes.map(\.path)
    #expect(found == ["serviceAreas[0].products[3].tariff.\(path)"], "\(found)")
  }
}
