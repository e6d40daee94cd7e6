/// A point on the earth in degrees of WGS 84.
package struct Coordinate: Hashable, Sendable {
  package let latitude: Double
  package let longitude: Double

  /// Nil unless both are finite, the latitude within ±90 and the longitude within ±180.
  package init?(latitude: Double, longitude: Double) {
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180 else {
      return nil
    }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The same point of the earth, with the longitude -180 instead of 180.
  var canonical: Coordinate {
    longitude == 180 ? Coordinate(latitude: latitude, longitude: -180) ?? self : self
  }
}

/// A part of the earth between two parallels and two meridians, its edges included; it does not
/// cross the 180th meridian.
package struct CoordinateBox: Hashable, Sendable {
  package let south: Double
  package let north: Double
  package let west: Double
  package let east: Double

  init(south: Double, north: Double, west: Double, east: Double) {
    self.south = south
    self.north = north
    self.west = west
    self.east = east
  }

  /// The smallest one with all of the points in it; nil without a point.
  init?(around points: [Coordinate]) {
    let (latitudes, longitudes) = (points.map(\.latitude), points.map(\.longitude))
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { return nil }
    self.init(south: south, north: north, west: west, east: east)
  }

  /// Whether the point lies in the box or on its edge.
  package func contains(_ point: Coordinate) -> Bool {
    point.latitude >= south && point.latitude <= north
      && point.longitude >= west && point.longitude <= east
  }

  /// Whether the boxes have a point in common.
  func overlaps(_ other: CoordinateBox) -> Bool {
    south <= other.north && other.south <= north && west <= other.east && other.west <= east
  }
}

/// Distances over a spherical earth.
package enum GreatCircle {
  /// The mean radius of the earth (IUGG), in metres.
  package static let earthRadius = 6_371_008.8

  /// The shortest way over the earth between two points, by the haversine formula; off by at most
  /// 0.5 %.
  ///
  /// The same to the last bit on every machine, which makes quotes reproducible.
  package static func metres(_ a: Coordinate, _ b: Coordinate) -> Double {
    let across = Trigonometry.sine(degrees: (b.latitude - a.latitude) / 2)
    let along = Trigonometry.sine(degrees: (b.longitude - a.longitude) / 2)
    let cosines =
      Trigonometry.cosine(degrees: a.latitude) * Trigonometry.cosine(degrees: b.latitude)
    let haversine = across * across + cosines * along * along
    return 2 * earthRadius * Trigonometry.arcsine(haversine.squareRoot())
  }
}

/// A point of the earth as a direction from its centre, so that the nearest of many is found
/// without trigonometry.
struct UnitVector: Sendable {
  let x: Double
  let y: Double
  let z: Double

  init(_ point: Coordinate) {
    let cosine = Trigonometry.cosine(degrees: point.latitude)
    x = cosine * Trigonometry.cosine(degrees: point.longitude)
    y = cosine * Trigonometry.sine(degrees: point.longitude)
    z = Trigonometry.sine(degrees: point.latitude)
  }

  /// The square of the straight line between two points of a sphere of radius one, which grows with
  /// their distance.
  func squaredChord(to other: UnitVector) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    let dz = z - other.z
    return dx * dx + dy * dy + dz * dz
  }
}
