import CRabbitMQ
package import Messages

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
    let name = try arena.shortString(exchange.name, "exchange")
    let kind = try arena.shortString(exchange.kind, "exchange type")
    let arguments = try arena.table(exchange.arguments)
    _ = try call("declare exchange '\(exchange.name)'") {
      amqp_exchange_declare(
        $0, Self.channel, name, kind, exchange.passive ? 1 : 0, exchange.durable ? 1 : 0,
        exchange.autoDelete ? 1 : 0, exchange.isInternal ? 1 : 0, arguments)
    }
  }

  /// Declares a queue, or checks that it exists.
  ///
  /// Error 404 if a passive declaration finds none, 406 if it exists with other properties.
  package mutating func declareQueue(
    _ queue: QueueDeclaration
  ) throws(AMQPError) -> QueueDeclared {
    arena.reset()
    let name = try arena.shortString(queue.name, "queue")
    let arguments = try arena.table(queue.arguments)
    let answer = try call("declare queue '\(queue.name)'") {
      amqp_queue_declare(
        $0, Self.channel, name, queue.passive ? 1 : 0, queue.durable ? 1 : 0,
        queue.exclusive ? 1 : 0, queue.autoDelete ? 1 : 0, arguments)?.pointee
    }
    return QueueDeclared(
      name: answer.map { String($0.queue) } ?? queue.name,
      messageCount: Int(answer?.message_count ?? 0),
      consumerCount: Int(answer?.consumer_count ?? 0))
  }

  /// Binds a queue to an exchange; binding again changes nothing.
  package mutating func bind(
    queue: String, exchange: String, routingKey: String
  ) throws(AMQPError) {
    arena.reset()
    let queueName = try arena.shortString(queue, "queue")
    let exchangeName = try arena.shortString(exchange, "exchange")
    let key = try arena.shortString(routingKey, "routing key")
    _ = try call("bind queue '\(queue)' to exchange '\(exchange)'") {
      amqp_queue_bind(
        $0, Self.channel, queueName, exchangeName, key, livery_amqp_empty_table())
    }
  }

  /// Deletes a queue with its messages, and returns their number; 0 for a missing queue.
  @discardableResult
  package mutating func deleteQueue(_ queue: String) throws(AMQPError) -> Int {
    arena.reset()
    let name = try arena.shortString(queue, "queue")
    let answer = try call("delete queue '\(queue)'") {
      amqp_queue_delete($0, Self.channel, name, 0, 0)?.pointee
    }
    return Int(answer?.message_count ?? 0)
  }

  /// Deletes an exchange with its bindings; a missing one is no error.
  package mutating func deleteExchange(_ exchange: String) throws(AMQPError) {
    arena.reset()
    let name = try arena.shortString(exchange, "exchange")
    _ = try call("delete exchange '\(exchange)'") {
      amqp_exchange_delete($0, Self.channel, name, 0)
    }
  }

  /// Removes the ready messages of a queue and returns their number.
  @discardableResult
  package mutating func purgeQueue(_ queue: String) throws(AMQPError) -> Int {
    arena.reset()
    let name = try arena.shortString(queue, "queue")
    let answer = try call("purge queue '\(queue)'") {
      amqp_queue_purge($0, Self.channel, name)?.pointee
    }
    return Int(answer?.message_count ?? 0)
  }
}
