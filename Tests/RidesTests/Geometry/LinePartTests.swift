import Testing

@testable import Rides

@Suite("Parts of a line by regions") struct LinePartTests {
  private static let lists = [
    [Region(Fixture.square(0, 2, size: 2)), Region(Fixture.square(0, 6, size: 1))],
    [Region(Fixture.square(0, 3, size: 2))],
  ]

  // From west to east: the first list from 2 to 4 and from 6 to 7, the second from 3 to 5.
  @Test(
    "A line is cut where it enters and leaves a region",
    arguments: [
      (0, 10, [(0, 0.2), (1, 0.1), (3, 0.1), (2, 0.1), (0, 0.1), (1, 0.1), (0, 0.3)]),
      (10, 0, [(0, 0.3), (1, 0.1), (0, 0.1), (2, 0.1), (3, 0.1), (1, 0.1), (0, 0.2)]),
      (2.5, 3.5, [(1, 0.5), (3, 0.5)]), (0, 1, [(0, 1)]), (8, 8, [(0, 1)]), (4.5, 4.5, [(2, 1)]),
      (2, 3, [(1, 1)]),
    ] as [(Double, Double, [(Int, Double)])])
  func cuts(from west: Double, to east: Double, parts: [(Int, Double)]) {
    let found = Self.lists.parts(from: Fixture.point(0.5, west), to: Fixture.point(0.5, east))
    #expect(found.map(\.place) == parts.map(\.0))
    #expect(found.map { Int(($0.share * 1e6).rounded()) } == parts.map { Int($0.1 * 1e6) })
  }

  @Test("A line across the 180th meridian is the shorter one")
  func meridian() {
    let east = [[Region(Fixture.square(0, -180, size: 2))]]
    for (from, to, shares) in [
      (179.9, -179.9, [(0, 0.5), (1, 0.5)]), (-179.9, 179.7, [(1, 0.25), (0, 0.75)]),
      (180, -179.9, [(1, 1)]),
    ] as [(Double, Double, [(Int, Double)])] {
      let parts = east.parts(from: Fixture.point(0.5, from), to: Fixture.point(0.5, to))
      let shown = parts.filter { $0.share > 0 }
      #expect(shown.map(\.place) == shares.map(\.0))
      #expect(shown.map { Int(($0.share * 1e6).rounded()) } == shares.map { Int($0.1 * 1e6) })
    }
  }

  @Test("A line along an edge, and one that touches a corner, are in one part")
  func edges() {
    for (from, to) in [((0.0, 0.0), (0.0, 10.0)), ((-1.0, 3.0), (1.0, 1.0))] {
      let parts = Self.lists.parts(
        from: Fixture.point(from.0, from.1), to: Fixture.point(to.0, to.1))
      #expect(Int((parts.reduce(0) { $0 + $1.share } * 1e9).rounded()) == 1_000_000_000)
    }
  }
}
