package import JSON
package import Rides

/// The one wire form of a ride's status: in responses, in events and in the store.
package enum RideStatusCoding {
  /// Writes one object, including a vehicle that was offered the ride and has not accepted it.
  package static func write(_ status: RideStatus, into writer: inout JSONWriter) {
    write(status, phase: status.phase.rawValue, into: &writer)
  }

  /// A ride that a confirmation shows before it is booked: its phase is `unknown`, which no booked
  /// ride has, and its sequence 0.
  package static func encodeProspect(_ status: RideStatus) -> [UInt8] {
    var prospect = status
    prospect.sequence = 0
    var writer = JSONWriter(capacity: 2048)
    write(prospect, phase: "unknown", into: &writer)
    return writer.finish()
  }

  private static func write(
    _ status: RideStatus, phase: String, asking vehicle: VehicleIdentifier? = nil,
    into writer: inout JSONWriter
  ) {
    writer.beginObject()
    RideStatusMembers.write(status, phase: phase, into: &writer)
    // The last member, where `parts(ofChange:)` looks for it.
    writer.member("askedVehicleIdentifier", vehicle?.rawValue)
    writer.endObject()
  }

  /// The public part of the status, as a JSON text of its own.
  package static func encode(_ status: RideStatus) -> [UInt8] {
    var writer = JSONWriter(capacity: 2048)
    write(status.redacted, into: &writer)
    return writer.finish()
  }

  /// The same for the history and for events, which drivers may read: without the start code, and
  /// with the identifier of an offered vehicle as its last member; an event has this identifier
  /// outside of the status.
  package static func encodeChange(_ status: RideStatus) -> [UInt8] {
    var writer = JSONWriter(capacity: 2048)
    let asked = status.isVehicleAsked ? status.vehicle?.identifier : nil
    write(
      status.redacted.withoutStartCode, phase: status.phase.rawValue, asking: asked, into: &writer)
    return writer.finish()
  }

  /// The public part of a change, and the identifier of an offered vehicle, as JSON.
  ///
  /// The identifier is the last member. Within a JSON string, quotation marks are escaped, so the
  /// search from the end stops at the first one without a backslash, after a few bytes.
  static func parts(ofChange text: [UInt8]) -> (status: [UInt8], askedVehicle: [UInt8]?) {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard text.suffix(2).elementsEqual([quote, UInt8(ascii: "}")]) else { return (text, nil) }
    var start = text.count - 3
    while start > 0, text[start] != quote || text[start - 1] == backslash { start -= 1 }
    guard start > 0, text[..<start].suffix(askedMember.count).elementsEqual(askedMember) else {
      return (text, nil)
    }
    let status = text[..<(start - askedMember.count)] + [UInt8(ascii: "}")]
    return (Array(status), Array(text[start...].dropLast()))
  }

  private static let askedMember = Array(#","askedVehicleIdentifier":"#.utf8)
}

extension RideStatusCoding {
  /// Reads the output of `write`; the exact inverse.
  package static func decode(_ bytes: [UInt8]) throws(JSONFault) -> RideStatus {
    try read(try JSONFields(parsing: bytes, limits: .stored))
  }

  /// Reads a status that is a part of another text.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> RideStatus {
    try RideStatusMembers.read(fields)
  }
}
