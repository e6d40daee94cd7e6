import JSON
package import Messages
package import Rides

/// Gives what the fleet publishes the keys by which two replays are compared.
///
/// A response belongs to the request whose correlation id it carries: an order for a refund is
/// answered twice, and an observer gets many answers.
package struct OutputNames {
  /// The most requests whose further responses are waited for.
  private static let capacity = 100_000
  /// The header of a dead letter that says why it is one.
  static let reasonHeader = "x-livery-reason"

  /// What is known of a request by its correlation id.
  private struct Request {
    let number: Int
    var responses = 0
  }

  private var requests: [String: Request] = [:]
  private var order: [String] = []
  private var oldest = 0
  private var strays = 0

  package init() {}

  /// Notes a request, so that its responses are known.
  package mutating func note(_ number: Int, correlationID: String?) {
    guard let correlationID else { return }
    if requests.updateValue(Request(number: number), forKey: correlationID) != nil { return }
    if order.count < Self.capacity {
      order.append(correlationID)
    } else {
      requests[order[oldest]] = nil
      order[oldest] = correlationID
      oldest = (oldest + 1) % Self.capacity
    }
  }

  /// The output that a publication is; nil for what the fleet publishes to itself.
  package mutating func output(
    _ publication: Publication, cause: Int?, base: Instant
  ) -> ReplayOutput? {
    let properties = publication.properties
    let (kind, key): (ReplayOutput.Kind, String)
    switch publication.exchange {
    case Exchange.default: (kind, key) = (.response, responseKey(properties.correlationID))
    case Exchange.events: (kind, key) = (.event, properties.messageID ?? "")
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
    requests[correlationID] = request
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
