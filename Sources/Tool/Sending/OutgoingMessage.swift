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
  var routingKey: String
  var answer: Answer
  /// Without `reply_to`.
  var properties: MessageProperties
  var body: [UInt8]

  /// What the message is called in output.
  var title: String { properties.type ?? routingKey }

  /// The message for the exchange of requests.
  func publication(replyTo queue: String?) -> Publication {
    var properties = properties
    switch answer {
    case .ours: properties.replyTo = queue
    case .elsewhere(let other): properties.replyTo = other
    case .nowhere: break
    }
    return Publication(
      exchange: Exchange.requests, routingKey: routingKey, mandatory: true,
      properties: properties, body: body)
  }
}

extension OutgoingMessage {
  /// The routing key of a type: that of the family whose messages begin alike.
  static func routingKey(ofType type: String) -> String? {
    if let known = MessageType(rawValue: type) { return known.family.routingKey }
    let prefix = type.prefix { $0 != "." }
    return prefix == type ? nil : families[String(prefix)]?.routingKey
  }

  /// The first words of all types of the contract, those of later versions included.
  private static let families: [String: QueueFamily] = [
    "list-ride-options": .listOptions, "request-ride": .requestRide,
    "cancel-ride": .requestRide, "send-ride-feedback": .requestRide,
    "get-ride-status": .statusQuery, "vehicle": .dispatch, "ride": .dispatch,
  ]
}
