/// A part of a straight line that lies in some of several lists of regions.
struct LinePart: Hashable {
  /// In which of the lists, as of a point.
  var place: Int
  /// The share of the line, 0 to 1.
  var share: Double

  fileprivate func times(_ factor: Double) -> LinePart {
    LinePart(place: place, share: share * factor)
  }
}

extension [[Region]] {
  /// Which of the lists contain the point: the sum of 2 to the power of their indexes.
  func place(of point: Coordinate) -> Int {
    indices.reduce(0) { $0 | (self[$1].contain(point) ? 1 << $1 : 0) }
  }

  /// The parts of the line between two points, in its order, one at least, with shares of 1 in all.
  ///
  /// The line is straight in degrees, as the edges of regions are, and the shorter one around the
  /// earth.
  func parts(from start: Coordinate, to end: Coordinate) -> [LinePart] {
    guard let (share, west, east) = Polygon.meridianCrossing(of: (start, end)) else {
      return partsOnOneSide(from: start, to: end)
    }
    return partsOnOneSide(from: start, to: west).map { $0.times(share) }
      + partsOnOneSide(from: east, to: end).map { $0.times(1 - share) }
  }

  /// The same of the lines between some places in their order, two at least; each line has the part
  /// of the whole that its length has.
  func parts(along places: [Coordinate]) -> [LinePart] {
    let lines = [(Coordinate, Coordinate)](zip(places, places.dropFirst()))
    guard lines.count > 1 else { return lines.flatMap { parts(from: $0.0, to: $0.1) } }
    let lengths = lines.map { GreatCircle.metres($0.0, $0.1) }
    let whole = lengths.reduce(0, +)
    return zip(lines, lengths).flatMap { line, length in
      parts(from: line.0, to: line.1).map { $0.times(whole > 0 ? length / whole : 0) }
    }
  }

  private func partsOnOneSide(from start: Coordinate, to end: Coordinate) -> [LinePart] {
    let line = (from: start, to: end)
    let cuts = joined().flatMap { $0.shares(of: line) }.sorted() + [1]
    var parts: [LinePart] = []
    var from = 0.0
    for cut in cuts where cut > from {
      let place = point((from + cut) / 2, of: line).map { self.place(of: $0) } ?? 0
      if let last = parts.indices.last, parts[last].place == place {
        parts[last].share += cut - from
      } else {
        parts.append(LinePart(place: place, share: cut - from))
      }
      from = cut
    }
    return parts
  }

  private func point(_ share: Double, of line: Polygon.Edge) -> Coordinate? {
    Coordinate(
      latitude: line.from.latitude + share * (line.to.latitude - line.from.latitude),
      longitude: line.from.longitude + share * (line.to.longitude - line.from.longitude))
  }
}

extension Region {
  /// Where a line meets its edges, in shares of the line between 0 and 1.
  fileprivate func shares(of line: Polygon.Edge) -> [Double] {
    guard bounds.overlaps(line) else { return [] }
    return polygons.flatMap(\.rings).flatMap { ring in
      ring.indices.compactMap { Polygon.share(of: line, at: Polygon.edge($0, of: ring)) }
    }
  }
}

extension CoordinateBox {
  /// Whether a line may have a point in the box.
  fileprivate func overlaps(_ line: Polygon.Edge) -> Bool {
    CoordinateBox(around: [line.from, line.to])?.overlaps(self) ?? false
  }
}

extension Polygon {
  /// Where a line crosses an edge, as a share of the line between 0 and 1; nil where it does not.
  fileprivate static func share(of line: Edge, at edge: Edge) -> Double? {
    let (north, east) = difference(line)
    let (edgeNorth, edgeEast) = difference(edge)
    let cross = north * edgeEast - east * edgeNorth
    guard cross != 0 else { return nil }
    let (toNorth, toEast) = difference((line.from, edge.from))
    let share = (toNorth * edgeEast - toEast * edgeNorth) / cross
    let edgeShare = (toNorth * east - toEast * north) / cross
    return share > 0 && share < 1 && (0...1).contains(edgeShare) ? share : nil
  }

  /// Where a line crosses the 180th meridian: the share of the line, where it ends there, and where
  /// it goes on; nil where it does not.
  fileprivate static func meridianCrossing(
    of line: Edge
  ) -> (share: Double, end: Coordinate, start: Coordinate)? {
    let (north, east) = difference(line)
    guard abs(east) > 180 else { return nil }
    let side = line.from.longitude < 0 ? -180.0 : 180
    let share = (side - line.from.longitude) / (east < 0 ? east + 360 : east - 360)
    let latitude = line.from.latitude + share * north
    guard let end = Coordinate(latitude: latitude, longitude: side),
      let start = Coordinate(latitude: latitude, longitude: -side)
    else { return nil }
    return (share, end, start)
  }

  private static func difference(_ edge: Edge) -> (north: Double, east: Double) {
    (edge.to.latitude - edge.from.latitude, edge.to.longitude - edge.from.longitude)
  }
}
