import Rides

extension Node {
  /// A GeoJSON geometry (RFC 7946, 3.1.6) of the type Polygon: `[longitude, latitude]`, the outer
  /// ring first.
  var polygon: Polygon {
    let fields = fields("type", "coordinates")
    guard let type = fields["type"], let coordinates = fields["coordinates"] else {
      preconditionFailure("fields() gives a node for every key that was asked for")
    }
    if type.string != "Polygon", !type.isAbsent { type.note("expected \"Polygon\"") }
    let rings = coordinates.array.map { ring in (node: ring, points: ring.array.map(\.point)) }
    guard let outer = rings.first, rings.allSatisfy({ !$0.points.contains(nil) }) else {
      if rings.isEmpty { coordinates.note("expected at least one ring") }
      return Self.standIn
    }
    for ring in rings where Set(ring.points).count < 3 {
      ring.node.note("expected at least 3 distinct points, came \(Set(ring.points).count)")
    }
    let holes = rings.dropFirst().map { $0.points.compactMap(\.self) }
    return Polygon(outer: outer.points.compactMap(\.self), holes: holes) ?? Self.standIn
  }

  private var point: Coordinate? {
    let numbers = array.map(\.number)
    if numbers.count == 2,
      let point = Coordinate(latitude: numbers[1], longitude: numbers[0])
    {
      return point
    }
    note("expected [longitude, latitude] within ±180 and ±90")
    return nil
  }

  private static let standIn: Polygon = {
    let corners = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)].compactMap(Coordinate.init)
    return Polygon(outer: corners)!  // three distinct points
  }()
}
