import JSON
package import Messages
package import Rides

/// Assigns publications the keys by which two replays are compared.
///
/// A response belongs to the request whose correlation id it carries: an order for a refund is
/// answered twice, and an observer gets many answers.
package struct OutputNames {
  /// The most requests whose further responses are waited for.
  private static let capacity = 100_000
  /// The header with the reason of a dead letter.
  static let reasonHeader = "x-livery-reason"

  /// What is known of a request by its correlation id.
  private struct Request {
    let number: Int
    var responses = 0
  }

  private var requests = RecentValues<String, Request>(capacity: Self.capacity)
  private var strays = 0

  package init() {}

  /// Records a request, so that its responses are known.
  package mutating func record(_ number: Int, correlationID: String?) {
    guard let correlationID else { return }
    requests.remember(Request(number: number), for: correlationID)
  }

  /// The output of a publication; nil if the fleet publishes to itself.
  package mutating func output(
    _ publication: Publication, cause: Int?, base: Instant
  ) -> ReplayOutput? {
    let properties = publication.properties
    let (kind, key): (ReplayOutput.Kind, String)
    switch publication.exchange {
    case Exchange.default: (kind, key) = (.response, responseKey(properties.correlationID))
    case Exchange.events, Exchange.help: (kind, key) = (.event, properties.messageID ?? "")
    case Exchange.payments: (kind, key) = (.payment, properties.messageID ?? "")
    case Exchange.deadLetters:
      let number = properties.correlationID.flatMap { requests[$0]?.number }
      (kind, key) = (.deadLetter, "\((number ?? cause).map { "\($0)" } ?? "")")
    default: return nil
    }
    var output = ReplayOutput(publication, kind: kind, key: key, cause: cause, base: base)
    if kind == .deadLetter { output.body = Self.text(ofDeadLetter: properties) }
    return output
  }

  private mutating func responseKey(_ correlationID: String?) -> String {
    guard let correlationID, var request = requests[correlationID] else {
      strays += 1
      return "stray/\(strays)"
    }
    request.responses += 1
    requests.remember(request, for: correlationID)
    return request.responses == 1 ? "\(request.number)" : "\(request.number)/\(request.responses)"
  }

  /// Why a message was refused, as JSON; its body is that of the request.
  static func text(ofDeadLetter properties: MessageProperties) -> [UInt8] {
    var members: [String: JSONValue] = [:]
    for name in ["reason", "path"] {
      if case .string(let text)? = properties.header("x-livery-\(name)") {
        members[name] = .string(text)
      }
    }
    return JSONValue.object(members).text
  }
}

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

  /// The output of a line; nil for a request, and if it cannot be compared.
  package static func output(_ message: RecordedMessage) -> ReplayOutput? {
    let properties = message.properties
    let (kind, key): (ReplayOutput.Kind, String?)
    switch message.kind {
    case .response: (kind, key) = (.response, properties.correlationID)
    case .event: (kind, key) = (.event, properties.messageID)
    case .payment: (kind, key) = (.payment, properties.messageID)
    case .deadLetter: (kind, key) = (.deadLetter, message.cause.map { "\($0)" })
    case .other where message.exchange == books: (kind, key) = (.books, properties.messageID)
    case .other, .request, .command, .state: return nil
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
