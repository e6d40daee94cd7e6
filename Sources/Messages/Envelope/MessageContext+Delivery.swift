extension MessageContext {
  /// What can be read of any delivery, however wrong the rest of it is.
  init(of delivery: Delivery, family: QueueFamily) {
    let properties = delivery.properties
    let trace = Self.trace(of: properties)
    self.init(
      type: properties.type ?? family.defaultType?.rawValue ?? "unknown",
      messageIdentifier: properties.messageID.flatMap { $0.isBlank ? nil : $0 },
      correlationID: properties.correlationID,
      replyTo: properties.replyTo.flatMap { $0.isEmpty || Self.isReserved($0) ? nil : $0 },
      traceparent: trace?.parent, tracestate: trace?.state, redelivered: delivery.redelivered)
  }

  /// Whether a reply address is a name of the fleet's own.
  ///
  /// Responses go out with the worker's rights: they would get a requester past the requests'
  /// exchange, into work queues and dead letters.
  static func isReserved(_ replyTo: String) -> Bool {
    replyTo.utf8.starts(with: Exchange.reservedPrefix.utf8)
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
