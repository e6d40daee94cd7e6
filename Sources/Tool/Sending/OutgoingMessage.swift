import JSON
import Messages

/// One message of a file, ready to be sent but for the address of its answer.
struct OutgoingMessage: Hashable, Sendable {
  /// Where the answer goes.
  enum Answer: Hashable, Sendable {
    /// To the queue of this run, which waits for it.
    case ours
    /// To a queue that the message names.
    case elsewhere(String)
    case nowhere
  }

  /// The line of the file on which the message begins, from 1.
  var line: Int
  /// In whose name it is sent.
  var role: Role
  var routingKey: String
  var answer: Answer
  /// Without `reply_to`.
  var properties: MessageProperties
  var body: [UInt8]

  /// What the message is called in output.
  var title: String { properties.type ?? routingKey }

  /// The message for the exchange of its role.
  func publication(replyTo queue: String?) -> Publication {
    var properties = properties
    switch answer {
    case .ours: properties.replyTo = queue
    case .elsewhere(let other): properties.replyTo = other
    case .nowhere: break
    }
    return Publication(
      exchange: role.exchange, routingKey: routingKey, mandatory: true,
      properties: properties, body: body)
  }
}
