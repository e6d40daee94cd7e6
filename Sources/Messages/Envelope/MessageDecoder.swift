import JSON
import Rides

/// Decodes a delivery into an intent with its context, or into the reason why it is refused.
///
/// The checks are in a fixed order, so that the same message is always refused for the same reason:
/// exchange, routing key, type, headers, reply address; then UTF-8 of the properties, content type,
/// content encoding, schema version, times, the header for strict decoding, body, unknown members
/// where decoding is strict, fields, message id, missing reply address. A message that fails one of
/// the first five checks is not answered: its reply address cannot be trusted either.
package enum MessageDecoder {
  /// Decodes a delivery from a queue of that family.
  ///
  /// A retry of a refused message is refused again.
  package static func decode(
    _ delivery: Delivery, family: QueueFamily
  ) throws(RefusedMessage) -> IncomingMessage {
    var context = MessageContext(of: delivery)
    do throws(RequestError) {
      let origin = try Origin(of: delivery, family: family)
      try origin.check(delivery.properties)
      context.replyTo = delivery.properties.replyTo.flatMap { $0.isEmpty ? nil : $0 }
      try read(delivery.properties, into: &context)
      let isStrict = try isStrict(delivery.properties.header("strict"))
      let intent = try intent(origin, from: delivery.body, strictly: isStrict)
      try checkMessageIdentifier(for: origin.type, in: context)
      try checkReplyTo(for: origin.type, in: context)
      return IncomingMessage(type: origin.type, intent: intent, context: context)
    } catch {
      throw RefusedMessage(error: error, context: context)
    }
  }

  private static func read(
    _ properties: MessageProperties, into context: inout MessageContext
  ) throws(RequestError) {
    // Repaired, they could become equal for two requests, or send an answer to another address.
    if let text = properties.notUTF8.first {
      throw RequestError(.outOfRange, "expected UTF-8, got bytes that are not", path: text.name)
    }
    try ContentType.check(properties)
    try checkSchemaVersion(properties.header("schema-version"))
    context.requestedAt = try instant("requested-at", of: properties)
    context.deadline = try instant("deadline", of: properties)
  }

  private static func checkSchemaVersion(_ value: HeaderValue?) throws(RequestError) {
    switch value {
    case nil, .void, .integer(1, _), .unsigned(1, _), .string("1"): return
    default: break
    }
    let found =
      switch value {
      case .integer(let version, _): "\(version)"
      case .unsigned(let version, _): "\(version)"
      case .string(let version): quoted(version)
      default: "a value of another type"
      }
    throw RequestError(
      .unknownSchemaVersion, "expected schema version 1, got \(found)",
      path: "headers.schema-version")
  }

  private static func instant(
    _ name: String, of properties: MessageProperties
  ) throws(RequestError) -> Instant? {
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
    throw RequestError(
      .wrongType, "expected an RFC 3339 instant or an AMQP timestamp, got \(found)",
      path: "headers.\(name)")
  }

  /// Whether unknown members are refused instead of ignored.
  private static func isStrict(_ value: HeaderValue?) throws(RequestError) -> Bool {
    let found: String
    switch value {
    case nil, .void, .bool(false), .string("false"): return false
    case .bool(true), .string("true"): return true
    case .string(let text): found = quoted(text)
    default: found = "a value of another type"
    }
    throw RequestError(
      .wrongType, "expected true or false, got \(found)", path: "headers.strict")
  }

  /// The intent of the body, with the values that follow from the role.
  private static func intent(
    _ origin: Origin, from body: [UInt8], strictly isStrict: Bool
  ) throws(RequestError) -> Intent {
    do throws(JSONFault) {
      let intent = try IntentCoding.decode(origin.type, from: body, strictly: isStrict)
      guard case .cancelRide(var cancellation) = intent else { return intent }
      cancellation.actor = origin.role.actor
      return .cancelRide(cancellation)
    } catch {
      throw RequestError(error)
    }
  }

  private static func checkMessageIdentifier(
    for type: MessageType, in context: MessageContext
  ) throws(RequestError) {
    guard let identifier = context.messageIdentifier else {
      guard type.needsMessageIdentifier else { return }
      throw RequestError(
        .missingMessageIdentifier, "\(type.rawValue) needs a message_id, got none",
        path: "message_id")
    }
    // A value that the store cannot keep must not reach the store, where it would fail its batch.
    guard !identifier.hasControlCharacters else {
      throw RequestError(
        .outOfRange, "expected no control characters, got a text with some", path: "message_id")
    }
    guard identifier.utf8.count > ShortString.limit else { return }
    throw RequestError(
      .outOfRange,
      "expected at most \(ShortString.limit) bytes, got \(identifier.utf8.count)",
      path: "message_id")
  }

  private static func checkReplyTo(
    for type: MessageType, in context: MessageContext
  ) throws(RequestError) {
    guard type.onlyAsks, context.replyTo == nil else { return }
    throw RequestError(
      .missingReplyTo, "\(type.rawValue) only asks and needs a reply_to, got none",
      path: "reply_to")
  }
}
