import JSON
import Messages
import RideHandlers

extension Outcome {
  /// The response to the requester.
  var responses: [Publication] { publications.filter { $0.exchange == Exchange.default } }

  /// The changes of rides.
  var events: [Publication] { publications.filter { $0.properties.type == RideStatusEvent.type } }

  /// What vehicles are told.
  var assignments: [Publication] { publications.filter { $0.exchange == Exchange.vehicles } }

  /// The receipts.
  var receipts: [Publication] {
    publications.filter { $0.properties.type == RideReceiptEvent.type }
  }

  var deadLetters: [Publication] { publications.filter { $0.exchange == Exchange.deadLetters } }

  /// The commands to the payment system.
  var payments: [Publication] { publications.filter { $0.exchange == Exchange.payments } }

  /// The commands to the dispatch worker.
  var commands: [Publication] { publications.filter { $0.exchange == Role.fleet.exchange } }

  /// The body of the response.
  var response: JSONValue? { responses.first.flatMap { decode($0.body) } }

  var code: String? { response?["code"]?.string }

  var reason: String? { response?["error"]?["reason"]?.string }

  var path: String? { response?["error"]?["path"]?.string }

  /// The phases of the events with their sequences, such as `confirmed 2`.
  var told: [String] {
    events.compactMap { decode($0.body)?["data"] }.map { status in
      "\(status["phase"]?.string ?? "") \(status["sequence"]?.integer ?? 0)"
    }
  }

  /// The rides that the commands name.
  var searches: [String] {
    commands.compactMap { decode($0.body)?["rideIdentifier"]?.string }
  }

  /// A header of the dead letter.
  func deadLetterHeader(_ name: String) -> String? {
    guard case .string(let text)? = deadLetters.first?.properties.header(name) else { return nil }
    return text
  }
}

/// A body as a tree; nil when it is no JSON.
func decode(_ body: [UInt8]) -> JSONValue? { try? JSONValue(parsing: body, limits: .stored) }
