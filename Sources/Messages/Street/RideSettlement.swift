package import Rides

/// The operator's word that all that a ride still owes has been paid in another way, or is let go.
package struct RideSettlement: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  /// How, in words that stay with the ride.
  package var reason: String

  package init(rideIdentifier: RideIdentifier, reason: String) {
    self.rideIdentifier = rideIdentifier
    self.reason = reason
  }
}
