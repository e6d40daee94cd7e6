/// A message to be published.
package struct Publication: Hashable, Sendable {
  package var exchange: String
  package var routingKey: String
  /// Whether the broker returns the message when it routes it to no queue.
  package var mandatory: Bool
  package var properties: MessageProperties
  package var body: [UInt8]

  package init(
    exchange: String, routingKey: String, mandatory: Bool, properties: MessageProperties,
    body: [UInt8]
  ) {
    self.exchange = exchange
    self.routingKey = routingKey
    self.mandatory = mandatory
    self.properties = properties
    self.body = body
  }
}
