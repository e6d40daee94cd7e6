package import Messages

/// What the broker tells without being asked.
package enum AMQPEvent: Hashable, Sendable {
  case delivery(Delivery, consumerTag: String)
  /// A delivery that exceeds a limit on its size or on the depth of its headers; its content is
  /// gone, the message itself is still the broker's until it is acknowledged or rejected.
  case unreadable(deliveryTag: UInt64, consumerTag: String, reason: String)
  /// The broker has taken responsibility for a message, or for all up to it.
  case confirmed(deliveryTag: UInt64, multiple: Bool)
  /// The broker could not take a message, or all up to it: `basic.nack`.
  case refused(deliveryTag: UInt64, multiple: Bool)
  /// No queue takes a mandatory message; it comes before the message's confirm.
  case returned(ReturnedMessage)
  /// The consumer is gone: its queue was deleted, or the queue's leader moved.
  case consumerCancelled(consumerTag: String)
  /// A transaction has ended, and nothing of it was published.
  case rolledBack
  /// A resource alarm: what is published from now on stays unread.
  case blocked(reason: String)
  case unblocked
}

/// A mandatory message that no queue took.
package struct ReturnedMessage: Hashable, Sendable {
  /// 312 if there is no route.
  package var replyCode: UInt16
  package var replyText: String
  package var message: Publication

  package init(replyCode: UInt16, replyText: String, message: Publication) {
    self.replyCode = replyCode
    self.replyText = replyText
    self.message = message
  }
}
