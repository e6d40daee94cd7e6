package import Rides

/// Whom and which trip a message with a quote is about.
package struct QuotedTrip: Hashable, Sendable {
  package var rider: String
  package var pickup: Coordinate?
  package var dropOff: Coordinate?

  package init(rider: String, pickup: Coordinate?, dropOff: Coordinate?) {
    self.rider = rider
    self.pickup = pickup
    self.dropOff = dropOff
  }
}
