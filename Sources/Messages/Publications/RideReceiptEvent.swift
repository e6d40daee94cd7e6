package import Rides

/// The event of a receipt.
package enum RideReceiptEvent {
  /// The `type` of the event, and of the message.
  package static let type = "livery.ride.receipt.v1"

  /// The body of an event.
  package static let schema = ObjectSchema.rideReceiptIssued

  /// The body of the event.
  package static func encode(
    _ receipt: RideReceipt, at time: Instant, traceparent: String? = nil, tracestate: String? = nil
  ) -> [UInt8] {
    StoredEvent.encode(
      EventName(.receipt, of: receipt.rideIdentifier, number: receipt.number), type, at: time,
      traceparent: traceparent, tracestate: tracestate
    ) { RideReceiptCoding.write(receipt, into: &$0) }
  }
}
