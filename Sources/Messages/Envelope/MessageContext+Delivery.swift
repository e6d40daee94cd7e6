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
