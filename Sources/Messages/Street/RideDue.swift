package import Rides

/// The command to look after a ride whose time has come, such as one that waits for a vehicle;
/// idempotent.
package struct RideDue: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier

  package init(rideIdentifier: RideIdentifier) { self.rideIdentifier = rideIdentifier }
}
