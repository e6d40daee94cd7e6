/// The result of one search of a product's vehicles.
struct SupplySearch {
  /// The straight-line distance in meters beyond which a vehicle does not serve a pickup: it
  /// belongs to another city, which may have a product with the same key.
  static let reach = 50_000.0
  /// The square of the chord of `reach`, on a sphere of radius one; chord and arc are one at this
  /// scale.
  static let reachChord = (reach / GreatCircle.earthRadius) * (reach / GreatCircle.earthRadius)

  var isAnyOnDuty = false
  /// The number of free vehicles within reach, up to the requested number.
  var freeCount = 0
  /// The entry of the nearest free vehicle; of equally near ones the first by identifier.
  var nearestFree: Int?
}
