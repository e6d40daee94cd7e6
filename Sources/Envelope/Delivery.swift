/// A message as the broker delivered it, whole: body, properties and where it came from.
///
/// A class, since each copy of a value would count a dozen references.
package final class Delivery: Sendable {
  /// The channel's number for this delivery, by which it is acknowledged.
  package let deliveryTag: UInt64
  /// Whether the broker may have delivered it before.
  package let redelivered: Bool
  package let exchange: String
  package let routingKey: String
  package let properties: MessageProperties
  package let body: [UInt8]

  package init(
    deliveryTag: UInt64, redelivered: Bool, exchange: String, routingKey: String,
    properties: MessageProperties, body: [UInt8]
  ) {
    self.deliveryTag = deliveryTag
    self.redelivered = redelivered
    self.exchange = exchange
    self.routingKey = routingKey
    self.properties = properties
    self.body = body
  }

  /// The same delivery with some values replaced.
  package func copy(
    deliveryTag: UInt64? = nil, redelivered: Bool? = nil, properties: MessageProperties? = nil,
    body: [UInt8]? = nil
  ) -> Delivery {
    Delivery(
      deliveryTag: deliveryTag ?? self.deliveryTag, redelivered: redelivered ?? self.redelivered,
      exchange: exchange, routingKey: routingKey, properties: properties ?? self.properties,
      body: body ?? self.body)
  }
}

/// The basic properties of an AMQP 0-9-1 message, under their AMQP names.
package struct MessageProperties: Hashable, Sendable {
  package var contentType: String?
  package var contentEncoding: String?
  package var headers: [Header]
  /// 1 transient, 2 persistent.
  package var deliveryMode: UInt8?
  package var priority: UInt8?
  package var correlationID: String?
  package var replyTo: String?
  /// Milliseconds as a decimal text.
  package var expiration: String?
  package var messageID: String?
  /// Seconds since 1970.
  package var timestamp: UInt64?
  package var type: String?
  package var userID: String?
  package var appID: String?
  /// The texts of a received message that are not UTF-8, as AMQP wants them: the AMQP name of each
  /// with its bytes.
  ///
  /// They are nil above, and are not sent.
  package var notUTF8: [Header] = []

  package init(
    contentType: String? = nil, contentEncoding: String? = nil, headers: [Header] = [],
    deliveryMode: UInt8? = nil, priority: UInt8? = nil, correlationID: String? = nil,
    replyTo: String? = nil, expiration: String? = nil, messageID: String? = nil,
    timestamp: UInt64? = nil, type: String? = nil, userID: String? = nil, appID: String? = nil
  ) {
    self.contentType = contentType
    self.contentEncoding = contentEncoding
    self.headers = headers
    self.deliveryMode = deliveryMode
    self.priority = priority
    self.correlationID = correlationID
    self.replyTo = replyTo
    self.expiration = expiration
    self.messageID = messageID
    self.timestamp = timestamp
    self.type = type
    self.userID = userID
    self.appID = appID
  }

  /// The value of the first header of that name; header names are compared byte by byte.
  package func header(_ name: String) -> HeaderValue? {
    headers.first { $0.name == name }?.value
  }
}

/// A value in the header table of a message, of the field types that AMQP 0-9-1 defines.
package enum HeaderValue: Hashable, Sendable {
  case void
  case bool(Bool)
  case integer(Int64, FieldWidth = .long)
  case unsigned(UInt64, FieldWidth = .long)
  /// Of 4 bytes (`f`) or of 8 (`d`).
  case double(Double, FieldWidth = .long)
  /// An AMQP decimal: `mantissa` divided by ten to the power of `scale`.
  case decimal(scale: UInt8, mantissa: UInt32)
  case string(String)
  case bytes([UInt8])
  /// Seconds since 1970.
  case timestamp(UInt64)
  case array([HeaderValue])
  case table([Header])
}

/// How many bytes a number of a header table has on the wire.
///
/// JSON and Swift need no such difference; AMQP makes it, and a message that is sent again must not
/// change its type.
package enum FieldWidth: UInt8, Sendable, CaseIterable {
  case byte = 1
  case short = 2
  case int = 4
  case long = 8
}

/// An entry of a message's header table; tables keep their order.
package struct Header: Hashable, Sendable {
  package var name: String
  package var value: HeaderValue

  package init(_ name: String, _ value: HeaderValue) {
    self.name = name
    self.value = value
  }
}
