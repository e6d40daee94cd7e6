import JSON
package import Rides

/// The message that tells a vehicle what it drives, or drives no longer.
package enum VehicleAssignmentMessage {
  /// The `type` of the message.
  package static let type = "vehicle.assignment"

  /// The body of the message.
  package static let schema = ObjectSchema.vehicleAssignment

  /// The message; nil once it is too old to be read.
  ///
  /// The broker drops it at the same time, so that a vehicle that was away reads no old one.
  package static func publication(
    of assignment: VehicleAssignment, at now: Instant, traceparent: String? = nil,
    tracestate: String? = nil
  ) -> Publication? {
    let milliseconds = Int(now.seconds(to: assignment.expiresAt) * 1_000)
    guard milliseconds > 0 else { return nil }
    var writer = JSONWriter(capacity: 1_024)
    VehicleAssignmentCoding.write(assignment, into: &writer)
    let identifier = "\(assignment.rideIdentifier)/vehicle/\(assignment.sequence)"
    return Publication(
      exchange: Exchange.vehicles,
      routingKey: RoutingKey.assignment(of: assignment.vehicleIdentifier), mandatory: false,
      properties: MessageProperties(
        contentType: ContentType.json,
        headers: traceHeaders(parent: traceparent, state: tracestate), deliveryMode: 2,
        expiration: String(milliseconds),
        messageID: identifier.clipped(toBytes: ShortString.limit), type: type),
      body: writer.finish())
  }
}
