/// A message to be published.
package struct Publication: Hashable, Sendable {
  package var exchange: String
  package var routingKey: String
  /// Whether the broker returns the message when it routes it to no queue.
  package var mandatory: Bool
  package var properties: MessageProperties
  package var body: [UInt8]

  package init(
    exchange: String, routingKey: String, mandatory: Bool, properties: MessageProperties,
    body: [UInt8]
  ) {
    self.exchange = exchange
    self.routingKey = routingKey
    self.mandatory = mandatory
    self.properties = properties
    self.body = body
  }
}

/// Commands that the fleet sends to itself.
extension Publication {
  /// The command to process a ride whose time has come.
  package static func rideDue(
    _ due: RideDue, messageIdentifier: String, traceparent: String? = nil, tracestate: String? = nil
  ) -> Publication {
    command(
      .rideDue, .rideDue(due), messageIdentifier,
      traceHeaders(parent: traceparent, state: tracestate))
  }

  /// The command to send an observer the status of a ride.
  package static func updatesDue(_ due: UpdatesDue, messageIdentifier: String) -> Publication {
    command(.updatesDue, .updatesDue(due), messageIdentifier)
  }

  private static func command(
    _ type: MessageType, _ intent: Intent, _ identifier: String, _ headers: [Header] = []
  ) -> Publication {
    Publication(
      exchange: Role.fleet.exchange, routingKey: type.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: ContentType.json, headers: headers, deliveryMode: 2,
        messageID: identifier.clipped(toBytes: ShortString.limit), type: type.rawValue),
      body: IntentCoding.encode(intent))
  }
}
