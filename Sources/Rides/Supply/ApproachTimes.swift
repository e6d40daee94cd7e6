/// How long vehicles drive to pickups, and which pickups are in their reach.
package struct ApproachTimes: Sendable {
  /// Whether some product has a reach of its own.
  package let isLimited: Bool
  private let drive: @Sendable (Coordinate, ProductKey, Coordinate) -> Int?

  /// `drive` returns the seconds from a vehicle to a pickup of a product; nil when the pickup is
  /// beyond the reach of the product (rule S2).
  package init(
    isLimited: Bool, drive: @escaping @Sendable (Coordinate, ProductKey, Coordinate) -> Int?
  ) {
    self.isLimited = isLimited
    self.drive = drive
  }

  /// The turn of a ride whose search began then, with a vehicle at such a place; nil when the
  /// vehicle is out of reach.
  ///
  /// Of several rides the one with the earliest turn gets the vehicle (rule S1): each second of the
  /// drive counts like a second of waiting. So a far rider comes before a near one only when the
  /// far one has waited longer by more than the drive is longer, and no ride is passed by rides
  /// whose search began after the drive to it would have ended.
  package func turn(
    from searchFrom: Instant, _ product: ProductKey, _ pickup: Coordinate, vehicle: Coordinate
  ) -> Instant? {
    drive(vehicle, product, pickup).map { searchFrom.advanced(bySeconds: $0) }
  }
}
