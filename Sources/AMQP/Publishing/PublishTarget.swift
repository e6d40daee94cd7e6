import CRabbitMQ
import Envelope

/// Where a message is published to.
package struct PublishTarget: Hashable, Sendable {
  /// The name of an exchange; empty for the default one.
  package var exchange: String
  package var routingKey: String

  package init(exchange: String, routingKey: String = "") {
    self.exchange = exchange
    self.routingKey = routingKey
  }
}

extension AMQPConnection {
  /// Checks whether the user may publish to each target; no message is delivered.
  ///
  /// The broker judges the right when a message arrives, but routes it when its transaction is
  /// committed, and this one is rolled back.
  ///
  /// Error 403 names the exchange. Returns the reason of a resource alarm: until it ends the broker
  /// checks nothing; then `rolledBack` arrives, and the caller renews the channel.
  mutating func checkRights(to targets: [PublishTarget]) throws(AMQPError) -> String? {
    try call(
      "select transactions", AMQP_TX_SELECT_METHOD, amqp_tx_select_t(),
      answer: AMQP_TX_SELECT_OK_METHOD)
    for target in targets {
      try enqueue(
        Publication(
          exchange: target.exchange, routingKey: target.routingKey, mandatory: false,
          properties: MessageProperties(), body: []))
    }
    try flush()
    try send("roll back", AMQP_TX_ROLLBACK_METHOD, amqp_tx_rollback_t())
    if let alarm = try alarmBeforeRollback() { return alarm }
    try renewChannel()
    return nil
  }

  /// Waits for the answer to a rollback, or for the reason why the broker blocks the connection.
  private mutating func alarmBeforeRollback() throws(AMQPError) -> String? {
    let operation = "ask for the right to publish on \(endpoint)"
    let end = ContinuousClock.now + timeouts.answer
    do throws(AMQPError) {
      while let event = try next(within: max(.zero, end - .now)) {
        switch event {
        case .rolledBack: return nil
        case .blocked(let reason): return reason
        default: continue
        }
      }
    } catch {
      throw AMQPError(
        code: error.code, operation: operation, detail: error.detail,
        isRetriable: error.isRetriable)
    }
    throw failed(
      AMQPError(code: .timeout, operation: operation, detail: "none within \(timeouts.answer)"))
  }
}
