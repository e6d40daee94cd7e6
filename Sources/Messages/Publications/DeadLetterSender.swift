/// Who has sent what became a dead letter, as far as that is proven: the role, by the exchange of
/// its message; else the family of the queue.
///
/// Each has its own room in the store, so that one sender cannot take that of the others.
package struct DeadLetterSender: Hashable, Sendable {
  package let name: String

  /// The sender of a letter of those columns.
  package init(exchange: String?, queue: String) {
    if let role = exchange.flatMap({ Role(exchange: $0) }) {
      name = role.rawValue
    } else if let family = QueueFamily.allCases.first(where: { $0.deadLetterQueue == queue }) {
      name = family.rawValue
    } else {
      // Commands to the payment system.
      name = Role.fleet.rawValue
    }
  }

  /// The names of all senders.
  package static let names = Role.allCases.map(\.rawValue) + QueueFamily.allCases.map(\.rawValue)
}
