extension Polygon {
  /// The first pair of edges of one ring that cross or touch, by the index of each edge's first
  /// point; nil when all rings are simple.
  ///
  /// Ring 0 is the outer one, the holes follow.
  package var selfCrossing: (ring: Int, edges: (Int, Int))? {
    for (number, ring) in ([outer] + holes).enumerated() {
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
    let rings = [outer] + holes
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

  private typealias Edge = (from: Coordinate, to: Coordinate)

  private static func edge(_ index: Int, of ring: [Coordinate]) -> Edge {
    (ring[index], ring[(index + 1) % ring.count])
  }

  private static func meet(_ a: Edge, _ b: Edge) -> Bool {
    let sides = (
      side(of: b.from, along: a), side(of: b.to, along: a), side(of: a.from, along: b),
      side(of: a.to, along: b)
    )
    if sides.0 * sides.1 < 0, sides.2 * sides.3 < 0 { return true }
    return sides.0 == 0 && isWithin(b.from, a) || sides.1 == 0 && isWithin(b.to, a)
      || sides.2 == 0 && isWithin(a.from, b) || sides.3 == 0 && isWithin(a.to, b)
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
