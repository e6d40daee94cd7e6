import JSON
package import Rides

/// What a driver reports of a ride: the body of a `ride.update` message.
package struct RideUpdateReport: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var vehicleIdentifier: VehicleIdentifier
  package var event: RideReport
  package var occurredAt: Instant
  /// What the meter shows, together with `ended`.
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

extension RideUpdateReport {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      vehicleIdentifier: try fields.vehicle(),
      event: try fields.requiredWord("event", of: RideReport.self),
      occurredAt: try fields.requiredInstant("occurredAt"),
      meteredFare: try fields.object("meteredFare").map(MoneyCoding.fare))
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("vehicleIdentifier", vehicleIdentifier.rawValue)
    writer.member("event", event.rawValue)
    writer.member("occurredAt", occurredAt)
    writer.member("meteredFare", meteredFare, by: MoneyCoding.write)
  }
}
