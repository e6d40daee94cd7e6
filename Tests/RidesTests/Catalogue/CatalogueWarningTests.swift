import Rides
import Testing

@Suite("Warnings of a catalogue") struct CatalogueWarningTests {
  private func paths(_ change: (inout Catalogue) throws -> Void) throws -> [String] {
    var catalogue = try Fixture.catalogue()
    try change(&catalogue)
    #expect(catalogue.mistakes() == [])
    return catalogue.warnings().map(\.path)
  }

  private let small = Region(Fixture.square(41.5, -88, size: 0.2))
  private let smaller = Region(Fixture.square(41.55, -87.95, size: 0.1))
  private let all = Region(Fixture.square(40, -89, size: 3))

  @Test("A usual catalogue has none")
  func none() throws {
    #expect(try paths { _ in } == [])
  }

  @Test("An area that an earlier one covers gets no pickup, and one that a later one covers does")
  func areas() throws {
    var town = try Fixture.area(key: "town")
    town.boundary = small
    #expect(try paths { $0.serviceAreas.append(town) } == ["serviceAreas[1].boundary"])
    #expect(try paths { $0.serviceAreas.insert(town, at: 0) } == [])
    let twin = try Fixture.area(key: "twin")
    #expect(try paths { $0.serviceAreas.append(twin) } == ["serviceAreas[1].boundary"])
  }

  @Test("Two names for one place are reported, and a zone within another one is usual")
  func namedZones() throws {
    let zones = ["a": small, "b": smaller, "c": small]
    #expect(try paths { $0.serviceAreas[0].zones = zones } == ["serviceAreas[0].zones.c"])
  }

  @Test("A zone of a list that another one covers has no effect")
  func lists() throws {
    let found = try paths {
      $0.serviceAreas[0].charges[0].occasion = .way(from: [smaller, small], to: [small, small])
      $0.serviceAreas[0].rules.specialPricing = [
        SpecialPricing(
          key: "rush", titles: Fixture.text("Rush", "Punta"),
          value: .multiplier(try Multiplier(decimal: "1.5")),
          scope: RuleScope(zones: [small, smaller]))
      ]
    }
    #expect(
      found == [
        "serviceAreas[0].charges[0].fromZones[0]", "serviceAreas[0].charges[0].toZones[1]",
        "serviceAreas[0].specialPricing[0].zones[1]",
      ])
  }

  @Test("A restricted zone that covers its area leaves nothing of it")
  func restricted() throws {
    let found = try paths {
      $0.serviceAreas[0].rules.restrictedZones = [
        RestrictedZone(zones: [small]), RestrictedZone(zones: [all]),
      ]
    }
    #expect(found == ["serviceAreas[0].restrictedZones[1].zones[0]"])
  }
}
