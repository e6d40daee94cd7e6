import RandomFixture
import Testing

@testable import Rides

@Suite("Supply") struct SupplyTests {
  private let here = Fixture.point(41.88, -87.63)

  private func entry(
    _ name: String, north: Double, products: [String] = ["suv"], capacity: Int = 6,
    isFree: Bool = true
  ) -> Supply.Entry {
    Supply.Entry(
      vehicle: VehicleIdentifier(name), location: Fixture.point(41.88 + north, -87.63),
      products: products.map { ProductKey($0) }, capacity: capacity, isFree: isFree)
  }

  private func nearest(_ entries: [Supply.Entry], partySize: Int? = nil, limit: Int = 9) -> [String]
  {
    Supply(takenAt: Fixture.now, entries: entries)
      .nearestFree(product: ProductKey("suv"), to: here, partySize: partySize, limit: limit)
      .map(\.rawValue)
  }

  @Test("The nearest free vehicles come first, equally near ones by identifier")
  func order() {
    let entries = [
      entry("d", north: 0.03), entry("c", north: 0.01), entry("b", north: 0.01),
      entry("a", north: 0.02), entry("busy", north: 0, isFree: false),
      entry("other", north: 0, products: ["taxi"]),
      entry("both", north: 0.05, products: ["taxi", "suv", "suv"]),
    ]
    #expect(nearest(entries) == ["b", "c", "a", "d", "both"])
    #expect(nearest(entries, limit: 2) == ["b", "c"])
    #expect(nearest(entries, limit: 0) == [])
  }

  @Test("A vehicle too small for the party, or of another city, is no candidate")
  func suitability() {
    let entries = [
      entry("small", north: 0.01, capacity: 4), entry("far", north: 1), entry("large", north: 0.2),
    ]
    #expect(nearest(entries, partySize: 5) == ["large"])
    #expect(nearest(entries, partySize: 4) == ["small", "large"])
  }

  @Test("The order is that of the great-circle distances")
  func agreesWithDistance() {
    var generator = SeededNumbers(seed: 3)
    let entries = (0..<200).map { index in
      Supply.Entry(
        vehicle: VehicleIdentifier("veh-\(index)"),
        location: Fixture.point(
          .random(in: 41.7...42.0, using: &generator),
          .random(in: -87.8 ... -87.5, using: &generator)),
        products: [ProductKey("suv")], capacity: 6, isFree: true)
    }
    let expected = entries.sorted {
      GreatCircle.metres($0.location, here) < GreatCircle.metres($1.location, here)
    }
    #expect(nearest(entries, limit: 200) == expected.map(\.vehicle.rawValue))
  }

  @Test("A pickup takes the route of the nearest free vehicle, at least a minute")
  func pickup() throws {
    let area = try Fixture.area()
    let locales = LocaleTable(try Fixture.catalogue())
    var forms: [FareForm] = []
    let suv = PricedProduct(try Fixture.suv(), number: 0, locales: locales, forms: &forms)
    func seconds(_ entries: [Supply.Entry]) -> Int? {
      PickupEstimator(
        supply: Supply(takenAt: Fixture.now, entries: entries), point: here,
        direction: UnitVector(here), area: area, routing: GreatCircleRouting(), now: Fixture.now
      ).estimate(suv).seconds
    }
    // One minute of arc is 1853.249 m; times 1.2, at 6.8 m/s: 327.04 s, rounded up.
    #expect(seconds([entry("a", north: 1.0 / 60), entry("b", north: 0.1)]) == 328)
    #expect(seconds([entry("a", north: 0)]) == 60)
    #expect(seconds([entry("a", north: 0, isFree: false)]) == 1200)
    #expect(seconds([entry("a", north: 0, products: ["taxi"])]) == nil)
    #expect(seconds([entry("a", north: 3)]) == nil)
    #expect(seconds([]) == nil)
  }
}
