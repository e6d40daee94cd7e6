extension Publication {
  /// The command to tell an observer where the ride stands, sent to the queue of status queries.
  package static func updatesDue(_ due: UpdatesDue, messageIdentifier: String) -> Publication {
    Publication(
      exchange: Exchange.requests, routingKey: QueueFamily.statusQuery.routingKey, mandatory: true,
      properties: MessageProperties(
        contentType: ContentType.json, deliveryMode: 2,
        messageID: messageIdentifier.clipped(toBytes: ShortString.limit),
        type: MessageType.updatesDue.rawValue),
      body: IntentBody.encode(.updatesDue(due)))
  }
}
