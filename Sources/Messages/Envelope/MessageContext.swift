package import Rides

/// What a message says besides its body: who asked, when, by when it matters, and where the answer
/// goes.
package struct MessageContext: Hashable, Sendable {
  /// The type by the routing key, with which the `type` property agrees where it is there.
  package var type: String
  package var messageIdentifier: String?
  package var correlationID: String?
  /// Never empty, and within what the role may name; nil too for a message whose sender lacked the
  /// right to send it.
  package var replyTo: String?
  /// When the user asked, by the producer's clock.
  package var requestedAt: Instant?
  /// When the answer stops being of use.
  ///
  /// Whether it has passed is the caller's to say.
  package var deadline: Instant?
  /// In the form of W3C Trace Context; anything else has been dropped.
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
package struct IncomingMessage: Hashable, Sendable {
  package var type: MessageType
  package var intent: Intent
  package var context: MessageContext

  package init(type: MessageType, intent: Intent, context: MessageContext) {
    self.type = type
    self.intent = intent
    self.context = context
  }
}

/// A message that breaks the contract: what to answer, if it says where to, and what to write on
/// the dead letter.
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
  /// What can be read of any delivery, however wrong the rest of it is, without an address for an
  /// answer: whether its address may be used is judged later.
  init(of delivery: Delivery) {
    let properties = delivery.properties
    let trace = Self.trace(of: properties)
    self.init(
      type: delivery.routingKey,
      messageIdentifier: properties.messageID.flatMap { $0.isBlank ? nil : $0 },
      correlationID: properties.correlationID,
      traceparent: trace?.parent, tracestate: trace?.state, redelivered: delivery.redelivered)
  }

  /// The trace context.
  ///
  /// One that is not in its form is dropped, not refused: tracing must not cost an answer.
  private static func trace(
    of properties: MessageProperties
  ) -> (parent: String, state: String?)? {
    guard case .string(let parent) = properties.header("traceparent"), TraceParent.isValid(parent)
    else { return nil }
    guard case .string(let state) = properties.header("tracestate"), state.utf8.count <= 512,
      !state.isBlank, !state.hasControlCharacters
    else { return (parent, nil) }
    return (parent, state)
  }
}

extension String {
  /// Whether there is nothing but blanks.
  fileprivate var isBlank: Bool {
    // Nearly always a look at the first byte is enough, and spares a look into Unicode's tables.
    if let first = utf8.first, 0x21...0x7E ~= first { return false }
    return allSatisfy(\.isWhitespace)
  }
}
