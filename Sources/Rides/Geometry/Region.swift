/// A part of the earth's surface in one or several pieces.
package struct Region: Hashable, Sendable {
  /// At least one.
  package let polygons: [Polygon]
  let bounds: CoordinateBox

  /// Nil without a piece.
  package init?(_ polygons: [Polygon]) {
    guard let bounds = CoordinateBox(around: polygons.flatMap(\.outer)) else { return nil }
    self.polygons = polygons
    self.bounds = bounds
  }

  /// A region in one piece.
  package init(_ polygon: Polygon) {
    polygons = [polygon]
    bounds = polygon.bounds
  }

  /// Whether the point lies in one of the pieces.
  package func contains(_ point: Coordinate) -> Bool {
    for polygon in polygons where polygon.contains(point) { return true }
    return false
  }
}

extension [Region] {
  /// Whether one of the regions contains the point.
  func contain(_ point: Coordinate) -> Bool {
    let point = point.canonical
    // By index: a copy of each region would count references, and most lie elsewhere.
    for index in indices where self[index].bounds.contains(point) && self[index].contains(point) {
      return true
    }
    return false
  }
}

/// A part of the earth's surface: one outer ring, less its holes, with straight edges in degrees.
///
/// It must not cross the 180th meridian; an operator on both sides of it draws two. A library for
/// geometry such as GEOS would bring megabytes of C++ for two questions, whether a point is inside
/// and whether rings cross, and its answers in the last bit would be another build's.
package struct Polygon: Hashable, Sendable {
  /// The points of the outer ring, the first not repeated at the end.
  package let outer: [Coordinate]
  package let holes: [[Coordinate]]
  let bounds: CoordinateBox

  /// Nil when a ring has fewer than three distinct points; a last point that repeats the first is
  /// left out, as GeoJSON (RFC 7946, 3.1.6) closes its rings.
  package init?(outer: [Coordinate], holes: [[Coordinate]] = []) {
    self.outer = Self.opened(outer)
    self.holes = holes.map(Self.opened)
    guard ([self.outer] + self.holes).allSatisfy({ Set($0).count >= 3 }) else { return nil }
    guard let bounds = CoordinateBox(around: self.outer) else { return nil }
    self.bounds = bounds
  }

  /// Whether the point lies inside the outer ring and in no hole, by the even-odd rule.
  ///
  /// Of two areas that share an edge, a point on it belongs to one alone; so does a point of the
  /// 180th meridian, whether its longitude is 180 or -180.
  package func contains(_ point: Coordinate) -> Bool {
    let point = point.canonical
    guard bounds.contains(point) else { return false }
    var isInside = Self.isOdd(outer, around: point)
    for hole in holes where Self.isOdd(hole, around: point) { isInside.toggle() }
    return isInside
  }

  /// All rings, the outer one first.
  var rings: [[Coordinate]] { [outer] + holes }

  /// The first edge that leads more than half around the earth, by its ring and the index of its
  /// first point: its ring crosses the 180th meridian.
  package var longEdge: (ring: Int, edge: Int)? {
    for (number, ring) in rings.enumerated() {
      for index in ring.indices {
        let edge = Self.edge(index, of: ring)
        if abs(edge.to.longitude - edge.from.longitude) > 180 { return (number, index) }
      }
    }
    return nil
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

  /// The first pair of edges of one ring that cross or touch, by the index of each edge's first
  /// point; nil when all rings are simple.
  ///
  /// Ring 0 is the outer one, the holes follow.
  package var selfCrossing: (ring: Int, edges: (Int, Int))? {
    for (number, ring) in rings.enumerated() {
      for first in ring.indices {
        for second in ring.indices.dropFirst(first + 2) {
          if first == 0, second == ring.count - 1 { continue }  // neighbours around the end
          if Self.meet(Self.edge(first, of: ring), Self.edge(second, of: ring)) {
            return (number, (first, second))
          }
        }
      }
    }
    return nil
  }

  /// The first two different rings whose edges cross or touch; nil when all keep apart.
  package var meetingRings: (Int, Int)? {
    let rings = rings
    for (first, ring) in rings.enumerated() {
      for second in rings.indices.dropFirst(first + 1) {
        let other = rings[second]
        let isMeeting = ring.indices.contains { index in
          other.indices.contains {
            Self.meet(Self.edge(index, of: ring), Self.edge($0, of: other))
          }
        }
        if isMeeting { return (first, second) }
      }
    }
    return nil
  }

  /// The first hole that lies outside the outer ring or inside another hole, counted as in
  /// `selfCrossing`; of rings that do not meet.
  package var strayHole: Int? {
    let index = holes.indices.first { index in
      let point = holes[index][0]
      return !Self.isOdd(outer, around: point)
        || holes.indices.contains { $0 != index && Self.isOdd(holes[$0], around: point) }
    }
    return index.map { $0 + 1 }
  }

  typealias Edge = (from: Coordinate, to: Coordinate)

  static func edge(_ index: Int, of ring: [Coordinate]) -> Edge {
    (ring[index], ring[(index + 1) % ring.count])
  }

  private static func meet(_ a: Edge, _ b: Edge) -> Bool {
    cross(a, b) || isOn(b.from, a) || isOn(b.to, a) || isOn(a.from, b) || isOn(a.to, b)
  }

  /// Whether two edges cross at a point that is an end of neither.
  static func cross(_ a: Edge, _ b: Edge) -> Bool {
    side(of: b.from, along: a) * side(of: b.to, along: a) < 0
      && side(of: a.from, along: b) * side(of: a.to, along: b) < 0
  }

  /// Whether a point lies on an edge or is an end of it.
  static func isOn(_ point: Coordinate, _ edge: Edge) -> Bool {
    side(of: point, along: edge) == 0 && isWithin(point, edge)
  }

  /// Positive to the left of the edge, negative to the right, zero on its line.
  private static func side(of point: Coordinate, along edge: Edge) -> Double {
    let cross =
      (edge.to.longitude - edge.from.longitude) * (point.latitude - edge.from.latitude)
      - (edge.to.latitude - edge.from.latitude) * (point.longitude - edge.from.longitude)
    return cross == 0 ? 0 : cross < 0 ? -1 : 1
  }

  private static func isWithin(_ point: Coordinate, _ edge: Edge) -> Bool {
    min(edge.from.longitude, edge.to.longitude) <= point.longitude
      && point.longitude <= max(edge.from.longitude, edge.to.longitude)
      && min(edge.from.latitude, edge.to.latitude) <= point.latitude
      && point.latitude <= max(edge.from.latitude, edge.to.latitude)
  }
}

extension Region {
  /// Whether each piece of the other region lies in one of the pieces of this one, edges included;
  /// of regions without mistakes.
  func covers(_ other: Region) -> Bool {
    other.polygons.allSatisfy { piece in polygons.contains { $0.covers(piece) } }
  }

  /// Whether the regions have a place in common, edges included; of regions without mistakes.
  func overlaps(_ other: Region) -> Bool {
    other.polygons.contains { piece in polygons.contains { $0.overlaps(piece) } }
  }
}

extension Polygon {
  /// Whether all of the other polygon lies in this one, edges included.
  ///
  /// The inside of a polygon is in one piece. If no edge of this one leads into the inside of the
  /// other, that is all within this one or all outside it, and one point of it shows which.
  func covers(_ other: Polygon) -> Bool {
    other.outer.allSatisfy { contains($0) || isOnEdge($0) } && !leads(into: other)
      && other.innerPoint.map(contains) ?? false
  }

  /// Whether the polygons have a place in common, edges included.
  func overlaps(_ other: Polygon) -> Bool {
    guard bounds.overlaps(other.bounds) else { return false }
    if contains(other.outer[0]) || other.contains(outer[0]) { return true }
    let otherEdges = other.edges
    return edges.contains { edge in otherEdges.contains { Self.meet(edge, $0) } }
  }

  private func leads(into other: Polygon) -> Bool {
    let edges = edges
    let otherEdges = other.edges
    return edges.contains { edge in
      other.contains(edge.from) && !other.isOnEdge(edge.from)
        || otherEdges.contains { Self.cross(edge, $0) }
    }
  }

  private var edges: [Edge] {
    rings.flatMap { ring in ring.indices.map { Self.edge($0, of: ring) } }
  }

  private func isOnEdge(_ point: Coordinate) -> Bool {
    edges.contains { Self.isOn(point, $0) }
  }

  /// A point inside the outer ring and in no hole, far from the latitudes of the ring's points.
  private var innerPoint: Coordinate? {
    let latitudes = Set(outer.map(\.latitude)).sorted()
    let bands = zip(latitudes, latitudes.dropFirst())
    guard let band = bands.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return nil }
    let latitude = (band.0 + band.1) / 2
    let crossings = edges.compactMap { Self.longitude(of: $0, at: latitude) }.sorted()
    guard crossings.count > 1 else { return nil }
    return Coordinate(latitude: latitude, longitude: (crossings[0] + crossings[1]) / 2)
  }

  /// Where an edge passes a latitude.
  private static func longitude(of edge: Edge, at latitude: Double) -> Double? {
    let (from, to) = edge
    guard (from.latitude > latitude) != (to.latitude > latitude) else { return nil }
    let share = (latitude - from.latitude) / (to.latitude - from.latitude)
    return from.longitude + share * (to.longitude - from.longitude)
  }
}
