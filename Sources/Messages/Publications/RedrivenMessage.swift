/// A dead letter that is published again.
///
/// The table of roles alone decides its routing; the message has no influence on it.
package struct RedrivenMessage: Hashable, Sendable {
  package var type: MessageType
  /// The role for which it is published; not that of redrives.
  package var role: Role
  /// The properties and the body as they were first published.
  package var properties: MessageProperties
  package var body: [UInt8]
  /// The stored letter, and the count of this redrive.
  package var redrive: DeadLetterHistory.Redrive
  /// The redriver's own queue.
  package var replyTo: String?

  /// Nil where the role may not send the type.
  ///
  /// More than five parameters: they are what it stores.
  package init?(
    type: MessageType, role: Role, properties: MessageProperties, body: [UInt8],
    redrive: DeadLetterHistory.Redrive, replyTo: String?
  ) {
    guard role != .redrive, role.carries(type) else { return nil }
    self.type = type
    self.role = role
    self.properties = properties
    self.body = body
    self.redrive = redrive
    self.replyTo = replyTo
  }

  /// The role of a letter's first sender, if it is proven and the role may send the type; nil where
  /// an operator must name one.
  ///
  /// `exchange` is what the broker reported to the worker. The type alone does not prove a role:
  /// else a sender could gain the rights of another role through a dead letter.
  package static func role(exchange: String?, type: MessageType) -> Role? {
    guard let role = exchange.flatMap({ Role(exchange: $0) }), role != .redrive,
      role.carries(type)
    else { return nil }
    return role
  }

  /// Whether the fleet answers such a message: its own commands have no requester.
  package var isAnswered: Bool { role != .fleet }

  /// The message for the exchange of redrives.
  ///
  /// The id stays. Headers that only the broker and the fleet write are removed, and the redriver
  /// gets the answer.
  package var publication: Publication {
    var properties = properties
    properties.headers = properties.headers.filter {
      !ReservedHeader.isReserved($0.name) && !ReservedHeader.routesCopies($0.name)
        && !DeadLetter.isCount($0.name)
    }
    properties.headers.append(Header(ReservedHeader.redriveFrom, .string(role.exchange)))
    properties.headers += redrive.headers
    // The broker refuses the `user_id` of another user, and a redriven message must not expire.
    properties.userID = nil
    properties.expiration = nil
    properties.deliveryMode = 2
    properties.notUTF8 = []
    properties.replyTo = isAnswered ? replyTo : nil
    if properties.replyTo != nil { properties.correlationID = redrive.letter }
    return Publication(
      exchange: Role.redrive.exchange, routingKey: type.rawValue, mandatory: true,
      properties: properties, body: body)
  }
}
