package import Rides

/// A ride that needs looking after.
package struct DueRide: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var sequence: Int
  package var dueAt: Instant

  package init(rideIdentifier: RideIdentifier, sequence: Int, dueAt: Instant) {
    self.rideIdentifier = rideIdentifier
    self.sequence = sequence
    self.dueAt = dueAt
  }
}
