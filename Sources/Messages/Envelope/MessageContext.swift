// Who imports Messages has the AMQP side of a message, too.
@_exported public import Envelope
package import Rides

/// The envelope of a message: who sent it, when, when it expires, and where the answer goes.
package struct MessageContext: Hashable, Sendable {
  /// The type by the routing key; a `type` property, if present, is the same.
  package var type: String
  package var messageIdentifier: String?
  package var correlationID: String?
  /// Never empty, and one that the role may name; nil also for a message whose sender had no right
  /// to send it.
  package var replyTo: String?
  /// When the user asked, by the producer's clock.
  package var requestedAt: Instant?
  /// When the answer expires; the caller compares it with the clock.
  package var deadline: Instant?
  /// In the form of W3C Trace Context; the decoder drops any other value.
  package var traceparent: String?
  /// Only together with a `traceparent`.
  package var tracestate: String?
  /// Whether the broker may have delivered the message before.
  package var redelivered: Bool

  package init(
    type: String, messageIdentifier: String? = nil, correlationID: String? = nil,
    replyTo: String? = nil, requestedAt: Instant? = nil, deadline: Instant? = nil,
    traceparent: String? = nil, tracestate: String? = nil, redelivered: Bool = false
  ) {
    self.type = type
    self.messageIdentifier = messageIdentifier
    self.correlationID = correlationID
    self.replyTo = replyTo
    self.requestedAt = requestedAt
    self.deadline = deadline
    self.traceparent = traceparent
    self.tracestate = tracestate
    self.redelivered = redelivered
  }

  /// The `type` of the answer: the message's own with `.response`, without control characters and
  /// within 255 bytes.
  package var responseType: String {
    let suffix = ".response"
    let clean = type.hasControlCharacters ? type.withoutControlCharacters : type
    return clean.clipped(toBytes: 255 - suffix.utf8.count) + suffix
  }
}

/// A message whose envelope and body are as the contract wants them.
///
/// A class, since each copy of a value would count a dozen references.
package final class IncomingMessage: Sendable {
  package let type: MessageType
  package let intent: Intent
  package let context: MessageContext

  package init(type: MessageType, intent: Intent, context: MessageContext) {
    self.type = type
    self.intent = intent
    self.context = context
  }
}

/// A message that breaks the contract: the error to answer, if the message has a valid reply
/// address, and the reason to write on the dead letter.
package struct RefusedMessage: Error, Hashable, Sendable {
  package var error: RequestError
  /// What could be read of the envelope.
  package var context: MessageContext

  package init(error: RequestError, context: MessageContext) {
    self.error = error
    self.context = context
  }

  /// The `type` of the answer, such as `request-ride.handle.response`, for an unknown type too.
  package var responseType: String { context.responseType }
}

extension MessageContext {
  /// The readable part of any delivery, valid or not.
  ///
  /// It has no reply address: whether the address may be used is decided later.
  init(of delivery: Delivery) {
    let trace = Self.trace(of: delivery)
    self.init(
      type: delivery.routingKey,
      messageIdentifier: delivery.properties.messageID.flatMap { $0.isBlank ? nil : $0 },
      correlationID: delivery.properties.correlationID,
      traceparent: trace?.parent, tracestate: trace?.state, redelivered: delivery.redelivered)
  }

  /// The trace context.
  ///
  /// A malformed one is dropped, not refused: tracing must not prevent an answer.
  private static func trace(of delivery: Delivery) -> (parent: String, state: String?)? {
    guard case .string(let parent) = delivery.properties.header("traceparent"),
      TraceParent.isValid(parent)
    else { return nil }
    guard case .string(let state) = delivery.properties.header("tracestate"),
      state.utf8.count <= 512, !state.isBlank, !state.hasControlCharacters
    else { return (parent, nil) }
    return (parent, state)
  }
}

extension String {
  /// Whether there is nothing but blanks.
  fileprivate var isBlank: Bool {
    // The first byte nearly always decides, without a look-up in Unicode's tables.
    if let first = utf8.first, 0x21...0x7E ~= first { return false }
    return allSatisfy(\.isWhitespace)
  }
}
