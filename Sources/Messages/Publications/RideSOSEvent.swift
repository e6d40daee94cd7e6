package import Rides

/// The event of a call for help, which overtakes others where its queue has priorities, and is
/// published again until a queue has it.
package enum RideSOSEvent {
  /// The `type` of the event, and of the message.
  package static let type = "livery.ride.sos.v1"
  /// The highest that every broker knows.
  package static let priority: UInt8 = 9

  /// The body of an event.
  package static let schema = ObjectSchema.rideSosCalled

  /// The body of the event.
  package static func encode(
    _ sos: RideSOS, traceparent: String? = nil, tracestate: String? = nil
  ) -> [UInt8] {
    StoredEvent.encode(
      EventName(.sos, of: sos.rideIdentifier, number: sos.call.number), type,
      at: sos.call.calledAt, traceparent: traceparent, tracestate: tracestate
    ) { RideSOSCoding.write(sos, into: &$0) }
  }
}
