import RandomFixture
import Testing

@testable import Rides

/// The places where longitudes meet or jump, and those where vehicles crowd.
@Suite("Supply at the edges of the map, against a look at every vehicle") struct SupplyEdgeTests {
  /// A place for pickups, and how far around it vehicles are put, in degrees of each axis.
  struct Edge: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let latitude: Double
    let longitude: Double
    let north: Double
    let east: Double

    init(_ name: String, _ latitude: Double, _ longitude: Double, _ north: Double, _ east: Double) {
      testDescription = name
      self.latitude = latitude
      self.longitude = longitude
      self.north = north
      self.east = east
    }
  }

  private static let edges = [
    Edge("the north pole", 90, 0, 0.6, 180), Edge("the south pole", -90, 0, 0.6, 180),
    Edge("near the north pole", 89.9, 179.9, 0.6, 180),
    Edge("near the south pole", -89.7, -90, 0.6, 180),
    Edge("the date line", 52, 180, 0.5, 0.9), Edge("west of the date line", -17, 179.99, 0.5, 0.5),
    Edge("east of the date line", 65, -179.99, 0.5, 1.2),
    Edge("where equator and meridian cross", 0, 0, 0.5, 0.5),
    Edge("where equator and date line cross", 0, -180, 0.5, 0.5),
  ]
  private static let suv = ProductKey("suv")

  private static func vehicle(_ number: Int, _ location: Coordinate) -> Supply.Entry {
    Supply.Entry(
      vehicle: VehicleIdentifier("veh-\(number + 10_000)"), location: location, products: [suv],
      capacity: 4, isFree: true)
  }

  /// A point beside an edge; a way over the pole continues on its other side.
  private static func point(beside edge: Edge, _ numbers: inout SeededNumbers) -> Coordinate {
    // A coarse grid half of the time, so that distances are often equal.
    let step = Bool.random(using: &numbers) ? 0.1 : 0.000_001
    func offset(_ most: Double) -> Double {
      (Double.random(in: -most...most, using: &numbers) / step).rounded() * step
    }
    var latitude = edge.latitude + offset(edge.north)
    var longitude = edge.longitude + offset(edge.east)
    if abs(latitude) > 90 {
      latitude = (latitude < 0 ? -180 : 180) - latitude
      longitude += 180
    }
    while longitude > 180 { longitude -= 360 }
    while longitude < -180 { longitude += 360 }
    return Fixture.point(latitude, longitude)
  }

  /// All, nearest first, equally near ones by identifier.
  private static func byDistance(
    _ entries: [Supply.Entry], to here: Coordinate
  ) -> [(entry: Supply.Entry, chord: Double)] {
    let target = UnitVector(here)
    return entries.map { ($0, UnitVector($0.location).squaredChord(to: target)) }
      .sorted { $0.1 == $1.1 ? $0.0.vehicle < $1.0.vehicle : $0.1 < $1.1 }
  }

  @Test(
    "The nearest few are the nearest of all, on whichever side of the edge they are",
    arguments: edges, 1...6 as ClosedRange<UInt64>)
  func nearest(edge: Edge, seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let entries = (0..<300).map { Self.vehicle($0, Self.point(beside: edge, &numbers)) }
    let supply = Supply(takenAt: Fixture.now, entries: entries)
    let here = Fixture.point(edge.latitude, edge.longitude)
    let near = Self.byDistance(entries, to: here).filter { $0.chord <= SupplySearch.reachChord }
    for limit in [1, 7, 1_000] {
      let found = supply.nearestFree(product: Self.suv, to: here, partySize: nil, limit: limit)
      #expect(found == near.prefix(limit).map(\.entry.vehicle))
    }
    // By another formula, which knows no vectors: the same vehicles, in the same order.
    let metres = entries.map { GreatCircle.metres($0.location, here) }.sorted()
    #expect(near.count == metres.count { $0 <= SupplySearch.reach })
    #expect(near.count > 20)
    let differences = zip(near, metres).map {
      abs(GreatCircle.metres($0.entry.location, here) - $1)
    }
    #expect(differences.allSatisfy { $0 < 0.001 })
  }

  @Test("A pole is one place at any longitude, and so are both names of the date line")
  func samePlace() {
    let places = [(90.0, 0.0), (90, 77), (90, -180), (90, 180), (-90, 0), (-90, -123)]
    for (latitude, longitude) in places + [(41.5, 180), (41.5, -180), (0, 180), (-89.9, -180)] {
      let others = [longitude, latitude.magnitude == 90 ? 12 : -longitude, longitude]
      let entries = others.enumerated().map { Self.vehicle($0, Fixture.point(latitude, $1)) }
      let supply = Supply(takenAt: Fixture.now, entries: entries)
      let found = supply.nearestFree(
        product: Self.suv, to: Fixture.point(latitude, -longitude), partySize: nil, limit: 3)
      #expect(found == entries.map(\.vehicle), "\(latitude), \(longitude)")
    }
  }

  @Test(
    "Thousands of vehicles at one place, and others around it, are found as by a look at each",
    arguments: 1...2 as ClosedRange<UInt64>)
  func crowd(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let depot = Fixture.point(41.9, -87.7)
    let entries = (0..<3_000).map { number in
      Self.vehicle(
        number,
        number % 6 > 0
          ? depot
          : Fixture.point(
            41.9 + .random(in: -0.1...0.1, using: &numbers),
            -87.7 + .random(in: -0.1...0.1, using: &numbers)))
    }.shuffled(using: &numbers)
    let supply = Supply(takenAt: Fixture.now, entries: entries)
    for here in [depot, Fixture.point(41.85, -87.65)] {
      let near = Self.byDistance(entries, to: here).map(\.entry.vehicle)
      let found = supply.nearestFree(product: Self.suv, to: here, partySize: 4, limit: 200)
      #expect(found == Array(near.prefix(200)))
      let taken = Set(near.prefix(2_400))
      let next = supply.nearestFree(product: Self.suv, to: here, partySize: 4) {
        !taken.contains($0)
      }
      #expect(next == near[2_400])
    }
  }

  /// Of vehicles at one place the first by identifier comes first, and the tree knows nothing of
  /// identifiers: all that share the nearest place have to be compared, and few others are.
  @Test("A search compares each vehicle of the nearest place once, and few others")
  func work() {
    var numbers = SeededNumbers(seed: 1)
    func tree(_ count: Int, _ location: (Int) -> Coordinate) -> VehicleTree {
      let entries = (0..<count).map { Self.vehicle($0, location($0)) }
      return VehicleTree((0..<count).map { UInt32($0) }, of: entries)
    }
    /// How often each was compared in a search for the nearest.
    func looks(in tree: VehicleTree, from here: Coordinate) -> [Int] {
      var looks = [Int](repeating: 0, count: tree.count)
      var reach = SupplySearch.reachChord
      tree.search(around: UnitVector(here), within: reach, partySize: 4) { candidate, chord in
        looks[candidate.entryIndex] += 1
        reach = min(reach, chord)
        return reach
      }
      return looks
    }
    let depot = Fixture.point(41.9, -87.7)
    let crowd = looks(in: tree(20_000) { _ in depot }, from: depot)
    #expect(crowd.allSatisfy { $0 == 1 })
    let around = Fixture.point(41.95, -87.75)
    let mixed = tree(20_000) { number in
      number % 2 == 0
        ? depot
        : Fixture.point(
          41.9 + .random(in: -0.1...0.1, using: &numbers),
          -87.7 + .random(in: -0.1...0.1, using: &numbers))
    }
    let fromDepot = looks(in: mixed, from: depot)
    #expect(fromDepot.enumerated().allSatisfy { $0.offset % 2 == 1 || $0.element == 1 })
    #expect(fromDepot.allSatisfy { $0 <= 1 } && fromDepot.reduce(0, +) < 10_100)
    let elsewhere = looks(in: mixed, from: around)
    #expect(elsewhere.allSatisfy { $0 <= 1 } && elsewhere.reduce(0, +) < 100)
  }
}
