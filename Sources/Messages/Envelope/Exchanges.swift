/// The exchanges of the fleet.
package enum Exchange {
  /// What the name of each exchange and each queue of the fleet begins with.
  package static let reservedPrefix = "livery."
  /// Direct: the requests of all producers up to version 4.1; each `Role` has its own now.
  package static let formerRequests = "livery.requests"
  /// Topic: status changes, `ride.<phase>.<rideIdentifier>`.
  package static let events = "livery.events"
  /// Topic: commands to a payment system, by what they ask for, such as `capture`.
  package static let payments = "livery.payments"
  /// Direct: what could not be handled, by queue family.
  package static let deadLetters = "livery.dead-letters"
  /// The queue of all commands to the payment system, and the key of its dead letters.
  package static let paymentQueue = "livery.payments"
  package static let paymentDeadLetterQueue = "livery.payments.dead-letters"
  package static let paymentDeadLetterKey = "payments"
  /// What an address of direct reply-to begins with: no queue, but a channel of the requester's.
  static let directReplyPrefix = "amq.rabbitmq.reply-to"
  /// The broker's default exchange, which routes by queue name; responses take it.
  package static let `default` = ""
}
