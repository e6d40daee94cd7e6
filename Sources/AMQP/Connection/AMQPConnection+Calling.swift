import CRabbitMQ

extension AMQPConnection {
  /// Puts the channel into confirm mode: every message published from now on is confirmed or
  /// refused.
  package mutating func selectConfirms() throws(AMQPError) {
    _ = try call("select confirms") { amqp_confirm_select($0, Self.channel) }
  }

  /// Limits how many deliveries each consumer that is started later may hold unacknowledged.
  package mutating func qualityOfService(prefetch: UInt16) throws(AMQPError) {
    _ = try call("limit the prefetch") { amqp_basic_qos($0, Self.channel, 0, prefetch, 0) }
  }

  /// Starts a consumer under a tag of the caller's choice.
  package mutating func consume(
    queue: String, consumerTag: String, noAck: Bool = false, exclusive: Bool = false
  ) throws(AMQPError) {
    arena.reset()
    let name = try arena.shortString(queue, "queue")
    let tag = try arena.shortString(consumerTag, "consumer tag")
    _ = try call("consume from queue '\(queue)'") {
      amqp_basic_consume(
        $0, Self.channel, name, tag, 0, noAck ? 1 : 0, exclusive ? 1 : 0,
        livery_amqp_empty_table())
    }
  }

  /// Ends a consumer; what it was delivered can still be acknowledged.
  package mutating func cancel(consumerTag: String) throws(AMQPError) {
    arena.reset()
    let tag = try arena.shortString(consumerTag, "consumer tag")
    _ = try call("cancel consumer '\(consumerTag)'") { amqp_basic_cancel($0, Self.channel, tag) }
  }

  /// Makes a call that the broker answers.
  ///
  /// Deliveries and confirms that come before the answer are kept by the library for `next`.
  mutating func call<Answer>(
    _ operation: @autoclosure () -> String, _ body: (OpaquePointer) -> Answer
  ) throws(AMQPError) -> Answer {
    try checkUsable()
    post.arm(within: timeouts.answer + timeouts.write)
    let answer = body(state)
    post.disarm()
    let reply = amqp_get_rpc_reply(state)
    if reply.reply_type == AMQP_RESPONSE_NORMAL { return answer }
    if reply.reply_type == AMQP_RESPONSE_SERVER_EXCEPTION {
      answerClose(reply.reply.id, channel: Self.channel)
    }
    guard let error = AMQPError(reply: reply, operation: "\(operation()) on \(endpoint)") else {
      return answer
    }
    throw failed(error)
  }
}
