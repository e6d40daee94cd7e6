import RandomFixture
import Testing

@testable import Rides

/// What the search in a tree finds is what looking at every vehicle finds.
@Suite("Supply, against a look at every vehicle") struct SupplyPropertyTests {
  private static let choices = [["suv"], ["taxi"], ["suv", "taxi", "suv"]]

  /// Vehicles of two products, many at one place, some of them in another city.
  private static func entries(_ generator: inout SeededNumbers) -> [Supply.Entry] {
    let count = Int.random(in: 0...300, using: &generator)
    // A coarse grid, so that distances are often equal.
    let steps = [3, 20, 1_000].randomElement(using: &generator) ?? 3
    return (0..<count).map { number in
      let isFar = Int.random(in: 0..<8, using: &generator) == 0
      let spread = isFar ? 3.0 : 0.4
      let north = Double(Int.random(in: 0...steps, using: &generator)) / Double(steps) * spread
      let east = Double(Int.random(in: 0...steps, using: &generator)) / Double(steps) * spread
      return Supply.Entry(
        vehicle: VehicleIdentifier("veh-\(number)"),
        location: Fixture.point(41.7 + north, -87.8 + east),
        products: (choices.randomElement(using: &generator) ?? []).map { ProductKey($0) },
        capacity: Int.random(in: 1...7, using: &generator),
        isFree: Int.random(in: 0..<4, using: &generator) > 0)
    }
  }

  private static func chord(_ entry: Supply.Entry, _ point: Coordinate) -> Double {
    UnitVector(entry.location).squaredChord(to: UnitVector(point))
  }

  /// The vehicles of a product within reach, nearest first, equally near ones by identifier.
  private static func within(
    _ entries: [Supply.Entry], _ product: ProductKey, of point: Coordinate
  ) -> [Supply.Entry] {
    entries.filter { $0.products.contains(product) && chord($0, point) <= SupplySearch.reachChord }
      .sorted { (chord($0, point), $0.vehicle) < (chord($1, point), $1.vehicle) }
  }

  @Test("The nearest few are the nearest of all", arguments: 1...200 as ClosedRange<UInt64>)
  func nearestFree(seed: UInt64) {
    var generator = SeededNumbers(seed: seed)
    let entries = Self.entries(&generator)
    let supply = Supply(takenAt: Fixture.now, entries: entries)
    let product = ProductKey("suv")
    let point = Fixture.point(41.9, -87.7)
    let partySize = [nil, 1, 4, 7, 8].randomElement(using: &generator) ?? nil
    let all = Self.within(entries, product, of: point)
      .filter { $0.isFree && $0.capacity >= partySize ?? 0 }.map(\.vehicle)
    for limit in [0, 1, 2, 7, 50, 1_000] {
      let found = supply.nearestFree(
        product: product, to: point, partySize: partySize, limit: limit)
      #expect(found == Array(all.prefix(limit)))
    }
    let taken = Set(all.filter { _ in Bool.random(using: &generator) })
    let pick = supply.nearestFree(product: product, to: point, partySize: partySize) {
      !taken.contains($0)
    }
    #expect(pick == all.first { !taken.contains($0) })
  }

  @Test(
    "A survey counts as many as there are, or enough", arguments: 1...200 as ClosedRange<UInt64>)
  func survey(seed: UInt64) {
    var generator = SeededNumbers(seed: seed)
    let entries = Self.entries(&generator)
    let supply = Supply(takenAt: Fixture.now, entries: entries.shuffled(using: &generator))
    let point = Fixture.point(41.7, -87.8)
    for product in [ProductKey("suv"), ProductKey("taxi"), ProductKey("none")] {
      let near = Self.within(entries, product, of: point)
      let free = near.filter(\.isFree)
      for enough in [0, 1, 5, 1_000] {
        let found = supply.survey(product, around: UnitVector(point), enough: enough)
        #expect(found.isAnyOnDuty == !near.isEmpty)
        #expect(found.nearestFree.map { supply.entries[$0].vehicle } == free.first?.vehicle)
        #expect(found.freeCount == min(free.count, enough))
      }
    }
  }

  @Test("Vehicles that are all at one place make no search slow or wrong")
  func onePlace() {
    let here = Fixture.point(41.9, -87.7)
    let entries = (100..<5_100).map { number in
      Supply.Entry(
        vehicle: VehicleIdentifier("veh-\(number)"), location: here, products: [ProductKey("suv")],
        capacity: 4, isFree: true)
    }
    let supply = Supply(takenAt: Fixture.now, entries: entries)
    let found = supply.nearestFree(product: ProductKey("suv"), to: here, partySize: 4, limit: 2)
    #expect(found == [VehicleIdentifier("veh-100"), VehicleIdentifier("veh-1000")])
  }
}
