import Envelope
import JSON

/// Reads properties by their AMQP names, and headers as pairs of a type and a text, or of what is
/// inside.
enum PropertiesReader {
  static func read(_ properties: JSONValue?, headers: JSONValue?) -> MessageProperties {
    func text(_ name: String) -> String? { properties?[name]?.string }
    func number(_ name: String) -> Int64? { properties?[name]?.integer }
    return MessageProperties(
      contentType: text("content_type"), contentEncoding: text("content_encoding"),
      headers: self.headers(headers), deliveryMode: number("delivery_mode").map { UInt8($0) },
      priority: number("priority").map { UInt8($0) }, correlationID: text("correlation_id"),
      replyTo: text("reply_to"), expiration: text("expiration"), messageID: text("message_id"),
      timestamp: number("timestamp").map { UInt64($0) }, type: text("type"),
      userID: text("user_id"), appID: text("app_id"))
  }

  private static func headers(_ values: JSONValue?) -> [Header] {
    (values?.members ?? [:]).map { Header($0.key, value($0.value)) }
  }

  private static func value(_ pair: JSONValue) -> HeaderValue {
    let (kind, inside) = (pair[0]?.string ?? "", pair[1] ?? .null)
    let text = inside.string ?? ""
    switch kind {
    case "void": return .void
    case "bool": return .bool(text == "true")
    case "int8": return .integer(integer(text), .byte)
    case "int16": return .integer(integer(text), .short)
    case "int32": return .integer(integer(text), .int)
    case "int64": return .integer(integer(text))
    case "uint8": return .unsigned(UInt64(integer(text)), .byte)
    case "uint16": return .unsigned(UInt64(integer(text)), .short)
    case "float": return .double(double(text), .int)
    case "double": return .double(double(text))
    case "decimal": return decimal(text)
    case "timestamp", "milliseconds": return .timestamp(UInt64(integer(text)))
    case "bytes": return .bytes(bytes(text))
    case "text": return .string(text)
    case "array": return .array((inside.array ?? []).map { value($0) })
    case "table": return .table(headers(inside))
    default: fatalError("expected a type of AMQP's headers, got '\(kind)'")
    }
  }

  private static func integer(_ text: String) -> Int64 {
    guard let number = Int64(text) else { fatalError("expected an integer, got '\(text)'") }
    return number
  }

  private static func double(_ text: String) -> Double {
    guard let number = Double(text) else { fatalError("expected a number, got '\(text)'") }
    return number
  }

  /// AMQP's decimals are unsigned; RabbitMQ reads their 32 bits as signed.
  private static func decimal(_ text: String) -> HeaderValue {
    let parts = text.split(separator: ".")
    let mantissa = integer(parts.joined())
    let scale = parts.count > 1 ? parts[1].utf8.count : 0
    return .decimal(scale: UInt8(scale), mantissa: UInt32(bitPattern: Int32(mantissa)))
  }

  private static func bytes(_ text: String) -> [UInt8] {
    var rest = text[...]
    var bytes: [UInt8] = []
    while let byte = UInt8(rest.prefix(2), radix: 16) {
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
