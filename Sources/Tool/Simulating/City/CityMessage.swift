import Messages

/// A request of the city, before it has a number and a time.
struct CityMessage {
  var exchange: String
  var routingKey: String
  var properties: MessageProperties
  var body: [UInt8]

  init(_ publication: Publication) {
    exchange = publication.exchange
    routingKey = publication.routingKey
    properties = publication.properties
    body = publication.body
  }

  init(_ type: MessageType, by role: Role, _ body: Document) {
    exchange = role.exchange
    routingKey = type.rawValue
    properties = MessageProperties(
      contentType: "application/json", deliveryMode: 2, type: type.rawValue)
    self.body = Array(body.line.utf8)
  }

  /// The message with one thing changed.
  func with(_ change: (inout CityMessage) -> Void) -> CityMessage {
    var message = self
    change(&message)
    return message
  }

  /// The message with one more header.
  func header(_ name: String, _ value: HeaderValue) -> CityMessage {
    with { $0.properties.headers.append(Header(name, value)) }
  }
}

extension Document {
  /// The object with other values for some members; `null` removes one.
  func with(_ changes: Document) -> Document {
    var members = members
    for change in changes.members {
      let place = members.firstIndex { $0.name == change.name }
      switch (place, change.value) {
      case (let place?, .null): members.remove(at: place)
      case (let place?, _): members[place] = change
      case (nil, .null): break
      case (nil, _): members.append(change)
      }
    }
    return .object(members)
  }
}
