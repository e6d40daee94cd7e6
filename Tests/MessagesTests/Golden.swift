import Foundation
import JSON
import Messages
import Testing

/// The recorded form of every message, one file each in `Golden/`.
///
/// `LIVERY_UPDATE_GOLDEN=1 swift test --filter GoldenTests` records what the code writes now.
enum Golden {
  /// Compares a JSON text, byte by byte but for the line breaks that make a file readable.
  static func expect(
    _ json: [UInt8], is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(name).json")
    let text = laidOut(json)
    if ProcessInfo.processInfo.environment["LIVERY_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let recorded = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == recorded, sourceLocation: sourceLocation)
  }

  /// A recorded file as it is.
  static func bytes(of name: String) throws -> [UInt8] {
    Array(
      try Data(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "Golden/\(name).json")))
  }

  /// Compares a publication: its properties and its body.
  static func expect(
    _ publication: Publication, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var writer = JSONWriter()
    writer.beginObject()
    for (key, value) in fields(of: publication) {
      writer.key(dynamic: key)
      writer.string(value)
    }
    writer.key("headers")
    writer.beginObject()
    for header in publication.properties.headers {
      writer.key(dynamic: header.name)
      writer.string("\(header.value)")
    }
    writer.endObject()
    writer.key("body")
    writer.raw(publication.body)
    writer.endObject()
    try expect(writer.finish(), is: name, sourceLocation: sourceLocation)
  }

  private static func fields(of publication: Publication) -> [(String, String)] {
    let properties = publication.properties
    let fields: [(String, String?)] = [
      ("exchange", publication.exchange),
      ("routing_key", publication.routingKey),
      ("mandatory", "\(publication.mandatory)"),
      ("content_type", properties.contentType),
      ("content_encoding", properties.contentEncoding),
      ("delivery_mode", properties.deliveryMode.map { "\($0)" }),
      ("priority", properties.priority.map { "\($0)" }),
      ("correlation_id", properties.correlationID),
      ("reply_to", properties.replyTo),
      ("expiration", properties.expiration),
      ("message_id", properties.messageID),
      ("timestamp", properties.timestamp.map { "\($0)" }),
      ("type", properties.type),
      ("user_id", properties.userID),
      ("app_id", properties.appID),
    ]
    return fields.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The same text with a line for every member and element; nothing else is changed.
  private static func laidOut(_ json: [UInt8]) -> String {
    var out: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    func breakLine() { out += [0x0A] + Array(repeating: 0x20, count: 2 * depth) }
    for (index, byte) in json.enumerated() {
      if isInString {
        out.append(byte)
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      let closes = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      let opens = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      if closes { depth -= 1 }
      if closes, json[index - 1] != byte - 2 { breakLine() }
      out.append(byte)
      isInString = byte == UInt8(ascii: "\"")
      if opens { depth += 1 }
      if opens ? json[index + 1] != byte + 2 : byte == UInt8(ascii: ",") { breakLine() }
    }
    return String(decoding: out + [0x0A], as: UTF8.self)
  }
}
