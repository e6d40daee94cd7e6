import JSON
import Messages
import Rides

/// A message as a line of a recording.
///
/// The body is the last member. A body that is JSON on one line stands there byte for byte, so that
/// `grep` and `jq` read it; any other is base64.
enum RecordingLine {
  private static let bodyName: [UInt8] = Array(",\"json\":".utf8)

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
    guard line.last == UInt8(ascii: "}"), let place = line.firstRange(of: bodyName) else {
      let fields = try JSONFields(parsing: line, limits: .recording)
      return try message(fields, body: try readBody(fields))
    }
    let head = line[..<place.lowerBound] + [UInt8(ascii: "}")]
    let body = Array(line[place.upperBound..<(line.count - 1)])
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
