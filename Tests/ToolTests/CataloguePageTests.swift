import Catalogues
import Foundation
import Rides
import Testing

@testable import Tool

@Suite("The page of a catalogue") struct CataloguePageTests {
  private static let folder = TripComparisonTests.root
    .appending(path: "../../deploy/catalogues").standardized
  private static let now = Instant(seconds: 1_795_000_000)

  private static func page(
    _ name: String, _ change: (inout Catalogue) -> Void = { _ in }
  ) throws -> String {
    var catalogue = try CatalogueFile.load(path: folder.appending(path: name).path)
    change(&catalogue)
    return CataloguePage(catalogue: catalogue, title: name, now: now).text
  }

  @Test("It holds all that it shows, and runs nothing")
  func selfContained() throws {
    let page = try Self.page("chicago.json")
    for word in ["<script", "src=", "href=", "url(", "@import"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.utf8.count < 150_000)
  }

  @Test(
    "A tariff is in the words of an ordinance",
    arguments: [
      ("cities/vienna.json", "from 5000 m: 0.58 for each kilometer"),
      ("cities/vienna.json", "<th>otherwise</th>"),
      ("cities/new_york.json", "in started units"),
      ("cities/tokyo.json", "that the vehicle stands or is slow"),
      ("chicago.json", "<tr><th>Minimum fare</th>"),
    ])
  func words(name: String, expected: String) throws {
    let page = try Self.page(name)
    #expect(
      page.contains(expected), "\(page.split(separator: "\n").filter { $0.contains("<table") })")
  }

  @Test("Each product has a curve for a day, a night, a Sunday and a holiday")
  func curves() throws {
    let page = try Self.page("cities/vienna.json")
    let curves = page.split(separator: "\n").filter { $0.hasPrefix("<polyline") }
    #expect(curves.count == 4)
    let points = try curves.map { curve in
      try #require(curve.firstMatch(of: /points="([^"]*)"/)).output.1.split(separator: " ")
    }
    #expect(points.map(\.count) == [250, 250, 250, 250])
    #expect(points[0] != points[1])
    #expect(points[1] == points[2], "nights, Sundays and holidays have one tariff")
    #expect(points[2] == points[3])
  }

  @Test("Each zone is on the map")
  func map() throws {
    let page = try Self.page("chicago.json")
    let catalogue = try CatalogueFile.load(path: Self.folder.appending(path: "chicago.json").path)
    let zones = catalogue.serviceAreas.flatMap(\.zones.keys)
    #expect(!zones.isEmpty)
    for zone in zones { #expect(page.contains("<title>\(zone)</title>")) }
  }

  @Test("What an operator writes is text, never markup")
  func markup() throws {
    let page = try Self.page("chicago.json") { catalogue in
      catalogue.serviceAreas[0].products[0].names[catalogue.defaultLocale] = "<b onload='x'>&"
    }
    #expect(page.contains("<h3>&lt;b onload=&#39;x&#39;&gt;&amp;</h3>"))
  }
}
