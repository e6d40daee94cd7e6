import Catalogues
import Foundation
import Rides
import Testing

@testable import Tool

@Suite("Prices against known fares") struct FareTableTests {
  private static let folder = TripComparisonTests.root
    .appending(path: "../../deploy/catalogues/cities").standardized

  private static let cities = [
    "chicago", "london", "new_york", "singapore", "tokyo", "vienna",
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

  private static let heading =
    "trip,product,time,pickup,dropoff,metres,seconds,slow_seconds,party,fare"

  @Test(
    "A table with a mistake is not compared",
    arguments: [
      ("trip,product", "line 1: expected a heading with time, got none"),
      (heading, "line 2: expected a fare, got none"),
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
    ])
  func mistakes(text: String, message: String) throws {
    let mistake = #expect(throws: FileMistake.self) { try FareTable(Array(text.utf8)) }
    #expect(mistake?.description == message)
  }
}
