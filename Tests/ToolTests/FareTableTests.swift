import Catalogues
import Foundation
import Rides
import Testing

@testable import Tool

@Suite("Prices against known fares") struct FareTableTests {
  private static let folder = TripComparisonTests.root
    .appending(path: "../../deploy/catalogues/cities").standardized

  private static let cities = [
    "chicago", "london", "new_york", "san_juan", "singapore", "tokyo", "vienna",
  ]

  private static func comparison(
    _ city: String, _ change: (inout Catalogue) -> Void = { _ in }
  ) throws -> FareComparison {
    let table = try #require(InputFile.read(folder.appending(path: "\(city).csv").path))
    var catalogue = try CatalogueFile.load(path: folder.appending(path: "\(city).json").path)
    change(&catalogue)
    return FareComparison(try FareTable(table), with: catalogue)
  }

  @Test("Every fare of a city is what its authority says, to the smallest unit", arguments: cities)
  func city(name: String) throws {
    let results = try Self.comparison(name).results
    #expect(results.count >= 10)
    for result in results {
      let got = result.got?.decimalString ?? result.refusal ?? "nothing"
      #expect(result.agrees, "line \(result.row.line): \(result.row.fare) expected, got \(got)")
    }
  }

  @Test("Each city has a table, a catalogue and a page")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(
      Set(names) == Set(Self.cities.flatMap { ["\($0).json", "\($0).csv", "\($0).md"] }))
  }

  @Test("A fare that differs is shown with the difference")
  func difference() throws {
    let comparison = try Self.comparison("vienna") { catalogue in
      catalogue.serviceAreas[0].products[0].tariff.base = Money(
        minorUnits: 400, currency: catalogue.serviceAreas[0].currency)
    }
    #expect(!comparison.agrees)
    let report = FareReport(comparison: comparison)
    #expect(report.lines[1].hasSuffix("6.30        6.50  0.20"))
    #expect(report.lines.last == "12 fares, 8 differ")
    #expect(String(decoding: report.json, as: UTF8.self).hasPrefix("{\"agrees\":false,"))
  }

  /// A trip in Vienna for 6.30 without extras, of which the taxi sells two.
  private static func result(_ extras: String?, _ fare: String) throws -> FareComparison.Result {
    var catalogue = try CatalogueFile.load(path: folder.appending(path: "vienna.json").path)
    catalogue.serviceAreas[0].extras = [("bag", 2, 200), ("pet", 1, 350), ("seat", 1, 0)].map {
      Extra(
        key: ExtraKey($0.0), names: ["en_US": $0.0],
        price: Money(minorUnits: $0.2, currency: catalogue.serviceAreas[0].currency), atMost: $0.1)
    }
    catalogue.serviceAreas[0].products[0].extras = [ExtraKey("bag"), ExtraKey("pet")]
    let row = "a,taxi,2024-01-10T10:00,48.2082 16.3738,48.1850 16.3100,800,180,,,\(fare)"
    let table = extras.map { "\(heading),extras\n\(row),\($0)" } ?? "\(heading)\n\(row)"
    let comparison = FareComparison(try FareTable(Array(table.utf8)), with: catalogue)
    return try #require(comparison.results.first)
  }

  @Test(
    "A table may name the extras of a trip, which come on top of its fare",
    arguments: [
      (nil, "6.30"), ("", "6.30"), ("bag", "8.30"), ("bag=2", "10.30"), ("bag=2 pet", "13.80"),
    ] as [(String?, String)])
  func extras(chosen: String?, fare: String) throws {
    #expect(try Self.result(chosen, fare).agrees)
  }

  @Test(
    "Extras that are not sold, too many or named twice are a difference with its reason",
    arguments: [
      (
        "sled", "unknownOption: expected one of bag, pet as an extra of this option, came sled"
      ),
      (
        "seat", "unknownOption: expected one of bag, pet as an extra of this option, came seat"
      ),
      ("pet bag=3", "aboveCapacity: expected at most 2 of bag, came 3"),
      ("bag=0", "belowOne: expected at least 1 of bag, came 0"),
      ("bag bag", "aboveCapacity: expected each extra once with its count, bag came twice"),
    ])
  func refused(chosen: String, refusal: String) throws {
    let result = try Self.result(chosen, "6.30")
    #expect(!result.agrees && result.refusal == refusal)
  }

  @Test(
    "A time that the clocks skip is a difference, and one that they show twice has one fare",
    arguments: [
      ("2024-03-31T02:30", "time: the clocks of Europe/Vienna skip it"), ("2024-10-27T02:30", nil),
      ("2024-03-31T01:59", nil), ("2024-03-31T03:00", nil),
    ] as [(String, String?)])
  func clocks(time: String, refusal: String?) throws {
    let catalogue = try CatalogueFile.load(path: Self.folder.appending(path: "vienna.json").path)
    let row = "a,taxi,\(time),48.2082 16.3738,48.1850 16.3100,5000,720,,,17.77"
    let table = try FareTable(Array("\(Self.heading)\n\(row)".utf8))
    let result = try #require(FareComparison(table, with: catalogue).results.first)
    #expect(result.refusal == refusal && result.agrees == (refusal == nil))
    let local = try #require(LocalDateTime(time))
    let fares = catalogue.serviceAreas[0].timeZone.instants(of: local).map { now in
      try? Quoter(
        catalogue: catalogue, routing: StatedRouting(route: Route(metres: 5_000, seconds: 720))
      ).estimate(
        of: ProductKey("taxi"),
        for: Trip(
          pickup: Place(coordinate: table.rows[0].pickup),
          dropOff: Place(coordinate: table.rows[0].dropOff)), locale: nil, at: now
      ).total
    }
    #expect(fares.allSatisfy { $0?.decimalString == "17.77" })
  }

  private static let heading =
    "trip,product,time,pickup,dropoff,metres,seconds,slow_seconds,party,fare"

  @Test(
    "A table with a mistake is not compared",
    arguments: [
      ("trip,product", "line 1: expected a heading with time, got trip, product"),
      (heading, "line 2: expected a fare, got none"),
      (
        "\(heading),waiting_minutes",
        "line 1: expected each column once and no others, got 'waiting_minutes'"
      ),
      ("\(heading),fare", "line 1: expected each column once and no others, got 'fare'"),
      ("\(heading)\na,taxi", "line 2: expected 10 cells, got 2"),
      (
        "\(heading)\na,taxi,noon,48.2 16.4,48.2 16.3,,,,,5.00",
        "line 2: time: expected a local time such as 2026-11-21T05:04, got 'noon'"
      ),
      (
        "\(heading)\na,taxi,2024-01-10T10:00,48.2,48.2 16.3,,,,,5.00",
        "line 2: pickup: expected latitude and longitude with a blank between, got '48.2'"
      ),
      (
        "\(heading)\na,taxi,2024-01-10T10:00,48.2 16.4,48.2 16.3,,60,,,5.00",
        "line 2: metres: expected a number beside seconds, got ''"
      ),
      (
        "\(heading)\na,taxi,2024-01-10T10:00,48.2 16.4,48.2 16.3,-1,,,,5.00",
        "line 2: metres: expected a number from 0 to 10000000, or nothing, got '-1'"
      ),
      (
        "\(heading)\na,taxi,2024-01-10T10:00,48.2 16.4,48.2 16.3,,,,two,5.00",
        "line 2: party: expected a whole number, got 'two'"
      ),
      (
        "\(heading),extras\na,taxi,2024-01-10T10:00,48.2 16.4,48.2 16.3,,,,,5.00,bag=two pet",
        "line 2: extras: expected keys with or without a count, such as 'bag=2 pet', or nothing, "
          + "got 'bag=two pet'"
      ),
      (
        "\(heading),booked\na,taxi,2024-01-10T10:00,48.2 16.4,48.2 16.3,,,,,5.00,later",
        "line 2: booked: expected ahead, now or nothing, got 'later'"
      ),
    ])
  func mistakes(text: String, message: String) throws {
    let found = #expect(throws: FareTable.Mistakes.self) { try FareTable(Array(text.utf8)) }
    #expect(found?.all.map(\.description) == [message])
  }
}
