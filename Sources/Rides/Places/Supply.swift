/// The vehicles on duty at one moment, from which pickups are estimated and candidates are taken.
package struct Supply: Sendable {
  /// One vehicle on duty.
  package struct Entry: Hashable, Sendable {
    package var vehicle: VehicleIdentifier
    package var location: Coordinate
    package var products: [ProductKey]
    package var capacity: Int
    /// Whether no ride has claimed it.
    package var isFree: Bool

    package init(
      vehicle: VehicleIdentifier, location: Coordinate, products: [ProductKey], capacity: Int,
      isFree: Bool
    ) {
      self.vehicle = vehicle
      self.location = location
      self.products = products
      self.capacity = capacity
      self.isFree = isFree
    }
  }

  package let takenAt: Instant
  package let entries: [Entry]

  package init(takenAt: Instant, entries: [Entry]) {
    self.takenAt = takenAt
    self.entries = entries
  }
}
