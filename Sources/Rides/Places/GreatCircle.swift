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
