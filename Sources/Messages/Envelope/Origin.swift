/// The origin of a message as the broker reports it: the role to whose exchange it was published,
/// and the type that its routing key names.
struct Origin {
  /// For a message that is sent again, the role that it first came from.
  let role: Role
  let type: MessageType
  private let isRedriven: Bool

  /// Judges exchange, routing key and `type` by the table of roles, for a queue of that family.
  ///
  /// With `BCC`, a message can reach a queue to which its routing key is not bound.
  init(of delivery: Delivery, family: QueueFamily) throws(RequestError) {
    guard let published = Role(exchange: delivery.exchange) else {
      throw RequestError(
        .notPermitted, "expected the exchange of a role, got \(quoted(delivery.exchange))",
        path: "exchange")
    }
    isRedriven = published == .redrive
    role = try isRedriven ? Self.firstRole(of: delivery.properties) : published
    guard let type = MessageType(rawValue: delivery.routingKey), role.carries(type),
      type.family == family
    else {
      throw RequestError(
        .notPermitted,
        "expected a type of \(role.exchange) for \(family.queue), got "
          + quoted(delivery.routingKey), path: "routing_key")
    }
    self.type = type
    guard let stated = delivery.properties.type, stated != delivery.routingKey else { return }
    throw RequestError(
      .notPermitted, "expected the routing key '\(type.rawValue)' or none, got \(quoted(stated))",
      path: "type")
  }

  /// Checks the headers with which a message describes its history or asks for something.
  func check(_ properties: MessageProperties) throws(RequestError) {
    // By index, since iterating over the values copies each.
    for place in properties.headers.indices {
      let name = properties.headers[place].name
      if ReservedHeader.routesCopies(name) {
        throw RequestError(
          .notPermitted, "expected no copies to be asked for", path: "headers.\(name)")
      }
      guard ReservedHeader.isReserved(name), !(isRedriven && ReservedHeader.isOfRedrive(name))
      else { continue }
      throw RequestError(
        .reservedHeader,
        "expected no header of the broker's or the fleet's own, got \(quoted(name))",
        path: "headers")
    }
    guard let replyTo = properties.replyTo, !replyTo.isEmpty else { return }
    // Only the role of the first sender of a redriven message is known.
    let user = isRedriven ? nil : properties.userID
    guard !ReplyAddress.isAllowed(replyTo, for: role, user: user) else { return }
    throw RequestError(
      .notPermitted, "expected a queue of the requester's own, got \(quoted(replyTo))",
      path: "reply_to")
  }

  /// The role for which a message is sent again.
  private static func firstRole(of properties: MessageProperties) throws(RequestError) -> Role {
    if case .string(let name) = properties.header(ReservedHeader.redriveFrom),
      let role = Role(exchange: name), role != .redrive
    {
      return role
    }
    throw RequestError(
      .notPermitted, "expected the exchange of the role that first sent the message",
      path: "headers.\(ReservedHeader.redriveFrom)")
  }
}

/// Headers that no producer may write: those with which the broker and the fleet record the history
/// of a message, and those that make the broker route copies to other queues.
enum ReservedHeader {
  /// The exchange of the role for which a message is sent again; only on the exchange of redrives.
  static let redriveFrom = "x-livery-redrive-from"
  /// The stored dead letter that is sent again; only there, too.
  static let redriveLetter = "x-livery-redrive-letter"
  /// How often that letter was sent again, this time included; only there, too.
  static let redriveCount = "x-livery-redrive-count"

  /// Whether the redriver may write it.
  static func isOfRedrive(_ name: String) -> Bool {
    name == redriveFrom || name == redriveLetter || name == redriveCount
  }

  /// Whether the broker or the fleet alone may write it.
  ///
  /// RabbitMQ before 4.0 trusts the `x-death` of a client, and would treat its dead letter as part
  /// of a cycle.
  static func isReserved(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "x")
      && (name == "x-death" || prefixes.contains { name.utf8.starts(with: $0.utf8) })
  }

  /// Whether the broker routes by it besides the routing key; it delivers no `BCC`.
  static func routesCopies(_ name: String) -> Bool { name == "CC" || name == "BCC" }

  private static let prefixes = ["x-livery-", "x-first-death-", "x-last-death-"]
}
