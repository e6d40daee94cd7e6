import Messages
package import RideStore

extension DeadLetterRecord {
  /// Whether the sender was answered that the message failed, and may not expect what a redrive
  /// does.
  ///
  /// Decided as the worker did: it answers whom it can trust and who says where to. The broker
  /// sends no answer, and a sender whose queue refused the answer did not get one.
  package var isAnswered: Bool {
    guard fault.worker != nil, let exchange, let type,
      let family = MessageType(rawValue: type)?.family,
      let properties = try? PropertiesDocument.decode(properties),
      !Self.unansweredReasons.contains(fault.reason)
    else { return false }
    let delivery = Delivery(
      deliveryTag: 0, redelivered: false, exchange: exchange, routingKey: type,
      properties: properties, body: body)
    do throws(RefusedMessage) {
      return try MessageDecoder.decode(delivery, family: family).context.replyTo != nil
    } catch {
      return error.context.replyTo != nil
    }
  }

  /// The reasons of senders that got no answer.
  private static let unansweredReasons = ErrorReason.allCases
    .filter { $0.isBreachOfRights || $0 == .responseRefused }.map(\.headerValue)
}

/// How many letters of a group have senders that were answered.
struct AnsweredGroups {
  /// The most letters that are read to count them.
  static let limit = 10_000

  private var counts: [[String?]: Int] = [:]

  init(_ letters: [DeadLetterRecord]) {
    for letter in letters where letter.isAnswered {
      counts[[letter.fault.reason, letter.type, letter.fault.path], default: 0] += 1
    }
  }

  /// The number of a group, among the letters that were read.
  subscript(group: DeadLetterGroup) -> Int {
    counts[[group.reason, group.type, group.path]] ?? 0
  }
}
