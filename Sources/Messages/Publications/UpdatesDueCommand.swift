extension Publication {
  /// The command to tell an observer where the ride stands, as the fleet sends it to itself.
  package static func updatesDue(_ due: UpdatesDue, messageIdentifier: String) -> Publication {
    Publication(
      exchange: Role.fleet.exchange, routingKey: MessageType.updatesDue.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: ContentType.json, deliveryMode: 2,
        messageID: messageIdentifier.clipped(toBytes: ShortString.limit),
        type: MessageType.updatesDue.rawValue),
      body: IntentCoding.encode(.updatesDue(due)))
  }
}
