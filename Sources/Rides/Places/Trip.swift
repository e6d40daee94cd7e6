/// From where to where, when and for whom; without a drop-off only a metered product can be booked.
package struct Trip: Hashable, Sendable {
  package var pickup: Place
  package var dropOff: Place?
  /// The start of the window of a pickup that is booked ahead; nil is now.
  package var scheduledPickup: Instant?
  /// Whether only products count that carry a wheelchair.
  package var requiresWheelchairAccess: Bool

  package init(
    pickup: Place, dropOff: Place?, scheduledPickup: Instant? = nil,
    requiresWheelchairAccess: Bool = false
  ) {
    self.pickup = pickup
    self.dropOff = dropOff
    self.scheduledPickup = scheduledPickup
    self.requiresWheelchairAccess = requiresWheelchairAccess
  }
}
