package import Rides

/// The command to tell one observer of a ride where it stands, or to tell it again later what its
/// queue did not take; idempotent.
package struct UpdatesDue: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  /// The observer's queue.
  package var replyTo: String
  /// The observer's correlation id; empty for one without.
  package var correlationID: String
  /// Whether the observer's queue has refused the last message.
  package var wasRefused: Bool

  package init(
    rideIdentifier: RideIdentifier, replyTo: String, correlationID: String = "",
    wasRefused: Bool = false
  ) {
    self.rideIdentifier = rideIdentifier
    self.replyTo = replyTo
    self.correlationID = correlationID
    self.wasRefused = wasRefused
  }
}
