import RandomFixture
import Rides
import Testing

@Suite("The area around places") struct SearchAreaTests {
  @Test("They contain every point within the distance, anywhere on earth", arguments: 1...4)
  func holdAll(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<2_000 {
      let centre = try Self.point(&numbers)
      // Beside it, mostly on the other side of the pole or of the date line where one is near.
      let other = try Self.point(&numbers, near: centre)
      let metres = GreatCircle.metres(centre, other)
      let area = SearchArea(of: [centre], within: metres)
      #expect(area.contains(other), "\(centre) \(other) \(metres)")
      #expect(SearchArea(of: [other, centre], within: 0).contains(centre))
      let both = SearchArea(of: [centre, other], within: metres)
      #expect(both.contains(other) && both.contains(centre))
    }
  }

  private static func point(_ numbers: inout SeededNumbers) throws -> Coordinate {
    let latitudes = [-90, -89.9, 89.7, 90, 0, Double.random(in: -90...90, using: &numbers)]
    let longitudes = [-180, 180, 179.9, -179.9, Double.random(in: -180...180, using: &numbers)]
    return try #require(
      Coordinate(
        latitude: latitudes[Int.random(in: 0..<latitudes.count, using: &numbers)],
        longitude: longitudes[Int.random(in: 0..<longitudes.count, using: &numbers)]))
  }

  private static func point(
    _ numbers: inout SeededNumbers, near centre: Coordinate
  ) throws -> Coordinate {
    let latitude = centre.latitude + Double.random(in: -0.5...0.5, using: &numbers)
    var longitude = centre.longitude + Double.random(in: -2...2, using: &numbers)
    if abs(longitude) > 180 { longitude -= longitude > 0 ? 360 : -360 }
    if abs(latitude) > 90 {
      longitude += longitude > 0 ? -180 : 180
      return try #require(
        Coordinate(
          latitude: latitude > 0 ? 180 - latitude : -180 - latitude, longitude: longitude))
    }
    return try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test("They contain little more than that, away from the poles")
  func holdLittleMore() throws {
    let chicago = try #require(Coordinate(latitude: 41.8786, longitude: -87.6251))
    let area = SearchArea(of: [chicago], within: Supply.reach)
    let box = try #require(area.boxes.first)
    #expect(area.boxes.count == 1)
    #expect(abs(box.north - box.south - 0.9) < 0.01)
    #expect(abs(box.east - box.west - 1.21) < 0.01)
  }

  @Test("Across the date line they are two boxes, and without places none")
  func boxes() throws {
    let fiji = try #require(Coordinate(latitude: -16.8, longitude: 179.9))
    let area = SearchArea(of: [fiji], within: Supply.reach)
    #expect(area.boxes.map(\.east).contains(180))
    #expect(area.boxes.map(\.west).contains(-180))
    #expect(area.boxes.count == 2)
    #expect(SearchArea(of: [], within: Supply.reach).boxes.isEmpty)
  }
}
