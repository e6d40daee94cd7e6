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

  /// The turn of a ride that such a vehicle could take; nil when the vehicle is out of reach.
  ///
  /// Of several rides the one whose turn is first gets the vehicle (rule S1): its search began
  /// earliest, where each second of the drive counts like a second of waiting. So a far rider comes
  /// before a near one only when the far one has waited longer by more than the longer drive takes,
  /// and no ride is passed by rides whose search began later than the drive to it takes.
  package func turn(
    _ ride: RideIdentifier, searchFrom: Instant, _ product: ProductKey, _ pickup: Coordinate,
    from vehicle: Coordinate
  ) -> Turn? {
    drive(vehicle, product, pickup).map {
      Turn(time: searchFrom.advanced(bySeconds: $0), ride: ride)
    }
  }

  /// The place of a ride in the order in which rides get a vehicle.
  package struct Turn: Comparable, Sendable {
    let time: Instant
    let ride: RideIdentifier

    package static func < (left: Self, right: Self) -> Bool {
      left.time == right.time ? left.ride < right.ride : left.time < right.time
    }
  }
}
