package import Messages

/// An exchange to be declared, or with `passive` only to be checked for.
package struct ExchangeDeclaration: Hashable, Sendable {
  package var name: String
  /// `direct`, `topic`, `fanout` or `headers`.
  package var kind: String
  /// Whether to ask only if it exists; the other members then do not count.
  package var passive: Bool
  package var durable: Bool
  package var autoDelete: Bool
  /// Whether only other exchanges may publish to it.
  package var isInternal: Bool
  package var arguments: [Header]

  package init(
    name: String, kind: String, passive: Bool = false, durable: Bool = true,
    autoDelete: Bool = false, isInternal: Bool = false, arguments: [Header] = []
  ) {
    self.name = name
    self.kind = kind
    self.passive = passive
    self.durable = durable
    self.autoDelete = autoDelete
    self.isInternal = isInternal
    self.arguments = arguments
  }
}

/// A queue to be declared, or with `passive` only to be checked for.
package struct QueueDeclaration: Hashable, Sendable {
  /// An empty name asks the broker to choose one.
  package var name: String
  /// Whether to ask only if it exists; the other members then do not count.
  package var passive: Bool
  package var durable: Bool
  package var exclusive: Bool
  package var autoDelete: Bool
  package var arguments: [Header]

  package init(
    name: String, passive: Bool = false, durable: Bool = true, exclusive: Bool = false,
    autoDelete: Bool = false, arguments: [Header] = []
  ) {
    self.name = name
    self.passive = passive
    self.durable = durable
    self.exclusive = exclusive
    self.autoDelete = autoDelete
    self.arguments = arguments
  }
}

/// The broker's answer to the declaration of a queue.
package struct QueueDeclared: Hashable, Sendable {
  package var name: String
  /// Messages ready for delivery.
  package var messageCount: Int
  package var consumerCount: Int

  package init(name: String, messageCount: Int, consumerCount: Int) {
    self.name = name
    self.messageCount = messageCount
    self.consumerCount = consumerCount
  }
}
