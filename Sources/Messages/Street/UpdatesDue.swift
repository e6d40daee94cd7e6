package import Rides

/// The command to tell one observer of a ride where it stands; idempotent.
package struct UpdatesDue: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  /// The observer's queue.
  package var replyTo: String

  package init(rideIdentifier: RideIdentifier, replyTo: String) {
    self.rideIdentifier = rideIdentifier
    self.replyTo = replyTo
  }
}
