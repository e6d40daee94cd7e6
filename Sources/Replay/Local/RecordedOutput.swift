import Messages
package import Recordings
import Rides

/// Outputs as messages of a recording, those of a replay and those that were recorded on a broker.
///
/// | kind | exchange | key |
/// |---|---|---|
/// | response | the default one | `correlation_id`: the number of its request |
/// | event, payment | theirs | `message_id` |
/// | dead letter | that of dead letters | `cause`: the number of its message |
/// | books | `livery.books`, which no broker has | `message_id`: the ride |
package enum RecordedOutput {
  private static let books = "livery.books"

  /// The line of an output.
  package static func message(_ output: ReplayOutput) -> RecordedMessage {
    var properties = MessageProperties(type: output.label)
    if output.kind == .response {
      properties.correlationID = output.key
    } else if output.kind != .deadLetter {
      properties.messageID = output.key
    }
    return RecordedMessage(
      number: 0, at: output.base, exchange: exchange(of: output.kind), routingKey: "",
      properties: properties, body: output.body, cause: output.cause)
  }

  /// The output of a line; nil for a request, and for anything that cannot be compared.
  package static func output(_ message: RecordedMessage) -> ReplayOutput? {
    let properties = message.properties
    let (kind, key): (ReplayOutput.Kind, String?)
    switch message.kind {
    case .response: (kind, key) = (.response, properties.correlationID)
    case .event: (kind, key) = (.event, properties.messageID)
    case .payment: (kind, key) = (.payment, properties.messageID)
    case .deadLetter: (kind, key) = (.deadLetter, message.cause.map { "\($0)" })
    case .other where message.exchange == books: (kind, key) = (.books, properties.messageID)
    case .other, .request, .command: return nil
    }
    guard let key else { return nil }
    let isWhole = kind == .deadLetter && properties.header(OutputNames.reasonHeader) != nil
    return ReplayOutput(
      kind: kind, key: key, cause: message.cause, base: message.at,
      label: properties.type ?? "",
      body: isWhole ? OutputNames.text(ofDeadLetter: properties) : message.body)
  }

  private static func exchange(of kind: ReplayOutput.Kind) -> String {
    switch kind {
    case .response: Exchange.default
    case .event: Exchange.events
    case .payment: Exchange.payments
    case .deadLetter: Exchange.deadLetters
    case .books: books
    }
  }
}
