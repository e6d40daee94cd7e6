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
}
