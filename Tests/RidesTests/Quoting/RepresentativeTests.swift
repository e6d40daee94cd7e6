import Rides
import Testing

@Suite("A short list of many options") struct RepresentativeTests {
  /// Products by key, category and base price in dollars; nil is a meter.
  static func list(
    _ products: [(key: String, category: String?, dollars: Int64?)], limit: Int
  ) throws -> [String] {
    var area = try Fixture.area(
      products: products.map { key, category, dollars in
        var product = try Fixture.compact()
        product.key = ProductKey(key)
        product.names = Fixture.text("Ride \(key)", "Viaje \(key)")
        product.category = category
        product.tariff.base = Fixture.cents(100 * (dollars ?? 1))
        if dollars == nil { product.pricing = .metered }
        return product
      })
    area.policies.maximumOptions = limit
    let entries = products.map {
      Supply.Entry(
        vehicle: VehicleIdentifier($0.key), location: Fixture.downtown.coordinate,
        products: [ProductKey($0.key)], capacity: 4, isFree: true)
    }
    let catalogue = try Fixture.catalogue([area])
    #expect(catalogue.mistakes() == [])
    return try Quoter(catalogue: catalogue).optionList(
      for: Fixture.trip, locale: nil, supply: Supply(takenAt: Fixture.now, entries: entries),
      at: Fixture.now
    ).quotes.map(\.product.key.rawValue)
  }

  static let cars: [(key: String, category: String?, dollars: Int64?)] = [
    ("lux", "car", 90), ("mid", "car", 30), ("low", "car", 10), ("van", "van", 40),
    ("bus", "van", 45), ("taxi", "taxi", nil), ("mid2", "car", 31),
  ]

  @Test(
    "L2: The cheapest is kept, then other kinds and distant prices, in the catalogue's order",
    arguments: [
      (7, ["lux", "mid", "low", "van", "bus", "taxi", "mid2"]),
      (1, ["low"]), (2, ["low", "taxi"]), (3, ["low", "bus", "taxi"]),
      (4, ["lux", "low", "bus", "taxi"]), (5, ["lux", "mid", "low", "bus", "taxi"]),
    ])
  func L2_representative(limit: Int, keys: [String]) throws {
    #expect(try Self.list(Self.cars, limit: limit) == keys)
    #expect(try Self.list(Self.cars, limit: limit) == keys, "the same again")
  }

  @Test("L2: Equal options are chosen in the catalogue's order")
  func L2_equals() throws {
    let same: [(key: String, category: String?, dollars: Int64?)] = ["a", "b", "c", "d"].map {
      (key: $0, category: nil, dollars: 20)
    }
    #expect(try Self.list(same, limit: 2) == ["a", "b"])
  }
}
