package import JSON

/// The JSON body of an intent, in its canonical form: one order of members, absent ones left out,
/// locales and instants normalised.
///
/// So the digest of the body shows whether a message with a known id is the same message.
package enum IntentCoding {
  /// Reads the body of a message of that type; every fault names its field.
  ///
  /// Unknown members are ignored, or refused if the request asks for strict decoding.
  package static func decode(
    _ type: MessageType, from bytes: [UInt8], strictly isStrict: Bool = false
  ) throws(JSONFault) -> Intent {
    let fields = try JSONFields(parsing: bytes)
    if isStrict { try type.requestSchema.checkNames(of: fields, as: type.rawValue) }
    return try Intent(type, fields)
  }

  /// Writes one object.
  package static func write(_ intent: Intent, into writer: inout JSONWriter) {
    writer.beginObject()
    intent.writeMembers(into: &writer)
    writer.endObject()
  }

  /// The intent as a JSON text of its own.
  package static func encode(_ intent: Intent) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(intent, into: &writer)
    return writer.finish()
  }
}
