import AMQP

extension AMQPError {
  /// The broker has not confirmed in time; the messages may or may not be published.
  static func unconfirmed(count: Int, after limit: Duration) -> AMQPError {
    AMQPError(
      code: .timeout, operation: "wait for the confirms of \(count) messages",
      detail: "none for \(limit)", isRetriable: true)
  }

  /// A message that must not be lost found no queue.
  ///
  /// It is retried, since nothing else would keep the message; somebody has to mend the topology.
  static func unroutable(exchange: String, routingKey: String) -> AMQPError {
    AMQPError(
      code: .noRoute, operation: "publish to exchange '\(exchange)'",
      detail: "no queue takes the routing key '\(routingKey)'; run `livery topology apply`",
      isRetriable: false)
  }
}
