/// From where to where; without a drop-off only a metered product can be booked.
package struct Trip: Hashable, Sendable {
  package var pickup: Place
  package var dropOff: Place?

  package init(pickup: Place, dropOff: Place?) {
    self.pickup = pickup
    self.dropOff = dropOff
  }
}
