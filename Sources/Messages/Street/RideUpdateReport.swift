package import Rides

/// What the street tells of a ride: the body of a `ride.update` message.
package struct RideUpdateReport: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var vehicleIdentifier: VehicleIdentifier
  package var event: RideReport
  package var occurredAt: Instant
  /// What the meter shows, beside `ended`.
  package var meteredFare: Money?

  package init(
    rideIdentifier: RideIdentifier, vehicleIdentifier: VehicleIdentifier, event: RideReport,
    occurredAt: Instant, meteredFare: Money? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.vehicleIdentifier = vehicleIdentifier
    self.event = event
    self.occurredAt = occurredAt
    self.meteredFare = meteredFare
  }
}
