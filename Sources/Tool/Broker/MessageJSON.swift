package import JSON
package import Messages

/// Messages as JSON, for programs that read the tool's output.
package enum MessageJSON {
  /// The properties that are set, under the names that `livery send` reads.
  package static func write(_ properties: MessageProperties, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.texts([
      ("type", properties.type), ("message_id", properties.messageID),
      ("correlation_id", properties.correlationID), ("reply_to", properties.replyTo),
      ("content_type", properties.contentType),
      ("content_encoding", properties.contentEncoding), ("expiration", properties.expiration),
      ("user_id", properties.userID), ("app_id", properties.appID),
    ])
    let numbers = [
      ("delivery_mode", properties.deliveryMode.map(Int64.init)),
      ("priority", properties.priority.map(Int64.init)),
      ("timestamp", properties.timestamp.map { Int64(clamping: $0) }),
    ]
    for case (let name, let number?) in numbers {
      writer.key(dynamic: name)
      writer.integer(number)
    }
    if !properties.headers.isEmpty {
      writer.key("headers")
      write(properties.headers, into: &writer)
    }
    writer.endObject()
  }

  /// A table of headers as an object.
  static func write(_ headers: [Header], into writer: inout JSONWriter) {
    writer.beginObject()
    for header in headers {
      writer.key(dynamic: header.name)
      write(header.value, into: &writer)
    }
    writer.endObject()
  }

  /// A body: as it is when it is JSON, else as a string.
  static func write(body: [UInt8], into writer: inout JSONWriter) {
    do throws(JSONFault) {
      writer.value(try JSONValue(parsing: body, limits: .stored))
    } catch {
      writer.string(String(decoding: body, as: UTF8.self))
    }
  }

  private static func write(_ value: HeaderValue, into writer: inout JSONWriter) {
    switch value {
    case .void: writer.null()
    case .bool(let flag): writer.bool(flag)
    case .integer(let number, _): writer.integer(number)
    case .unsigned(let number, _), .timestamp(let number): writer.integer(Int64(clamping: number))
    case .double(let number, _): if number.isFinite { writer.double(number) } else { writer.null() }
    case .decimal(let scale, let mantissa):
      writer.string("\(mantissa)e-\(scale)")
    case .string(let text): writer.string(text)
    case .bytes(let bytes): writer.string(String(decoding: bytes, as: UTF8.self))
    case .array(let values):
      writer.array(values) { value, writer in write(value, into: &writer) }
    case .table(let headers): write(headers, into: &writer)
    }
  }
}
