import CRabbitMQ

extension AMQPError {
  /// The error for a status of librabbitmq.
  init(status: Int32, operation: String) {
    self.init(
      code: Code(rawValue: status), operation: operation,
      detail: String(cString: amqp_error_string2(status)))
  }

  /// The error for the code and text of a `channel.close` or `connection.close`.
  init(replyCode: UInt16, replyText: amqp_bytes_t, operation: String) {
    var detail = String(replyText)
    if replyCode == 403, detail.contains("access to ") {
      detail += "; `livery topology permissions` prints who needs which"
    }
    // RabbitMQ reports a consumer that took too long to acknowledge as a failed precondition; a new
    // consumer gets the message again.
    let isLateAcknowledgement =
      replyCode == 406 && detail.contains("delivery acknowledgement on channel")
    self.init(
      code: Code(rawValue: Int32(replyCode)), operation: operation, detail: detail,
      isRetriable: isLateAcknowledgement ? true : nil)
  }

  /// The error that a method from the broker means, or nil if it closes nothing.
  init?(closing method: amqp_method_t, operation: String) {
    guard let decoded = method.decoded else { return nil }
    switch method.id {
    case AMQP_CHANNEL_CLOSE_METHOD:
      let close = decoded.load(as: amqp_channel_close_t.self)
      self.init(replyCode: close.reply_code, replyText: close.reply_text, operation: operation)
    case AMQP_CONNECTION_CLOSE_METHOD:
      let close = decoded.load(as: amqp_connection_close_t.self)
      self.init(replyCode: close.reply_code, replyText: close.reply_text, operation: operation)
    default: return nil
    }
  }

  /// The error for a reply of librabbitmq, or nil if all is well.
  init?(reply: amqp_rpc_reply_t, operation: String) {
    switch reply.reply_type {
    case AMQP_RESPONSE_NORMAL: return nil
    case AMQP_RESPONSE_LIBRARY_EXCEPTION:
      self.init(status: reply.library_error, operation: operation)
    case AMQP_RESPONSE_SERVER_EXCEPTION:
      if let error = AMQPError(closing: reply.reply, operation: operation) {
        self = error
      } else {
        self.init(
          code: .unexpectedState, operation: operation,
          detail: "the broker answered with method 0x\(String(reply.reply.id, radix: 16))")
      }
    default: self.init(status: Code.connectionClosed.rawValue, operation: operation)
    }
  }
}

extension String {
  /// Copies bytes of the library; what is not UTF-8 becomes U+FFFD.
  init(_ bytes: amqp_bytes_t) {
    self.init(decoding: UnsafeRawBufferPointer(start: bytes.bytes, count: bytes.len), as: UTF8.self)
  }

  /// Copies bytes of the library; nil where they are not UTF-8.
  init?(valid bytes: amqp_bytes_t) {
    self.init(
      validating: UnsafeRawBufferPointer(start: bytes.bytes, count: bytes.len), as: UTF8.self)
  }
}
