import AMQP
import Fleet
import Messages
import Rides

/// The channels of the messages.
enum AsyncAPIChannels {
  static let replies = "replies"
  static let events = "events"
  static let receipts = "receipts"
  static let sos = "sos"
  static let vehicles = "vehicles"
  static let payments = "payments"
  static func requests(of role: Role) -> String { "requests.\(role.rawValue)" }
  static func deadLetters(of family: QueueFamily) -> String {
    "dead-letters.\(family.deadLetterKey)"
  }

  static var all: [(String, Document)] {
    Role.allCases.map { (requests(of: $0), requests($0)) } + [
      (
        replies,
        channel(
          nil, "The queue that a request names in reply_to, by the default exchange.",
          MessageType.allCases.map { "\($0.rawValue).response" })
      ),
      (
        events,
        channel(
          "ride.{phase}.{rideIdentifier}", "The changes of rides.", [RideStatusEvent.type])
          + ["parameters": change] + bindings(Exchange.events, "topic")
      ),
      (
        receipts,
        events("ride.receipt.{rideIdentifier}", "The receipts of rides.", RideReceiptEvent.type)
      ),
      (
        sos,
        channel("ride.sos.{rideIdentifier}", "The calls for help.", [RideSOSEvent.type])
          + ["parameters": ride] + bindings(Exchange.help, "topic") + queues(of: Exchange.help)
      ),
      (vehicles, assignments),
      (
        payments,
        channel(
          "{operation}", "Commands to a payment system.",
          PaymentCommand.Operation.allCases.map(\.messageType))
          + [
            "parameters": [
              "operation": [
                "description": "What is asked.",
                "enum": Document(texts: PaymentCommand.Operation.allCases.map(\.rawValue)),
              ]
            ]
          ] + bindings(Exchange.payments, "topic") + queues(of: Exchange.payments)
      ),
    ] + QueueFamily.allCases.map { (deadLetters(of: $0), letters($0)) }
  }

  /// A channel of events that are addressed by their ride alone.
  private static func events(_ address: String, _ summary: String, _ type: String) -> Document {
    channel(address, summary, [type]) + ["parameters": ride] + bindings(Exchange.events, "topic")
  }

  private static var assignments: Document {
    channel(
      "vehicle.{vehicleIdentifier}", "What vehicles are told of their rides.",
      [VehicleAssignmentMessage.type]) + ["parameters": vehicle]
      + bindings(Exchange.vehicles, "topic")
  }

  private static func requests(_ role: Role) -> Document {
    let types = role.types.map(\.rawValue)
    return channel("{type}", "What the role \(role.rawValue) may send.", types)
      + [
        "parameters": [
          "type": ["description": "The type of the message.", "enum": Document(texts: types)]
        ]
      ] + bindings(role.exchange, "direct") + queues(of: role.exchange)
  }

  private static func letters(_ family: QueueFamily) -> Document {
    channel(
      family.deadLetterKey, "What of \(family.queue) could not be handled, kept whole.",
      [AsyncAPIMessages.deadLetter])
      + bindings(Exchange.deadLetters, "direct")
      + queues(of: Exchange.deadLetters, named: family.deadLetterQueue)
  }

  private static let change: Document =
    [
      "phase": [
        "description": "How far the ride has come.",
        "enum": Document(texts: RidePhase.allCases.map(\.rawValue)),
      ]
    ] + ride
  private static let vehicle: Document = [
    "vehicleIdentifier": ["description": "The vehicle, encoded as rides are."]
  ]
  private static let ride: Document = [
    "rideIdentifier": [
      "description":
        "The ride; `.`, `*`, `#`, `%` and blanks are percent-encoded, and a key ends at 255 bytes."
    ]
  ]

  private static func channel(
    _ address: String?, _ description: String, _ messages: [String]
  ) -> Document {
    [
      "address": address.map { .text($0) } ?? .null, "description": .text(description),
      "messages": Document(
        members:
          messages.map { ($0, AsyncAPI.reference("components", "messages", $0)) }),
    ]
  }

  private static func bindings(_ exchange: String, _ kind: String) -> Document {
    [
      "bindings": [
        "amqp": [
          "is": "routingKey",
          "exchange": [
            "name": .text(exchange), "type": .text(kind), "durable": true, "autoDelete": false,
          ], "bindingVersion": "0.3.0",
        ]
      ]
    ]
  }

  /// The queues of an exchange, which the binding of a channel cannot express.
  private static func queues(of exchange: String, named name: String? = nil) -> Document {
    let bound = Topology().queues.compactMap { queue -> Document? in
      let keys = queue.bindings.filter { $0.exchange == exchange }.map(\.routingKey)
      guard !keys.isEmpty, name ?? queue.declaration.name == queue.declaration.name else {
        return nil
      }
      let arguments = queue.declaration.arguments.map { ($0.name, Document($0.value)) }
      return [
        "name": .text(queue.declaration.name), "durable": .bool(queue.declaration.durable),
        "bindingKeys": Document(texts: keys), "arguments": Document(members: arguments),
      ]
    }
    return ["x-livery-queues": .list(bound)]
  }
}

extension Document {
  /// The argument of a queue, which is a text or a number.
  init(_ value: HeaderValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .integer(let number, _): self = .integer(number)
    case .bool(let flag): self = .bool(flag)
    default: self = .null
    }
  }
}
