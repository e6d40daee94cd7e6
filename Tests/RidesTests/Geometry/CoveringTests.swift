import Testing

@testable import Rides

@Suite("Regions that cover one another") struct CoveringTests {
  /// A polygon from its rings, each as its points' longitudes and latitudes.
  private static func polygon(_ rings: [[(Double, Double)]]) throws -> Polygon {
    let points = rings.map { ring in ring.map { Fixture.point($0.1, $0.0) } }
    return try #require(Polygon(outer: points[0], holes: Array(points.dropFirst())))
  }

  private static func square(_ west: Double, _ south: Double, _ size: Double) -> [(Double, Double)]
  {
    [(west, south), (west + size, south), (west + size, south + size), (west, south + size)]
  }

  static let big = square(0, 0, 10)
  static let hole = square(4, 4, 2)
  static let diamond = [(10.0, 3.0), (12, 5), (10, 7), (8, 5)]

  @Test(
    "A polygon covers what has no part outside it and none in its holes",
    arguments: [
      ([big], [big], true), ([big], [square(1, 1, 2)], true), ([square(1, 1, 2)], [big], false),
      // Edges that are shared, in one corner and along a side.
      ([big], [square(0, 0, 2)], true), ([big], [square(3, 0, 2)], true),
      ([big], [square(9, 9, 2)], false), ([big], [square(10, 0, 2)], false),
      ([big], [square(20, 0, 2)], false), ([big], [diamond], false),
      // Holes: one that is all of the other, one within it, one beside it, and one in both.
      ([big, hole], [hole], false), ([big, hole], [square(3, 3, 4)], false),
      ([big, hole], [square(1, 1, 3)], true), ([big, hole], [big], false),
      ([big], [big, hole], true), ([big, hole], [big, hole], true),
      ([big, hole], [square(3, 3, 4), square(3.5, 3.5, 3)], true),
      ([big, hole], [square(3, 3, 4), square(4.5, 4.5, 1)], false),
    ] as [([[(Double, Double)]], [[(Double, Double)]], Bool)])
  func polygons(
    outer: [[(Double, Double)]], inner: [[(Double, Double)]], isCovered: Bool
  ) throws {
    #expect(try Self.polygon(outer).covers(Self.polygon(inner)) == isCovered)
  }

  @Test("A region covers another one by its pieces")
  func regions() throws {
    let pieces = try [Self.square(0, 0, 4), Self.square(10, 0, 4)].map { try Self.polygon([$0]) }
    let both = try #require(Region(pieces))
    #expect(both.covers(Region(pieces[1])) && both.covers(both))
    #expect(!Region(pieces[0]).covers(both))
  }
}
