import Crypto
import Glibc
import JSON
import Messages
import Rides

/// A message as a line of a recording.
///
/// The body is the last member. A body that is JSON on one line stands there byte for byte, so that
/// `grep` and `jq` read it; any other is base64.
enum RecordingLine {
  private static let bodyName: StaticString = ",\"json\":"

  static func write(
    _ message: RecordedMessage, into line: inout [UInt8], _ writer: inout JSONWriter
  ) {
    writer.removeAll()
    writer.beginObject()
    writer.key("n")
    writer.integer(message.number)
    if let cause = message.cause {
      writer.key("cause")
      writer.integer(cause)
    }
    writer.key("at")
    writer.string(message.at.rfc3339)
    writer.key("exchange")
    writer.string(message.exchange)
    writer.key("routing_key")
    writer.string(message.routingKey)
    writer.key("properties")
    PropertiesDocument.write(message.properties, into: &writer)
    if isPlainJSON(message.body) {
      writer.key("json")
      writer.raw(message.body)
    } else {
      writer.key("base64")
      writer.string(Base64.encode(message.body))
    }
    writer.endObject()
    line += writer.bytes
  }

  /// Whether a body can stand in a line as it is.
  private static func isPlainJSON(_ body: [UInt8]) -> Bool {
    !body.contains { $0 == 0x0A || $0 == 0x0D }
      && (try? JSONValue(parsing: body, limits: .recording)) != nil
  }

  static func read(_ line: [UInt8]) throws(JSONFault) -> RecordedMessage {
    // No text of JSON holds these bytes, since a quote within one is escaped.
    guard line.last == UInt8(ascii: "}"), let place = line.firstOffset(of: bodyName) else {
      let fields = try JSONFields(parsing: line, limits: .recording)
      return try message(fields, body: try readBody(fields))
    }
    let head = line[..<place] + [UInt8(ascii: "}")]
    let body = Array(line[(place + bodyName.utf8CodeUnitCount)..<(line.count - 1)])
    do throws(JSONFault) {
      return try message(try JSONFields(parsing: Array(head), limits: .recording), body: body)
    } catch {
      // The members may have been put into another order.
      let fields = try JSONFields(parsing: line, limits: .recording)
      return try message(fields, body: try readBody(fields))
    }
  }

  private static func message(
    _ fields: JSONFields, body: [UInt8]
  ) throws(JSONFault) -> RecordedMessage {
    let number = try fields.require("n", try fields.integer("n"))
    return RecordedMessage(
      number: Int(clamping: number), at: try fields.instant("at"),
      exchange: try fields.require("exchange", try fields.string("exchange", atMost: 255)),
      routingKey: try fields.require("routing_key", try fields.string("routing_key", atMost: 255)),
      properties: try fields.object("properties").map(PropertiesDocument.read)
        ?? MessageProperties(),
      body: body, cause: try fields.integer("cause").map { Int(clamping: $0) })
  }

  private static func readBody(_ fields: JSONFields) throws(JSONFault) -> [UInt8] {
    if let value = try fields.value("json") { return value.text }
    let text = try fields.require(
      "base64", try fields.string("base64", atMost: JSONLimits.recording.bytes))
    if let bytes = Base64.decode(text) { return bytes }
    throw JSONFault(.wrongType, path: "base64", "expected base64")
  }
}

/// Base64 with padding (RFC 4648, section 4), as other programs read it.
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> String {
    let text = Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// The bytes of a text; nil for anything that `encode` has not written.
  static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 4) else { return nil }
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2, !text.contains(where: { $0 == "-" || $0 == "_" }) else { return nil }
    let letters = String(text.dropLast(padding))
    return Base64URL.decode(letters.replacing("+", with: "-").replacing("/", with: "_"))
  }
}

extension [UInt8] {
  /// Where some bytes of ASCII occur first; nil where they do not.
  ///
  /// `memchr` looks at many bytes at a time for one that is seldom in JSON; Swift's own search
  /// looks at one byte at a time and takes some hundred times as long.
  package func firstOffset(of wanted: StaticString) -> Int? {
    let count = wanted.utf8CodeUnitCount
    return withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, count > 0 else { return nil }
      let rare = Self.rarest(wanted)
      var offset = rare
      while offset + count - rare <= bytes.count {
        guard
          let hit = memchr(start + offset, Int32(wanted.utf8Start[rare]), bytes.count - offset)
        else { return nil }
        let place = start.distance(to: hit) - rare
        guard place + count <= bytes.count else { return nil }
        if memcmp(start + place, wanted.utf8Start, count) == 0 { return place }
        offset = place + rare + 1
      }
      return nil
    }
  }

  /// Whether some bytes of ASCII occur.
  package func holds(_ wanted: StaticString) -> Bool { firstOffset(of: wanted) != nil }

  /// The place of the byte that is the least frequent in JSON: a letter late in the alphabet.
  private static func rarest(_ wanted: StaticString) -> Int {
    let places = 0..<wanted.utf8CodeUnitCount
    return places.max { rank(wanted.utf8Start[$0]) < rank(wanted.utf8Start[$1]) } ?? 0
  }

  private static func rank(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "j"), UInt8(ascii: "q"): 300
    case 0x61...0x7A: Int(byte)
    default: 0
    }
  }
}
