import JSON
package import Rides

/// The event of a receipt, in the form in which it is published, and stored for repeats:
/// CloudEvents 1.0 in structured mode.
package enum RideReceiptEvent {
  /// The `type` of the event, and of the message.
  package static let type = "livery.ride.receipt.v1"

  /// The body of an event.
  package static let schema = ObjectSchema.rideReceiptIssued

  /// The first bytes of each body, by which stored texts are told apart.
  private static let start = Array(#"{"specversion":"#.utf8)

  /// The body of the event.
  package static func encode(
    _ receipt: RideReceipt, at time: Instant, traceparent: String? = nil, tracestate: String? = nil
  ) -> [UInt8] {
    let ride = receipt.rideIdentifier
    var writer = JSONWriter(capacity: 2_048)
    writer.beginObject()
    writer.member("specversion", "1.0")
    writer.member("id", EventName(receiptOf: ride, number: receipt.number).text)
    writer.member("source", "/livery/rides/\(ride)")
    writer.member("type", type)
    writer.member("subject", ride.rawValue)
    writer.member("time", time)
    writer.member("datacontenttype", ContentType.json)
    writer.member("traceparent", traceparent)
    if traceparent != nil { writer.member("tracestate", tracestate) }
    writer.member("data", receipt, by: RideReceiptCoding.write)
    writer.endObject()
    return writer.finish()
  }

  /// The message with that body; nil for a body that is no output of `encode`.
  ///
  /// Like the body, its id and its trace are those of the message that changed the ride.
  package static func publication(of body: [UInt8]) -> Publication? {
    guard body.starts(with: start),
      let fields = try? JSONFields(parsing: body, limits: .stored),
      let identifier = try? fields.storedText("id"),
      let ride = try? fields.storedText("subject")
    else { return nil }
    let trace = traceHeaders(
      parent: try? fields.storedText("traceparent"), state: try? fields.storedText("tracestate"))
    return Publication(
      exchange: Exchange.events, routingKey: RoutingKey.receipt(of: RideIdentifier(ride)),
      mandatory: false,
      properties: MessageProperties(
        contentType: ContentType.cloudEvent, headers: trace, deliveryMode: 2,
        messageID: identifier.clipped(toBytes: ShortString.limit), type: type),
      body: body)
  }
}
