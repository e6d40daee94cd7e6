import Catalogues
import Foundation
import JSON
import Rides
import Testing

@testable import Console

@Suite("The check of a catalogue")
struct CatalogueCheckTests {
  private static let text = Result {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../deploy/catalogues/chicago.json").standardized, encoding: .utf8)
  }

  /// The catalogue in force with other words in the place of some.
  private static func edited(_ old: String, _ new: String) throws -> String {
    try text.get().replacing(old, with: new)
  }

  /// A ride for two that costs 18.90 USD by the catalogue.
  private static func ride(_ name: String, at seconds: Int = -60) -> Ride {
    var ride = Ride.sample(name, at: seconds)
    ride.status.dropOffLocation = .secret(-0.03)
    return ride
  }

  private func answer(_ body: String, _ rides: [Ride] = []) throws -> Answered {
    let console = try TestConsole()
    try console.store.write(rides)
    let answer = console.post(CatalogueRoutes.path, try console.signIn(.operator), body)
    #expect(answer.status == 200)
    #expect(try console.audit().last == "operator catalogue-check done - -")
    return answer
  }

  @Test(
    "One that cannot be used has its mistakes with their paths, and nothing else",
    arguments: [
      ("\"currency\": \"USD\"", "\"currency\": \"?\"", "serviceAreas[0].currency"),
      ("\"locales\":", "\"locale\":", "locales"), ("{", "[", ""),
    ])
  func mistakes(_ old: String, _ new: String, _ path: String) throws {
    let body = try answer(try Self.edited(old, new)).body
    let mistakes = try #require(body["mistakes"]?.array)
    #expect(mistakes.contains { $0["path"]?.string == path && $0["message"]?.string != "" })
    #expect(body.members?.count == 1)
  }

  @Test("The one in force changes nothing, and is on the map with its fares")
  func same() throws {
    let body = try answer(try Self.text.get(), [Self.ride("r")]).body
    #expect(body["mistakes"]?.array?.isEmpty == true)
    #expect(body["changes"]?.array?.isEmpty == true)
    #expect(body["digest"]?.string?.count == 64)
    #expect(body["map"]?["areas"]?[0]?["key"]?.string == "chicago")
    let fares = try #require(body["fares"]?.array)
    #expect(fares.count == 24)
    #expect(fares.allSatisfy { $0["before"] != nil && $0["before"] == $0["after"] })
    let comparison = try #require(body["comparison"])
    #expect(comparison["same"]?.integer == 1 && comparison["rides"]?.integer == 1)
    #expect(comparison["differences"]?.array?.isEmpty == true)
  }

  @Test("Another base is in the changes, the fares, and the rides of the last hour")
  func dearer() throws {
    let body = try answer(
      try Self.edited("\"base\": \"5.00\"", "\"base\": \"6.00\""),
      [Self.ride("r"), Self.ride("old", at: -3_601), .sample("unpriced", at: -5)]
    ).body
    let change = try #require(body["changes"]?[0])
    #expect(change["place"]?.string == "area chicago, product suv")
    #expect(change["before"]?.string?.contains("Base 5.00") == true)
    #expect(change["after"]?.string?.contains("Base 6.00") == true)
    #expect(body["changes"]?.array?.count == 1)
    let changed = body["fares"]?.array?.filter { $0["before"] != $0["after"] } ?? []
    #expect(changed.count == 4 && changed.allSatisfy { $0["product"]?.string == "suv" })
    let comparison = try #require(body["comparison"])
    #expect(comparison["rides"]?.integer == 2 && comparison["hasMore"]?.bool == false)
    #expect(comparison["more"]?.integer == 1 && comparison["unpriced"]?.integer == 1)
    #expect(comparison["sums"]?[0]?["before"]?["amount"]?.string == "18.90")
    #expect(comparison["sums"]?[0]?["after"]?["amount"]?.string == "19.90")
    #expect(comparison["differences"]?[0]?["rideIdentifier"]?.string == "r")
  }

  @Test("A product that is gone is a change, a fare without a later one, and refuses its rides")
  func gone() throws {
    let body = try answer(try Self.edited("\"suv\"", "\"van\""), [Self.ride("r")]).body
    let changes = try #require(body["changes"]?.array)
    #expect(changes.contains { $0["before"]?.string?.hasPrefix("product suv") == true })
    #expect(changes.contains { $0["after"]?.string?.hasPrefix("product van") == true })
    let fares = body["fares"]?.array?.suffix(4) ?? []
    #expect(fares.allSatisfy { $0["product"]?.string == "suv" && $0["after"] == nil })
    let difference = try #require(body["comparison"]?["differences"]?[0])
    #expect(body["comparison"]?["notOffered"]?.integer == 1)
    #expect(difference["refusal"]?.string?.hasPrefix("unknownOption") == true)
    #expect(difference["before"]?["amount"]?.string == "18.90" && difference["after"] == nil)
  }

  @Test(
    "What the words of a summary do not show is a change all the same",
    arguments: [
      ("[-87.638, 41.888]", "[-87.639, 41.888]", "area chicago", "another zone loop"),
      ("\"Tarifa base\"", "\"Base\"", "", "other values that no line shows"),
    ])
  func unlisted(_ old: String, _ new: String, _ place: String, _ text: String) throws {
    let changes = try answer(try Self.edited(old, new)).body["changes"]
    #expect(changes?[0]?["place"]?.string == place && changes?[0]?["after"]?.string == text)
    #expect(changes?.array?.count == 1)
  }

  @Test("Of many differences the ten greatest are shown")
  func greatest() throws {
    func catalogue(_ text: String) throws -> Catalogue {
      try CatalogueFile.decode(Array(text.utf8), name: "c")
    }
    let rides = (0..<12).map { index in
      var ride = Self.ride("r\(index)")
      ride.status.dropOffLocation = .secret(-0.01 - 0.005 * Double(index))
      return ride
    }
    let comparison = RideComparison(
      of: rides, from: try catalogue(try Self.text.get()),
      to: try catalogue(try Self.edited("\"perMile\": \"2.10\"", "\"perMile\": \"1.10\"")))
    #expect(comparison.less + comparison.same == 12)
    #expect(comparison.differences.map(\.ride.rawValue).prefix(3) == ["r11", "r10", "r9"])
    #expect(comparison.differences.count == min(10, comparison.less))
  }
}
