/// A message as the broker delivered it, whole: body, properties and where it came from.
package struct Delivery: Hashable, Sendable {
  /// The channel's number for this delivery, by which it is acknowledged.
  package var deliveryTag: UInt64
  /// Whether the broker may have delivered it before.
  package var redelivered: Bool
  package var exchange: String
  package var routingKey: String
  package var properties: MessageProperties
  package var body: [UInt8]

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
}
