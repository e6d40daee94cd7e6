import JSON
import Rides

/// Turns a delivery into an intent with its context, or says what is wrong with it.
///
/// The checks are in a fixed order, so that the same message is always refused for the same reason:
/// UTF-8 of the properties, content type, content encoding, type, schema version, times, body,
/// fields, message id, reply address.
package enum MessageDecoder {
  /// Decodes a delivery from a queue of that family.
  ///
  /// A retry of a refused message is refused again.
  package static func decode(
    _ delivery: Delivery, family: QueueFamily
  ) throws(RefusedMessage) -> IncomingMessage {
    var context = MessageContext(of: delivery, family: family)
    do throws(ErrorBody) {
      let type = try read(delivery.properties, family: family, into: &context)
      let intent = try intent(type, from: delivery.body)
      try checkMessageIdentifier(for: type, in: context)
      try checkReplyTo(delivery.properties.replyTo, for: type, in: context)
      return IncomingMessage(type: type, intent: intent, context: context)
    } catch {
      throw RefusedMessage(error: error, context: context)
    }
  }

  private static func read(
    _ properties: MessageProperties, family: QueueFamily, into context: inout MessageContext
  ) throws(ErrorBody) -> MessageType {
    // Mended they could be the same for two requests, or lead an answer astray.
    if let text = properties.notUTF8.first {
      throw ErrorBody(.outOfRange, "expected UTF-8, got bytes that are not", path: text.name)
    }
    try ContentType.check(properties)
    let type = try type(of: properties, family: family)
    try checkSchemaVersion(properties.header("schema-version"))
    context.requestedAt = try instant("requested-at", of: properties)
    context.deadline = try instant("deadline", of: properties)
    return type
  }

  private static func type(
    of properties: MessageProperties, family: QueueFamily
  ) throws(ErrorBody) -> MessageType {
    let type = properties.type.map { MessageType(rawValue: $0) } ?? family.defaultType
    if let type, type.family == family { return type }
    let taken = MessageType.allCases.filter { $0.family == family }.map(\.rawValue)
    let found = properties.type.map { quoted($0) } ?? "none"
    throw ErrorBody(
      .unknownType,
      "\(family.queue) takes \(taken.joined(separator: ", ")), got \(found)",
      path: "type")
  }

  private static func checkSchemaVersion(_ value: HeaderValue?) throws(ErrorBody) {
    switch value {
    case nil, .void, .integer(1), .unsigned(1), .string("1"): return
    default: break
    }
    let found =
      switch value {
      case .integer(let version): "\(version)"
      case .unsigned(let version): "\(version)"
      case .string(let version): quoted(version)
      default: "a value of another type"
      }
    throw ErrorBody(
      .unknownSchemaVersion, "expected schema version 1, got \(found)",
      path: "headers.schema-version")
  }

  private static func instant(
    _ name: String, of properties: MessageProperties
  ) throws(ErrorBody) -> Instant? {
    let found: String
    switch properties.header(name) {
    case nil, .void: return nil
    case .string(let text):
      if let instant = Instant(rfc3339: text) { return instant }
      found = quoted(text)
    case .timestamp(let seconds):
      // RFC 3339 ends with the year 9999.
      if seconds <= 253_402_300_799 { return Instant(seconds: Int64(seconds)) }
      found = "\(seconds) seconds"
    default: found = "a value of another type"
    }
    throw ErrorBody(
      .wrongType, "expected an RFC 3339 instant or an AMQP timestamp, got \(found)",
      path: "headers.\(name)")
  }

  private static func intent(
    _ type: MessageType, from body: [UInt8]
  ) throws(ErrorBody) -> Intent {
    do throws(JSONFault) {
      return try IntentBody.decode(type, from: body)
    } catch {
      throw ErrorBody(error)
    }
  }

  private static func checkMessageIdentifier(
    for type: MessageType, in context: MessageContext
  ) throws(ErrorBody) {
    guard let identifier = context.messageIdentifier else {
      guard type.needsMessageIdentifier else { return }
      throw ErrorBody(
        .missingMessageIdentifier, "\(type.rawValue) needs a message_id, got none",
        path: "message_id")
    }
    // What the store could not keep must not reach it: there it would hold up its whole batch.
    guard !identifier.hasControlCharacters else {
      throw ErrorBody(
        .outOfRange, "expected no control characters, got a text with some", path: "message_id")
    }
    guard identifier.utf8.count > ShortString.limit else { return }
    throw ErrorBody(
      .outOfRange,
      "expected at most \(ShortString.limit) bytes, got \(identifier.utf8.count)",
      path: "message_id")
  }

  private static func checkReplyTo(
    _ replyTo: String?, for type: MessageType, in context: MessageContext
  ) throws(ErrorBody) {
    if let replyTo, MessageContext.isReserved(replyTo) {
      throw ErrorBody(
        .outOfRange,
        "expected a queue of the requester's own, got one that begins with "
          + "'\(Exchange.reservedPrefix)'",
        path: "reply_to")
    }
    guard type.onlyAsks, context.replyTo == nil else { return }
    throw ErrorBody(
      .missingReplyTo, "\(type.rawValue) only asks and needs a reply_to, got none",
      path: "reply_to")
  }
}
