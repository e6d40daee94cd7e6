/// A part of the earth's surface in one or several pieces.
package struct Region: Hashable, Sendable {
  /// At least one.
  package let polygons: [Polygon]

  /// Nil without a piece.
  package init?(_ polygons: [Polygon]) {
    guard !polygons.isEmpty else { return nil }
    self.polygons = polygons
  }

  /// A region in one piece.
  package init(_ polygon: Polygon) { polygons = [polygon] }

  /// Whether the point lies in one of the pieces.
  package func contains(_ point: Coordinate) -> Bool {
    for polygon in polygons where polygon.contains(point) { return true }
    return false
  }
}

extension [Region] {
  /// Whether one of the regions contains the point.
  func contain(_ point: Coordinate) -> Bool {
    for region in self where region.contains(point) { return true }
    return false
  }
}
