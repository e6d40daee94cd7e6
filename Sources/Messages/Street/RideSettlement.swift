package import Rides

/// The operator's word that all that a ride still owes has been paid in another way, or is let go;
/// or what a ride costs whose meter is held.
package struct RideSettlement: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  /// How, in words that stay with the ride.
  package var reason: String
  /// What the meter should have shown; nil for a ride that was billed.
  package var fare: Money?

  package init(rideIdentifier: RideIdentifier, reason: String, fare: Money? = nil) {
    self.rideIdentifier = rideIdentifier
    self.reason = reason
    self.fare = fare
  }
}
