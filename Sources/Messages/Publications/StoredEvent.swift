import JSON
import Rides

/// Events in the form in which they are published, and stored for repeats: CloudEvents 1.0 in
/// structured mode.
package enum StoredEvent {
  /// The first bytes of each body, by which stored texts are told apart.
  private static let start = Array(#"{"specversion":"#.utf8)

  /// The body of an event whose data `write` writes.
  ///
  /// More than five parameters: the members of the envelope.
  static func encode(
    _ name: EventName, _ type: String, at time: Instant, traceparent: String?,
    tracestate: String?, data write: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 2_048)
    writer.beginObject()
    writer.member("specversion", "1.0")
    writer.member("id", name.text)
    writer.member("source", "/livery/rides/\(name.rideIdentifier)")
    writer.member("type", type)
    writer.member("subject", name.rideIdentifier.rawValue)
    writer.member("time", time)
    writer.member("datacontenttype", ContentType.json)
    writer.member("traceparent", traceparent)
    if traceparent != nil { writer.member("tracestate", tracestate) }
    writer.key("data")
    write(&writer)
    writer.endObject()
    return writer.finish()
  }

  /// The message with that body; nil for a body that is no output of `encode`.
  ///
  /// Like the body, its id and its trace are those of the message that has caused the event.
  package static func publication(of body: [UInt8]) -> Publication? {
    guard body.starts(with: start),
      let fields = try? JSONFields(parsing: body, limits: .stored),
      let identifier = try? fields.storedText("id"),
      let type = try? fields.storedText("type"),
      let ride = try? fields.storedText("subject")
    else { return nil }
    let isSOS = type == RideSOSEvent.type
    guard isSOS || type == RideReceiptEvent.type else { return nil }
    let subject = RideIdentifier(ride)
    let trace = traceHeaders(
      parent: try? fields.storedText("traceparent"), state: try? fields.storedText("tracestate"))
    return Publication(
      exchange: isSOS ? Exchange.help : Exchange.events,
      routingKey: isSOS ? RoutingKey.sos(of: subject) : RoutingKey.receipt(of: subject),
      mandatory: isSOS,
      properties: MessageProperties(
        contentType: ContentType.cloudEvent, headers: trace, deliveryMode: 2,
        priority: isSOS ? RideSOSEvent.priority : nil,
        messageID: identifier.clipped(toBytes: ShortString.limit), type: type),
      body: body)
  }
}
