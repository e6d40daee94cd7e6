package import AMQP
package import Fleet
package import Messages

/// An exclusive queue and its consumer, for answers or for events of its bindings.
///
/// It is deleted with its connection. Deliveries need no acknowledgment, since the queue does not
/// outlive its reader.
package struct ReplyQueue: ~Copyable {
  /// The name that the broker chose for the queue.
  package let name: String
  private var connection: AMQPConnection

  /// Declares the queue on a connection of its own; the broker's overviews show `role`.
  package init(_ configuration: Configuration, role: String) throws(ToolError) {
    var connection = try BrokerLinks.connection(configuration, role: role)
    do throws(AMQPError) {
      // A virtual host may make queues quorum queues by default, which cannot be exclusive.
      let name = try connection.declareQueue(
        QueueDeclaration(
          name: "", durable: false, exclusive: true, autoDelete: true,
          arguments: [Header("x-queue-type", .string("classic"))])
      ).name
      try connection.consume(queue: name, consumerTag: "livery", noAck: true, exclusive: true)
      self.name = name
    } catch {
      throw ToolError(error)
    }
    self.connection = connection
  }

  /// The socket, to be polled for input together with `hasBufferedInput`.
  package var descriptor: Int32 { connection.descriptor }

  /// Whether more has been received than was read.
  package var hasBufferedInput: Bool { connection.hasBufferedInput }

  /// Binds the queue to an exchange with a pattern.
  package mutating func bind(to exchange: String, pattern: String) throws(ToolError) {
    try ToolError.mapped(
      broker: try connection.bind(queue: name, exchange: exchange, routingKey: pattern))
  }

  /// The next message, waited for at most so long; also serves the connection's heartbeats.
  package mutating func next(within limit: Duration) throws(ToolError) -> Delivery? {
    try connection.nextDelivery(of: name, within: limit)?.delivery
  }

  /// Closes the connection, and so deletes the queue.
  package consuming func close() { connection.close() }
}

extension AMQPConnection {
  /// The next delivery of the consumers of a queue, waited for at most so long; also serves the
  /// connection's heartbeats.
  mutating func nextDelivery(
    of queue: String, within limit: Duration
  ) throws(ToolError) -> (delivery: Delivery, consumerTag: String)? {
    do throws(AMQPError) {
      while let event = try next(within: limit) {
        switch event {
        case .delivery(let delivery, let consumerTag): return (delivery, consumerTag)
        case .consumerCancelled:
          throw AMQPError(
            code: .consumerCancelled, operation: "consume from queue '\(queue)'",
            detail: "the broker ended the consumer")
        default: continue
        }
      }
      return nil
    } catch {
      throw ToolError(error)
    }
  }
}

/// Opens connections to the first broker of the configuration that answers.
package enum BrokerLinks {
  /// A command has no other connection to serve, so it waits until the system has asked the second
  /// name server, which it does after five seconds.
  private static let timeouts = AMQPTimeouts(lookup: .seconds(8))

  /// A connection without a channel; the broker's overviews show `role`.
  package static func connection(
    _ configuration: Configuration, role: String
  ) throws(ToolError) -> AMQPConnection {
    try first(of: configuration.endpoints) { endpoint throws(AMQPError) in
      try AMQPConnection(to: endpoint, name: "livery \(role)", timeouts: timeouts)
    }
  }

  /// A connection in confirm mode.
  static func publisher(
    _ configuration: Configuration, role: String
  ) throws(ToolError) -> Publisher {
    try first(of: configuration.endpoints) { endpoint throws(AMQPError) in
      try Publisher(to: endpoint, name: "livery \(role)", timeouts: timeouts)
    }
  }

  private static func first<Link: ~Copyable>(
    of endpoints: [AMQPEndpoint], _ open: (AMQPEndpoint) throws(AMQPError) -> Link
  ) throws(ToolError) -> Link {
    var failures: [AMQPError] = []
    for endpoint in endpoints {
      do throws(AMQPError) { return try open(endpoint) } catch { failures.append(error) }
    }
    throw ToolError(failures)
  }
}
