/// A part of the earth's surface: one outer ring, less its holes, with straight edges in degrees.
///
/// It must not cross the 180th meridian; whoever serves both sides of it draws two. A library for
/// geometry such as GEOS would bring megabytes of C++ for two questions, whether a point is inside
/// and whether rings cross, and its answers in the last bit would be another build's.
package struct Polygon: Hashable, Sendable {
  /// The points of the outer ring, the first not repeated at the end.
  package let outer: [Coordinate]
  package let holes: [[Coordinate]]
  private let southWest: Coordinate
  private let northEast: Coordinate

  /// Nil when a ring has fewer than three distinct points; a last point that repeats the first is
  /// left out, as GeoJSON (RFC 7946, 3.1.6) closes its rings.
  package init?(outer: [Coordinate], holes: [[Coordinate]] = []) {
    self.outer = Self.opened(outer)
    self.holes = holes.map(Self.opened)
    guard ([self.outer] + self.holes).allSatisfy({ Set($0).count >= 3 }) else { return nil }
    let latitudes = self.outer.map(\.latitude)
    let longitudes = self.outer.map(\.longitude)
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max(), let southWest = Coordinate(latitude: south, longitude: west),
      let northEast = Coordinate(latitude: north, longitude: east)
    else { return nil }
    self.southWest = southWest
    self.northEast = northEast
  }

  /// Whether the point lies inside the outer ring and in no hole, by the even-odd rule.
  ///
  /// Of two areas that share an edge, a point on it belongs to one alone.
  package func contains(_ point: Coordinate) -> Bool {
    guard point.latitude >= southWest.latitude, point.latitude <= northEast.latitude,
      point.longitude >= southWest.longitude, point.longitude <= northEast.longitude
    else { return false }
    var isInside = Self.isOdd(outer, around: point)
    for hole in holes where Self.isOdd(hole, around: point) { isInside.toggle() }
    return isInside
  }

  private static func opened(_ ring: [Coordinate]) -> [Coordinate] {
    ring.count > 1 && ring.first == ring.last ? Array(ring.dropLast()) : ring
  }

  /// Whether a ray from the point to the east crosses the ring an odd number of times.
  static func isOdd(_ ring: [Coordinate], around point: Coordinate) -> Bool {
    var isOdd = false
    var previous = ring[ring.count - 1]
    for current in ring {
      if (current.latitude > point.latitude) != (previous.latitude > point.latitude) {
        let share =
          (point.latitude - current.latitude) / (previous.latitude - current.latitude)
        let crossing = current.longitude + share * (previous.longitude - current.longitude)
        if point.longitude < crossing { isOdd.toggle() }
      }
      previous = current
    }
    return isOdd
  }
}
