package import Rides

/// Whom and which trip a message with a quote is about.
package struct QuotedTrip: Hashable, Sendable {
  package var rider: String
  package var pickup: Coordinate?
  package var dropOff: Coordinate?
  package var stops: [Coordinate]

  /// The trip of a rider between two places, by stops.
  package init(
    rider: String, pickup: Coordinate?, dropOff: Coordinate?, stops: [Coordinate] = []
  ) {
    (self.rider, self.pickup, self.dropOff, self.stops) = (rider, pickup, dropOff, stops)
  }
}
