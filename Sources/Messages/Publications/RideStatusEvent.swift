import JSON
package import Rides

/// The event of one change of a ride's status: CloudEvents 1.0 in structured mode.
package struct RideStatusEvent: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var sequence: Int
  package var phase: RidePhase
  package var occurredAt: Instant
  /// The whole ride status after the change, as written by `RideStatusCoding.encodeChange`.
  package var status: [UInt8]
  package var traceparent: String?
  package var tracestate: String?

  package init(
    rideIdentifier: RideIdentifier, sequence: Int, phase: RidePhase, occurredAt: Instant,
    status: [UInt8], traceparent: String? = nil, tracestate: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.sequence = sequence
    self.phase = phase
    self.occurredAt = occurredAt
    self.status = status
    self.traceparent = traceparent
    self.tracestate = tracestate
  }

  /// The body of an event.
  package static let schema = ObjectSchema.rideStatusChanged

  /// The `type` of the event, and of the message.
  package static let type = "livery.ride.status-changed.v1"

  /// The `id` of the event, and of the message: the same whenever the change is published again.
  package var identifier: String { "\(rideIdentifier)/\(sequence)" }

  /// The event for the exchange of events; a queue for it is optional.
  package var publication: Publication {
    Publication(
      exchange: Exchange.events,
      routingKey: RoutingKey.statusChange(of: rideIdentifier, phase: phase),
      mandatory: false,
      properties: MessageProperties(
        contentType: ContentType.cloudEvent,
        headers: traceHeaders(parent: traceparent, state: tracestate),
        deliveryMode: 2, messageID: identifier.clipped(toBytes: ShortString.limit),
        type: Self.type),
      body: body)
  }

  private var body: [UInt8] {
    var writer = JSONWriter(capacity: status.count + 512)
    writer.beginObject()
    writer.member("specversion", "1.0")
    writer.member("id", identifier)
    // `sequence` counts within a source (CloudEvents, extension `sequence`).
    writer.member("source", "/livery/rides/\(rideIdentifier)")
    writer.member("type", Self.type)
    writer.member("subject", rideIdentifier.rawValue)
    writer.member("time", occurredAt)
    writer.member("datacontenttype", ContentType.json)
    writer.member("sequence", orderableSequence)
    writer.member("traceparent", traceparent)
    if traceparent != nil { writer.member("tracestate", tracestate) }
    let (publicStatus, askedVehicle) = RideStatusCoding.parts(ofChange: status)
    writer.member("askedvehicle", raw: askedVehicle)
    writer.key("data")
    writer.raw(publicStatus)
    writer.endObject()
    return writer.finish()
  }

  /// The sequence in the form of the CloudEvents extension: a text that sorts like the numbers.
  private var orderableSequence: String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, 10 - digits.utf8.count)) + digits
  }
}

/// Routing keys that are built from values.
package enum RoutingKey {
  /// `ride.<phase>.<rideIdentifier>`.
  ///
  /// In the identifier `.`, `*`, `#`, `%` and blanks are percent-encoded as in RFC 3986, so that it
  /// is one word for a topic exchange; beyond 255 bytes the key is cut off, which only a ride
  /// identifier full of such characters reaches.
  package static func statusChange(of ride: RideIdentifier, phase: RidePhase) -> String {
    key("ride.\(phase.rawValue).", ride.rawValue)
  }

  /// `ride.receipt.<rideIdentifier>`, with the identifier as for a status change.
  package static func receipt(of ride: RideIdentifier) -> String {
    key("ride.receipt.", ride.rawValue)
  }

  /// `ride.sos.<rideIdentifier>`, in the same way.
  package static func sos(of ride: RideIdentifier) -> String { key("ride.sos.", ride.rawValue) }

  /// `vehicle.<vehicleIdentifier>`, with the identifier in the same form.
  package static func assignment(of vehicle: VehicleIdentifier) -> String {
    key("vehicle.", vehicle.rawValue)
  }

  private static func key(_ start: String, _ identifier: String) -> String {
    var key = start
    if identifier.utf8.allSatisfy(isPlain),
      key.utf8.count + identifier.utf8.count <= ShortString.limit
    {
      return key + identifier
    }
    for scalar in identifier.unicodeScalars {
      let part = needsEncoding(scalar) ? encoded(scalar) : String(scalar)
      guard key.utf8.count + part.utf8.count <= ShortString.limit else { break }
      key += part
    }
    return key
  }

  /// Whether a byte is a letter or a digit of ASCII, as in the identifiers that this service makes.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func needsEncoding(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "*", "#", "%": true
    default: scalar.properties.isWhitespace
    }
  }

  private static func encoded(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }
}
