package import Rides

/// What the street tells of a ride: the body of a `ride.update` message.
package struct RideUpdateReport: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var vehicleIdentifier: VehicleIdentifier
  package var event: RideEvent
  package var occurredAt: Instant

  package init(
    rideIdentifier: RideIdentifier, vehicleIdentifier: VehicleIdentifier, event: RideEvent,
    occurredAt: Instant
  ) {
    self.rideIdentifier = rideIdentifier
    self.vehicleIdentifier = vehicleIdentifier
    self.event = event
    self.occurredAt = occurredAt
  }
}
