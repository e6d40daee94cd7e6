extension Publication {
  /// The answer to a message: persistent, with the id of the request made its own, and mandatory if
  /// its address is a queue.
  ///
  /// A broker before RabbitMQ 4.2 returns what is mandatory to an address of direct reply-to even
  /// when it has delivered it. Nil when the message does not say where to answer.
  package static func response(to context: MessageContext, body: [UInt8]) -> Publication? {
    guard let replyTo = context.replyTo else { return nil }
    return Publication(
      exchange: Exchange.default, routingKey: replyTo,
      mandatory: !replyTo.utf8.starts(with: Exchange.directReplyPrefix.utf8),
      properties: MessageProperties(
        contentType: ContentType.json,
        headers: traceHeaders(parent: context.traceparent, state: context.tracestate),
        deliveryMode: 2, correlationID: context.correlationID,
        messageID: context.messageIdentifier.map(responseIdentifier),
        type: context.responseType),
      body: body)
  }

  /// The same for every delivery of a request, so that a requester can drop repeats.
  private static func responseIdentifier(of request: String) -> String {
    let identifier = request + "/response"
    return identifier.utf8.count <= ShortString.limit ? identifier : request
  }
}
