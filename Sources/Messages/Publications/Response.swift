package import Rides

extension Publication {
  /// The answer to a message: persistent, with an id that stands for the request and this content,
  /// and mandatory if its address is a queue.
  ///
  /// A broker before RabbitMQ 4.2 returns what is mandatory to an address of direct reply-to even
  /// when it has delivered it. Nil when the message does not say where to answer.
  package static func response(to context: MessageContext, body: [UInt8]) -> Publication? {
    guard let replyTo = context.replyTo else { return nil }
    let type = context.responseType
    return response(
      to: replyTo,
      MessageProperties(
        contentType: ContentType.json,
        headers: traceHeaders(parent: context.traceparent, state: context.tracestate),
        deliveryMode: 2, correlationID: context.correlationID,
        messageID: context.messageIdentifier.map {
          ResponseIdentifier.of($0, type: type, body: body)
        },
        type: type),
      body)
  }

  /// The second answer to an order whose first one said that it is in progress: how it ended.
  package static func end(
    of order: RideAccount.Order, type: MessageType, to requester: RideAccount.Order.Requester,
    body: [UInt8]
  ) -> Publication {
    let type = "\(type.rawValue).response"
    return response(
      to: requester.replyTo,
      MessageProperties(
        contentType: ContentType.json, deliveryMode: 2,
        correlationID: requester.correlationIdentifier,
        messageID: ResponseIdentifier.of(order.identifier, type: type, body: body), type: type),
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
}
