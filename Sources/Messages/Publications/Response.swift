package import Rides

extension Publication {
  /// The answer to a message: persistent, with the id of the request made its own, and mandatory if
  /// its address is a queue.
  ///
  /// A broker before RabbitMQ 4.2 returns what is mandatory to an address of direct reply-to even
  /// when it has delivered it. Nil when the message does not say where to answer.
  package static func response(to context: MessageContext, body: [UInt8]) -> Publication? {
    guard let replyTo = context.replyTo else { return nil }
    return response(
      to: replyTo,
      MessageProperties(
        contentType: ContentType.json,
        headers: traceHeaders(parent: context.traceparent, state: context.tracestate),
        deliveryMode: 2, correlationID: context.correlationID,
        messageID: context.messageIdentifier.map(responseIdentifier),
        type: context.responseType),
      body)
  }

  /// The second answer to an order whose first one said that it is in progress: how it ended.
  ///
  /// Its id is that of the first with the end added, as one id stands for one content; it has none
  /// where that is too long.
  package static func end(
    of order: RideAccount.Order, type: MessageType, to requester: RideAccount.Order.Requester,
    body: [UInt8]
  ) -> Publication {
    let identifier = "\(order.identifier)/response/\(order.state.rawValue)"
    return response(
      to: requester.replyTo,
      MessageProperties(
        contentType: ContentType.json, deliveryMode: 2,
        correlationID: requester.correlationIdentifier,
        messageID: identifier.utf8.count <= ShortString.limit ? identifier : nil,
        type: "\(type.rawValue).response"),
      body)
  }

  private static func response(
    to replyTo: String, _ properties: MessageProperties, _ body: [UInt8]
  ) -> Publication {
    Publication(
      exchange: Exchange.default, routingKey: replyTo,
      mandatory: !replyTo.utf8.starts(with: Exchange.directReplyPrefix.utf8),
      properties: properties, body: body)
  }

  /// The same for every delivery of a request, so that a requester can drop repeats.
  private static func responseIdentifier(of request: String) -> String {
    let identifier = request + "/response"
    return identifier.utf8.count <= ShortString.limit ? identifier : request
  }
}
