extension Publication {
  /// The command to look after a ride, sent to the dispatch queue.
  package static func rideDue(
    _ due: RideDue, messageIdentifier: String, traceparent: String? = nil, tracestate: String? = nil
  ) -> Publication {
    Publication(
      exchange: Exchange.requests, routingKey: QueueFamily.dispatch.routingKey, mandatory: true,
      properties: MessageProperties(
        contentType: ContentType.json,
        headers: traceHeaders(parent: traceparent, state: tracestate),
        deliveryMode: 2, messageID: messageIdentifier.clipped(toBytes: ShortString.limit),
        type: MessageType.rideDue.rawValue),
      body: IntentBody.encode(.rideDue(due)))
  }
}
