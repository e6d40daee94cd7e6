import CRabbitMQ
package import Envelope

/// An exchange to be declared, or with `passive` only to be checked for.
package struct ExchangeDeclaration: Hashable, Sendable {
  package var name: String
  /// `direct`, `topic`, `fanout` or `headers`.
  package var kind: String
  /// Whether to check only that it exists (passive); the other members are then ignored.
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
  /// With an empty name the broker chooses one.
  package var name: String
  /// Whether to check only that it exists (passive); the other members are then ignored.
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

extension AMQPConnection {
  /// Declares an exchange, or checks that it exists.
  ///
  /// Error 404 if a passive declaration finds none, 406 if it exists with other properties.
  package mutating func declareExchange(_ exchange: ExchangeDeclaration) throws(AMQPError) {
    arena.reset()
    let method = amqp_exchange_declare_t(
      ticket: 0, exchange: try arena.shortString(exchange.name, "exchange"),
      type: try arena.shortString(exchange.kind, "exchange type"),
      passive: exchange.passive ? 1 : 0, durable: exchange.durable ? 1 : 0,
      auto_delete: exchange.autoDelete ? 1 : 0, internal: exchange.isInternal ? 1 : 0, nowait: 0,
      arguments: try arena.table(exchange.arguments))
    try call(
      "declare exchange '\(exchange.name)'", AMQP_EXCHANGE_DECLARE_METHOD, method,
      answer: AMQP_EXCHANGE_DECLARE_OK_METHOD)
  }

  /// Declares a queue, or checks that it exists.
  ///
  /// Error 404 if a passive declaration finds none, 406 if it exists with other properties.
  package mutating func declareQueue(
    _ queue: QueueDeclaration
  ) throws(AMQPError) -> QueueDeclared {
    arena.reset()
    let method = amqp_queue_declare_t(
      ticket: 0, queue: try arena.shortString(queue.name, "queue"),
      passive: queue.passive ? 1 : 0, durable: queue.durable ? 1 : 0,
      exclusive: queue.exclusive ? 1 : 0, auto_delete: queue.autoDelete ? 1 : 0, nowait: 0,
      arguments: try arena.table(queue.arguments))
    return try call(
      "declare queue '\(queue.name)'", AMQP_QUEUE_DECLARE_METHOD, method,
      answer: AMQP_QUEUE_DECLARE_OK_METHOD
    ) { decoded in
      let answer = decoded.load(as: amqp_queue_declare_ok_t.self)
      return QueueDeclared(
        name: String(answer.queue), messageCount: Int(answer.message_count),
        consumerCount: Int(answer.consumer_count))
    }
  }

  /// Binds a queue to an exchange; binding again changes nothing.
  package mutating func bind(
    queue: String, exchange: String, routingKey: String
  ) throws(AMQPError) {
    arena.reset()
    let method = amqp_queue_bind_t(
      ticket: 0, queue: try arena.shortString(queue, "queue"),
      exchange: try arena.shortString(exchange, "exchange"),
      routing_key: try arena.shortString(routingKey, "routing key"), nowait: 0,
      arguments: livery_amqp_empty_table())
    try call(
      "bind queue '\(queue)' to exchange '\(exchange)'", AMQP_QUEUE_BIND_METHOD, method,
      answer: AMQP_QUEUE_BIND_OK_METHOD)
  }

  /// Deletes a queue with its messages, and returns their number; 0 for a missing queue.
  @discardableResult
  package mutating func deleteQueue(_ queue: String) throws(AMQPError) -> Int {
    arena.reset()
    let method = amqp_queue_delete_t(
      ticket: 0, queue: try arena.shortString(queue, "queue"), if_unused: 0, if_empty: 0,
      nowait: 0)
    return try call(
      "delete queue '\(queue)'", AMQP_QUEUE_DELETE_METHOD, method,
      answer: AMQP_QUEUE_DELETE_OK_METHOD
    ) { Int($0.load(as: amqp_queue_delete_ok_t.self).message_count) }
  }

  /// Deletes an exchange with its bindings; a missing one is no error.
  package mutating func deleteExchange(_ exchange: String) throws(AMQPError) {
    arena.reset()
    let method = amqp_exchange_delete_t(
      ticket: 0, exchange: try arena.shortString(exchange, "exchange"), if_unused: 0, nowait: 0)
    try call(
      "delete exchange '\(exchange)'", AMQP_EXCHANGE_DELETE_METHOD, method,
      answer: AMQP_EXCHANGE_DELETE_OK_METHOD)
  }

  /// Removes the ready messages of a queue and returns their number.
  @discardableResult
  package mutating func purgeQueue(_ queue: String) throws(AMQPError) -> Int {
    arena.reset()
    let method = amqp_queue_purge_t(
      ticket: 0, queue: try arena.shortString(queue, "queue"), nowait: 0)
    return try call(
      "purge queue '\(queue)'", AMQP_QUEUE_PURGE_METHOD, method,
      answer: AMQP_QUEUE_PURGE_OK_METHOD
    ) { Int($0.load(as: amqp_queue_purge_ok_t.self).message_count) }
  }
}
