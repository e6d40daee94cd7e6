import Rides
import Testing

@Suite("Warnings of extras") struct ExtraWarningTests {
  /// The paths that are warned of where the city sells these extras.
  private static func paths(
    _ extras: [Extra], _ change: (inout ServiceArea) -> Void = { _ in }
  ) throws -> [String] {
    var catalogue = try Fixture.catalogue()
    catalogue.serviceAreas[0].extras = extras
    change(&catalogue.serviceAreas[0])
    #expect(catalogue.mistakes() == [])
    return catalogue.warnings(at: Fixture.now).map {
      String($0.path.dropFirst("serviceAreas[0].extras".count))
    }
  }

  private static func group(
    from party: Int, each: Bool = false, atMost: Int = 1
  ) -> Extra {
    Extra(
      key: ExtraKey("group"), names: Fixture.text("Group", "Grupo"), price: Fixture.cents(100),
      atMost: atMost, fromPartySize: party, isForEachPassenger: each)
  }

  @Test("Two extras with one name are reported, in each locale in which they have it")
  func names() throws {
    let bag = Fixture.with(ExtraTests.pet) { $0.key = ExtraKey("bag") }
    #expect(try Self.paths([ExtraTests.pet, bag]) == ["[1].names.en_US", "[1].names.es_US"])
    let other = Fixture.with(bag) { $0.names["es_US"] = "Maleta" }
    #expect(try Self.paths([ExtraTests.pet, ExtraTests.seat, other]) == ["[2].names.en_US"])
  }

  @Test("An extra of a party that no product carries which sells it is reported")
  func parties() throws {
    #expect(try Self.paths([Self.group(from: 6)]) == [])
    #expect(try Self.paths([Self.group(from: 7)]) == ["[0].fromPartySize"])
    #expect(
      try Self.paths([Self.group(from: 5)]) { $0.products[1].extras = [] } == ["[0].fromPartySize"])
    #expect(
      try Self.paths([Self.group(from: 4)]) {
        $0.products[1].extras = []
        $0.products[2].isPartySizeRelevant = false
      } == ["[0].fromPartySize"])
  }

  @Test("An extra of a fixed fare for other products is reported, one of its own is not")
  func fixedFares() throws {
    let own = Fixture.with(ExtraTests.pet) { $0.fixedFares = ["airport"] }
    func paths(
      _ extras: [Extra], _ products: [String], onTop: [ExtraKey]? = nil
    ) throws -> [String] {
      try Self.paths(extras) { area in
        area.products[2].extras = []
        area.rules.fixedFares = ["airport", "pier"].map {
          FixedFare(
            key: $0, titles: Fixture.text("Flat", "Plana"), amount: Fixture.cents(7_000),
            occasion: FixedFareTests.way(), products: products.map { ProductKey($0) },
            extrasOnTop: onTop)
        }
      }.filter { $0.hasPrefix("[") }
    }
    #expect(try paths([own], []) == [])
    #expect(try paths([own], ["taxi"]) == ["[0]"])
    #expect(try paths([own], [], onTop: []) == ["[0].fixedFares"])
    #expect(try paths([own], [], onTop: [own.key]) == [])
    let other = Fixture.with(own) {
      $0.key = ExtraKey("bag")
      $0.fixedFares = ["pier"]
    }
    #expect(try paths([own, other], []) == [])
  }

  @Test("Fewer extras for each passenger than the largest party would have are reported")
  func each() throws {
    #expect(try Self.paths([Self.group(from: 3, each: true, atMost: 4)]) == [])
    #expect(try Self.paths([Self.group(from: 3, each: true, atMost: 3)]) == ["[0].atMost"])
    #expect(
      try Self.paths([Self.group(from: 3, each: true, atMost: 2)]) { $0.products[1].extras = [] }
        == [])
  }
}
