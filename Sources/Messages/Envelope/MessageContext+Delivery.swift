extension MessageContext {
  /// What can be read of any delivery, however wrong the rest of it is.
  init(of delivery: Delivery, family: QueueFamily) {
    let properties = delivery.properties
    let trace = Self.trace(of: properties)
    self.init(
      type: properties.type ?? family.defaultType?.rawValue ?? "unknown",
      messageIdentifier: properties.messageID.flatMap { $0.isBlank ? nil : $0 },
      correlationID: properties.correlationID,
      replyTo: properties.replyTo.flatMap { $0.isEmpty ? nil : $0 },
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
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
