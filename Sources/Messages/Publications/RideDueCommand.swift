extension Publication {
  /// The command to look after a ride, as the fleet sends it to itself.
  package static func rideDue(
    _ due: RideDue, messageIdentifier: String, traceparent: String? = nil, tracestate: String? = nil
  ) -> Publication {
    Publication(
      exchange: Role.fleet.exchange, routingKey: MessageType.rideDue.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: ContentType.json,
        headers: traceHeaders(parent: traceparent, state: tracestate),
        deliveryMode: 2, messageID: messageIdentifier.clipped(toBytes: ShortString.limit),
        type: MessageType.rideDue.rawValue),
      body: IntentCoding.encode(.rideDue(due)))
  }
}
