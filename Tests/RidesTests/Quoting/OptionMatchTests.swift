import Rides
import Testing

@Suite("Names that riders say") struct OptionMatchTests {
  static func quoter() throws -> Quoter {
    var products = try [Fixture.compact(), Fixture.suv(), Fixture.taxi()]
    products[1].synonyms = ["en_US": ["Big Car", "Sport Utility"], "es_US": ["Todoterreno"]]
    return Quoter(catalogue: try Fixture.catalogue([Fixture.area(products: products)]))
  }

  @Test(
    "L6: A name or a synonym is exact, another may be near, and several may be equally near",
    arguments: [
      ("SUV", .exact("suv")), (" camionéta ", .exact("suv")), ("BIG  CAR", .exact("suv")),
      ("todoterreno", .exact("suv")), ("Compct", .near("compact")), ("Compcat", .near("compact")),
      ("compcto", .near("compact")), ("tax", .near("taxi")), ("taxo", .near("taxi")),
      ("suv please", .near("suv")), ("the big taxi", .several(["suv", "taxi"])),
      ("van", .none), ("limousine", .none), ("", .none), ("t", .none), ("🚕🚕", .none),
    ] as [(String, OptionMatch)])
  func L6_matches(name: String, match: OptionMatch) throws {
    #expect(try Self.quoter().optionMatches(for: name, trip: Fixture.trip) == match)
    #expect(try Self.quoter().optionMatches(for: name, trip: nil) == match)
  }

  @Test("L6: A synonym books; a similar name does not, and the refusal has the nearest one")
  func L6_synonymBooks() throws {
    let quoter = try Self.quoter()
    func book(_ name: String) throws -> String {
      try quoter.quote(
        OptionSelection(name: name, partySize: 1), for: Fixture.trip, locale: "en_US",
        supply: Fixture.supply(), at: Fixture.now
      ).option.name
    }
    #expect(try book("Big car") == "SUV")
    let refusal = #expect(throws: Refusal.self) { try book("Compct") }
    #expect(refusal?.reason == .unknownOption && refusal?.path == "rideOptionName")
    #expect(refusal?.message.contains("nearest is \"Compact\"") == true)
  }

  @Test("L4: Names are in the rider's locale, also before a place is known")
  func L4_namesInLocale() throws {
    let quoter = try Self.quoter()
    let suv = try quoter.optionName("suv", for: nil, locale: "es_US")
    #expect(suv == "Camioneta")
    #expect(try quoter.optionName("bus", for: Fixture.trip, locale: nil) == nil)
    let keys = quoter.catalogue.serviceAreas[0].products.map(\.key)
    let names = try keys.map { try quoter.optionName($0, for: Fixture.trip, locale: "es") }
    #expect(names == ["Compacto", "Camioneta", "Taxi"])
  }

  @Test("A pickup where nothing is sold has no names")
  func outside() throws {
    let sea = Trip(pickup: Place(coordinate: Fixture.point(0, 0)), dropOff: nil)
    let refusal = #expect(throws: Refusal.self) {
      try Self.quoter().optionMatches(for: "SUV", trip: sea)
    }
    #expect(refusal?.reason == .outsideServiceArea && refusal?.path == "pickupLocation")
  }
}

extension ProductKey: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}
