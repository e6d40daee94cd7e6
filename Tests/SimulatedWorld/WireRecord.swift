import Messages
import RandomFixture
import RideStore
import Rides

/// What the broker has taken: what observers, requesters and operators can see.
struct WireRecord: Sendable {
  /// The bodies of events by their ids.
  private(set) var events: [String: [UInt8]] = [:]
  /// The bodies of receipts by their ids.
  private(set) var receipts: [String: [UInt8]] = [:]
  /// The bodies of calls for help by their ids.
  private(set) var calls: [String: [UInt8]] = [:]
  /// The vehicles that were told of changes of their rides, by the ids of the messages.
  private(set) var assignments: [String: String] = [:]
  /// The responses to each letter.
  private(set) var responses: [String: [Publication]] = [:]
  /// The letters of which a dead letter is kept.
  private(set) var deadLetters: Set<String> = []
  /// Dead letters without a correlation, by their message ids.
  private(set) var deadCommands: Set<String> = []
  /// The letters whose responses found no queue.
  private(set) var returns: Set<String> = []
  /// The ids of commands to look after rides and observers.
  private(set) var commands: Set<String> = []
  /// What commands and results of payments are known by in the store.
  private(set) var commandKeys: Set<OutcomeKey> = []
  /// The bodies of commands to the payment system.
  private(set) var payments: [String: [UInt8]] = [:]
  /// The rides whose documents were damaged.
  var spoilt: Set<RideIdentifier> = []
  private var answered: [String: Int] = [:]

  mutating func noteEvent(_ event: Publication) {
    events[event.properties.messageID ?? ""] = event.body
  }

  mutating func noteReceipt(_ receipt: Publication) {
    receipts[receipt.properties.messageID ?? ""] = receipt.body
  }

  mutating func noteCall(_ call: Publication) {
    calls[call.properties.messageID ?? ""] = call.body
  }

  mutating func noteAssignment(_ assignment: Publication) {
    assignments[assignment.properties.messageID ?? ""] = assignment.routingKey
  }

  mutating func noteResponse(_ response: Publication) {
    responses[response.properties.correlationID ?? "", default: []].append(response)
  }

  mutating func noteDeadLetter(_ letter: Publication) {
    if let correlation = letter.properties.correlationID {
      deadLetters.insert(correlation)
    } else {
      deadCommands.insert(letter.properties.messageID ?? "")
    }
  }

  mutating func noteReturn(_ publication: Publication) {
    guard publication.exchange == Exchange.default else { return }
    returns.insert(publication.properties.correlationID ?? "")
  }

  mutating func noteCommand(_ command: Publication) {
    let id = command.properties.messageID ?? ""
    commands.insert(id)
    guard let type = command.properties.type, type != MessageType.updatesDue.rawValue,
      let ride = command.body.text(after: "\"rideIdentifier\":\"")
    else { return }
    commandKeys.insert(OutcomeKey(operation: type, scope: ride, messageIdentifier: id))
  }

  mutating func notePayment(_ payment: Publication) {
    payments[payment.properties.messageID ?? ""] = payment.body
  }

  /// What the payment system says of a command: the same each time but for what it does not know
  /// at first.
  mutating func answer(to command: Publication, _ numbers: inout SeededNumbers) -> Publication? {
    let id = command.properties.messageID ?? ""
    guard let ride = command.body.text(after: "\"rideIdentifier\":\"") else { return nil }
    let times = answered[id, default: 0]
    answered[id] = times + 1
    let outcome: String =
      if String(decoding: command.body, as: UTF8.self).contains("pm_declined") {
        "declined"
      } else {
        times == 0 && id.utf8.count % 3 == 0 ? "unknown" : "approved"
      }
    return Publication(
      exchange: Role.payments.exchange, routingKey: MessageType.paymentResult.rawValue,
      mandatory: true,
      properties: MessageProperties(
        messageID: "\(id) \(outcome) \(times)", type: MessageType.paymentResult.rawValue),
      body: Array(
        #"{"rideIdentifier":"\#(ride)","key":"\#(id)","outcome":"\#(outcome)"}"#.utf8))
  }
}

extension [UInt8] {
  /// The bytes between a text and the next quotation mark; nil when the text is not there.
  func text(after marker: String) -> String? {
    guard let start = end(of: marker) else { return nil }
    return String(decoding: self[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }

  /// The number that follows a text.
  func number(after marker: String) -> Int? {
    guard let start = end(of: marker) else { return nil }
    return Int(
      String(decoding: self[start...].prefix { (48...57).contains($0) }, as: UTF8.self))
  }

  private func end(of marker: String) -> Int? {
    let wanted = Array(marker.utf8)
    guard count >= wanted.count else { return nil }
    for start in 0...(count - wanted.count)
    where self[start] == wanted[0] && self[start..<start + wanted.count].elementsEqual(wanted) {
      return start + wanted.count
    }
    return nil
  }
}
