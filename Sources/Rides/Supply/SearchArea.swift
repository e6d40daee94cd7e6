/// Boxes that contain every place within a distance of one of several points, and some places
/// farther away.
///
/// There is one box, or two at the 180th meridian. Near a pole, a box spans all meridians.
package struct SearchArea: Hashable, Sendable {
  package let boxes: [CoordinateBox]

  /// The area around several points as a whole; empty without points.
  ///
  /// The farther apart the points are, the more distant places the boxes contain.
  package init(of points: [Coordinate], within metres: Double) {
    guard let first = points.first else {
      boxes = []
      return
    }
    var (south, north) = (first.latitude, first.latitude)
    var (west, east) = (first.longitude, first.longitude)
    for point in points {
      (south, north) = (min(south, point.latitude), max(north, point.latitude))
      (west, east) = (min(west, point.longitude), max(east, point.longitude))
    }
    // A margin for rounding.
    let radians = metres * 1.001 / GreatCircle.earthRadius
    let degrees = radians / Trigonometry.radiansPerDegree
    let along = Self.degreesAlong(max(-south, north), reach: degrees)
    boxes = Self.boxes(
      from: max(south - degrees, -90), to: min(north + degrees, 90), west: west - along,
      east: east + along)
  }

  /// Whether the point lies in one of the boxes.
  package func contains(_ point: Coordinate) -> Bool { boxes.contains { $0.contains(point) } }

  /// How many degrees of longitude a circle of some degrees reaches to either side of its centre,
  /// which is at that latitude, north or south; 180 when it holds a pole.
  ///
  /// It is widest not at the parallel of its centre but nearer to the pole, where a meridian
  /// touches it: there the sine of the angle is that of the reach by the cosine of the latitude.
  private static func degreesAlong(_ latitude: Double, reach degrees: Double) -> Double {
    guard abs(latitude) + degrees < 90 else { return 180 }
    let sine = Trigonometry.sine(degrees: degrees) / Trigonometry.cosine(degrees: latitude)
    return Trigonometry.arcsine(sine) / Trigonometry.radiansPerDegree
  }

  /// The box between two longitudes, of which one may lie beyond the 180th meridian.
  ///
  /// That meridian has two longitudes, so a box that only touches it continues beyond it.
  private static func boxes(
    from south: Double, to north: Double, west: Double, east: Double
  ) -> [CoordinateBox] {
    func box(_ west: Double, _ east: Double) -> CoordinateBox {
      CoordinateBox(south: south, north: north, west: west, east: east)
    }
    if east - west >= 360 { return [box(-180, 180)] }
    if west <= -180 { return [box(west + 360, 180), box(-180, east)] }
    if east >= 180 { return [box(west, 180), box(-180, east - 360)] }
    return [box(west, east)]
  }
}
