import Rides

/// Who publishes to the fleet: each role has an exchange of its own, and no other types go there.
///
/// The topology's bindings, the permissions of the broker's users and the checks of the workers all
/// follow from `carries`.
package enum Role: String, Sendable, CaseIterable {
  /// Gateways of riders.
  case riders
  /// Gateways of vehicles.
  case vehicles
  /// The payment system.
  case payments
  /// The operator's staff and their console.
  case operators
  /// The workers themselves.
  case fleet
  /// The sender of redriven dead letters, each for the role that it first came from.
  case redrive

  /// The direct exchange of the role; a type is its own routing key there.
  package var exchange: String {
    switch self {
    case .riders: "livery.requests.riders"
    case .vehicles: "livery.requests.vehicles"
    case .payments: "livery.requests.payments"
    case .operators: "livery.requests.operators"
    case .fleet: "livery.requests.fleet"
    case .redrive: "livery.requests.redrive"
    }
  }

  /// The role of an exchange; nil for an exchange of no role.
  package init?(exchange: String) {
    guard let role = Self.table.first(where: { $0.exchange == exchange }) else { return nil }
    self = role
  }

  /// Whether the role may send messages of that type.
  package func carries(_ type: MessageType) -> Bool {
    self == .redrive || SenderRights.permit(self, type)
  }

  /// The types that the role may send.
  package var types: [MessageType] { MessageType.allCases.filter(carries) }

  /// The prefix of the name of a requester's reply queue; the name of its user and a dot follow.
  package static let replyPrefix = "replies."

  /// Who cancels a ride by a message of the role.
  var actor: Cancellation.Actor { self == .operators ? .service : .user }

  /// Built once: the worker reads it for every message.
  private static let table = Role.allCases
}

extension MessageType {
  /// The first role in the table that may send it.
  package var role: Role { Role.allCases.first { $0.carries(self) } ?? .redrive }
}

/// The exchanges of the fleet.
package enum Exchange {
  /// The prefix of the names of the fleet's exchanges and queues.
  package static let reservedPrefix = "livery."
  /// Direct: the requests of all producers up to version 4.1; each `Role` has its own now.
  package static let formerRequests = "livery.requests"
  /// Topic: status changes, `ride.<phase>.<rideIdentifier>`.
  package static let events = "livery.events"
  /// Topic: commands to a payment system, by what they ask for, such as `capture`.
  package static let payments = "livery.payments"
  /// Topic: what vehicles are told of their rides, `vehicle.<vehicleIdentifier>`.
  package static let vehicles = "livery.vehicles"
  /// Topic: the calls for help, `ride.sos.<rideIdentifier>`; and the queue that keeps them all.
  package static let help = "livery.help"
  /// Direct: dead letters, by queue family.
  package static let deadLetters = "livery.dead-letters"
  /// The queue of all commands to the payment system, and the key of its dead letters.
  package static let paymentQueue = "livery.payments"
  package static let paymentDeadLetterQueue = "livery.payments.dead-letters"
  package static let paymentDeadLetterKey = "payments"
  /// The prefix of a direct reply-to address, which names a channel of the requester, not a queue.
  static let directReplyPrefix = "amq.rabbitmq.reply-to"
  /// The broker's default exchange, which routes by queue name; responses take it.
  package static let `default` = ""
}
