package import JSON

/// The properties of a message as an object of JSON without a loss, under their AMQP names, as
/// recordings and stored dead letters have them.
package enum PropertiesDocument {
  /// The properties that are texts.
  private static func texts(of properties: MessageProperties) -> [(StaticString, String?)] {
    [
      ("type", properties.type), ("message_id", properties.messageID),
      ("correlation_id", properties.correlationID), ("reply_to", properties.replyTo),
      ("content_type", properties.contentType),
      ("content_encoding", properties.contentEncoding), ("expiration", properties.expiration),
      ("user_id", properties.userID), ("app_id", properties.appID),
    ]
  }

  /// Writes the properties that are set.
  package static func write(_ properties: MessageProperties, into writer: inout JSONWriter) {
    writer.beginObject()
    for (name, text) in texts(of: properties) {
      guard let text else { continue }
      writer.key(name)
      writer.string(text)
    }
    if let mode = properties.deliveryMode {
      writer.key("delivery_mode")
      writer.integer(Int(mode))
    }
    if let priority = properties.priority {
      writer.key("priority")
      writer.integer(Int(priority))
    }
    if let timestamp = properties.timestamp {
      writer.key("timestamp")
      writer.string("\(timestamp)")
    }
    for (name, headers) in [
      ("headers", properties.headers), ("not_utf8", properties.notUTF8),
    ] where !headers.isEmpty {
      writer.key(dynamic: name)
      HeaderTriples.write(headers, into: &writer)
    }
    writer.endObject()
  }

  /// Reads what `write` has written.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> MessageProperties {
    var properties = MessageProperties(
      contentType: try fields.string("content_type", atMost: 255),
      contentEncoding: try fields.string("content_encoding", atMost: 255),
      headers: try headers("headers", fields),
      correlationID: try fields.string("correlation_id", atMost: 255),
      replyTo: try fields.string("reply_to", atMost: 255),
      expiration: try fields.string("expiration", atMost: 255),
      messageID: try fields.string("message_id", atMost: 255),
      timestamp: try fields.string("timestamp", atMost: 20).flatMap { UInt64($0) },
      type: try fields.string("type", atMost: 255),
      userID: try fields.string("user_id", atMost: 255),
      appID: try fields.string("app_id", atMost: 255))
    properties.deliveryMode = try fields.integer("delivery_mode").flatMap { UInt8(exactly: $0) }
    properties.priority = try fields.integer("priority").flatMap { UInt8(exactly: $0) }
    properties.notUTF8 = try headers("not_utf8", fields)
    return properties
  }

  /// The object as a text of its own.
  package static func encode(_ properties: MessageProperties) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(properties, into: &writer)
    return writer.finish()
  }

  /// Reads what `encode` has written.
  package static func decode(_ text: [UInt8]) throws(JSONFault) -> MessageProperties {
    // The fleet wrote it; headers nest 32 levels deep, and each level takes two here.
    try read(try JSONFields(parsing: text, limits: JSONLimits(bytes: .max, depth: 256)))
  }

  private static func headers(
    _ name: String, _ fields: JSONFields
  ) throws(JSONFault) -> [Header] {
    guard let value = try fields.value(name) else { return [] }
    if let headers = HeaderTriples.read(value) { return headers }
    throw JSONFault(
      .wrongType, path: fields.path(to: name),
      "expected triples of a name, a type's letter and a value")
  }
}
