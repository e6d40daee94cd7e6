import Catalogues
import Fleet
import Foundation
import Rides
import Testing

@testable import Tool

@Suite("livery quote --explain") struct FareReasonsTests {
  private static let catalogues = TripComparisonTests.root
    .appending(path: "../../deploy/catalogues").standardized
  private static let cities = [
    "chicago", "london", "new_york", "san_juan", "singapore", "tokyo", "vienna",
  ]

  private static func run(
    _ arguments: String..., catalogue: String = "chicago.json"
  ) -> (code: ExitCode, output: String) {
    let written = Written()
    let path = catalogues.appending(path: catalogue).path
    let code = LiveryTool.run(
      ["quote", "--catalogue", path] + arguments, written.context(environment: [:]))
    return (code, written.output)
  }

  @Test(
    "Every line of every fare of a city has one rule, which its file has and which agrees",
    arguments: cities)
  func city(name: String) throws {
    let file = Self.catalogues.appending(path: "cities/\(name).json")
    let table = try #require(InputFile.read(file.deletingPathExtension().path + ".csv"))
    let catalogue = try CatalogueFile.load(path: file.path)
    let reasons = FareReasons(
      catalogue: catalogue, paths: CataloguePaths(CatalogueSource(path: file.path)))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    for row in try FareTable(table).rows {
      let area = catalogue.serviceAreas[0]
      let now = try #require(area.timeZone.instants(of: row.time).first)
      let trip = Trip(
        pickup: Place(coordinate: row.pickup), dropOff: Place(coordinate: row.dropOff),
        scheduledPickup: row.isBookedAhead ? now : nil)
      let fare = try Quoter(catalogue: catalogue, routing: StatedRouting(route: row.route))
        .explanation(
          of: OptionSelection(
            name: nil, optionIdentifier: row.product, partySize: row.partySize, extras: row.extras),
          for: trip, locale: nil, supply: catalogue.supply(at: row.pickup, now: now), at: now)
      let total = fare.lines.reduce(0) { $0 + $1.item.price.minorUnits }
      #expect(total == (try Money(decimal: row.fare, currency: area.currency)).minorUnits)
      for line in fare.lines {
        let path = reasons.reason(of: line, in: fare).path
        let found = try #require(Self.value(at: path, in: json), "line \(row.line): \(path)")
        let says = found as? String ?? (found as? [String: Any])?["amount"] as? String
        switch line.rule {
        case .distance, .time, .minimumFare, .maximumFare: break
        // Nil for a percentage, and for an extra, which has a price and a count.
        default:
          #expect(says == nil || says == line.item.price.decimalString, "line \(row.line): \(path)")
        }
      }
    }
  }

  /// The value at a path such as `serviceAreas[0].charges[1]`.
  private static func value(at path: String, in json: Any) -> Any? {
    path.split { ".[".contains($0) }.reduce(json as Any?) { value, part in
      guard part.hasSuffix("]") else { return (value as? [String: Any])?[String(part)] }
      guard let list = value as? [Any], let index = Int(part.dropLast()),
        list.indices.contains(index)
      else { return nil }
      return list[index]
    }
  }

  @Test("A line has its key, its words and the sum of which it is a part")
  func discounted() {
    let (code, output) = Self.run(
      "41.8676,-87.6147", "41.9786,-87.9047", "--at", "2026-11-21T18:00:00Z", "--explain",
      "--party", "3", "--product", "suv")
    #expect(code == .success)
    for part in [
      "  42.25  Distance\n           serviceAreas[0].products[2].tariff.perMile: 32377.659 m, 2.10 "
        + "for each mile\n",
      "serviceAreas[0].products[2].tariff.surcharges[0]: for any trip\n",
      "serviceAreas[0].charges[0]: 4.00, pickup or drop-off in ohare, midway\n",
      "serviceAreas[0].products[2].pricing.tiers[1]: 2-3 people\n",
      "serviceAreas[0].discounts[0]: 10 %, pickup in museum-campus, for compact, sedan, suv, "
        + "saturday, sunday 09:00-18:00, borne by Museum Campus; of a sum of 72.34\n",
    ] { #expect(output.contains(part), "\(part) in \(output)") }
  }

  @Test("Special pricing, a minimum and the rates of a meter have their keys")
  func others() {
    let rush = Self.run(
      "41.8796,-87.6300", "41.8810,-87.6237", "--at", "2026-11-20T23:00:00Z", "--explain")
    #expect(rush.output.contains("serviceAreas[0].products[0].tariff.minimumFare: at least 6.00\n"))
    #expect(rush.output.contains("serviceAreas[0].specialPricing[0]: times 1.25, pickup in loop, "))
    let meter = Self.run("41.8796,-87.6237", "--explain")
    #expect(
      meter.output.contains("serviceAreas[0].products[3].tariff.perMile: 2.25 for each mile\n"))
  }

  @Test("Bands count their metres, and a period names its hours; in a folder the file comes first")
  func bands() {
    let (_, output) = Self.run(
      "48.2082,16.3738", "48.1850,16.3100", "--at", "2026-11-20T23:00:00Z", "--explain",
      catalogue: "cities")
    #expect(output.contains("vienna.json: serviceAreas[0].products[0].tariff.periods[0].distance"))
    #expect(output.contains("monday to saturday 23:00-24:00;"))
    #expect(
      output.contains(
        ": 5000 m, 1.0925 for each kilometer; 2002.777 m, from 5000 m: 0.667 for each kilometer; "
          + "rounded to the nearest 0.01\n"))
  }

  @Test("Of a ride whose rates change each part has its time, its key and its words")
  func parts() throws {
    let file = Self.catalogues.appending(path: "chicago.json")
    let text = try String(contentsOf: file, encoding: .utf8).replacing(
      #""perMile": "2.10""#,
      with: #""periods": [{ "counts": "ride", "hours": [{ "from": "12:10", "to": "13:00" }], "#
        + #""perMile": "4.20" }], "perMile": "2.10""#)
    let bytes = Array(text.utf8)
    let catalogue = try CatalogueFile.decode(bytes, name: "test")
    #expect(catalogue.summary.contains { $0.contains("-13:00, by each moment of the ride") })
    let fare = try Self.explanation(of: "suv", party: 1, metres: 10_000, in: catalogue)
    let reasons = FareReasons(catalogue: catalogue, paths: CataloguePaths(.file(bytes)))
    let says = Dictionary(
      fare.lines.map { ($0.rule, reasons.reason(of: $0, in: fare).text) }
    ) { first, _ in first }
    let tariff = "serviceAreas[0].products[2].tariff"
    #expect(
      says[.distance]
        == "\(tariff).perMile: 5000 m, 2.10 for each mile; from 12:10 by "
        + "\(tariff).periods[0].perMile: 5000 m, 4.20 for each mile")
    #expect(
      says[.time]
        == "\(tariff).perMinute: 600 s, 0.35 for each minute; from 12:10 by "
        + "\(tariff).perMinute: 600 s, 0.35 for each minute")
  }

  @Test("What distance and time use up together of the base is said once, and who uses it first")
  func included() {
    let (_, output) = Self.run(
      "1.3244,103.9300", "1.4360,103.7860", "--at", "2023-09-13T06:00:00Z", "--explain",
      catalogue: "cities/singapore.json")
    #expect(output.contains(".tariff.base: with 1000 m or the time that costs as much\n"))
    #expect(output.contains("; less 1000 m in the base; counted "))
    #expect(output.contains("; less what the distance leaves of 1000 m in the base; counted "))
    let (_, tokyo) = Self.run(
      "41.8796,-87.6237", "41.9786,-87.9047", "--explain", "--product", "taxi",
      catalogue: "cities/chicago.json")
    #expect(!tokyo.contains("what the distance leaves"))
  }

  private static let ordinance = (
    rates: #""distance": [{ "amount": "2.25", "per": { "miles": 1 } }, "#
      + #"{ "from": { "fare": "20.00" }, "amount": "1.00", "per": { "miles": 1 } }], "#
      + #""minimumFare": { "amount": "90.00", "includes": "chargesAndExtras" }"#,
    charge: #"{ "key": "far", "titles": { "en_US": "Far", "es_US": "Lejos" }, "amount": "1.00", "#
      + #""beyond": { "miles": 9 }, "upTo": { "miles": 90 }, "fromPartySize": 3, "#
      + #""products": ["taxi"] },"#
  )

  @Test("A band by fare, what a lowest fare covers, and lengths and parties have their words")
  func ordinances() throws {
    let plain = Self.catalogues.appending(path: "chicago.json")
    let text = try String(contentsOf: plain, encoding: .utf8)
      .replacing(#""perMile": "2.25""#, with: Self.ordinance.rates, maxReplacements: 1)
      .replacing(
        #""charges": ["#, with: #""charges": [\#(Self.ordinance.charge)"#, maxReplacements: 1)
    let bytes = Array(text.utf8)
    let catalogue = try CatalogueFile.decode(bytes, name: "test")
    let summary = catalogue.summary.joined(separator: "\n")
    for words in [
      "2.25 for each mile; from a fare of 20.00: 1.00 for each mile",
      "Minimum fare 90.00, charges and extras included",
      "1.00, everywhere, beyond 14484.096 m, up to 144840.96 m, for 3 or more passengers, for taxi",
    ] { #expect(summary.contains(words), "\(words) in \(summary)") }
    let fare = try Self.explanation(of: "taxi", party: 3, metres: 16_093.44, in: catalogue)
    let reasons = FareReasons(catalogue: catalogue, paths: CataloguePaths(.file(bytes)))
    let says = fare.lines.map { reasons.reason(of: $0, in: fare).text }
    #expect(says.contains { $0.hasPrefix("serviceAreas[0].charges[0]: 1.00, ") })
    #expect(
      says.contains {
        $0.contains("tariff.distance: ")
          && $0.contains(" m, 2.25 for each mile; from a higher fare")
      }, "\(says)")
    #expect(
      says.last == "serviceAreas[0].products[3].tariff.minimumFare: at least 90.00, "
        + "charges and extras included")
  }

  private static let noon = Instant(seconds: 1_795_284_000)  // 12:00 in Chicago

  /// The explained fare of a trip of 20 minutes from Chicago to its airport at noon.
  private static func explanation(
    of product: String, party: Int, metres: Double, in catalogue: Catalogue
  ) throws -> FareExplanation {
    try Quoter(
      catalogue: catalogue, routing: StatedRouting(route: Route(metres: metres, seconds: 1_200))
    ).explanation(
      of: OptionSelection(name: nil, optionIdentifier: ProductKey(product), partySize: party),
      for: Trip(
        pickup: Place(coordinate: try #require(Coordinate(latitude: 41.8676, longitude: -87.6147))),
        dropOff: Place(
          coordinate: try #require(Coordinate(latitude: 41.9786, longitude: -87.9047)))),
      locale: nil, supply: Supply(takenAt: noon, entries: []), at: noon)
  }

  @Test("As JSON each line has its rule, and beside a file it is refused")
  func json() {
    let (_, output) = Self.run(
      "41.8796,-87.6237", "41.9786,-87.9047", "--explain", "--json", "--product", "taxi")
    #expect(
      output.contains(
        "\"explanation\":[{\"title\":\"Base charge\",\"price\":\"3.25\","
          + "\"rule\":\"serviceAreas[0].products[3].tariff.base\",\"says\":\"for any trip\"}"))
    #expect(Self.run("--explain", "--fares", "x.csv").code == .usage)
  }
}
