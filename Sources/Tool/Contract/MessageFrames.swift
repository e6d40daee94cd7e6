import Messages
import Rides

/// What the examples have that does not come from the descriptions: the properties of requests, and
/// the commands to a payment system.
enum MessageFrames {
  private static let ride = "example-ride"

  /// The properties of a request.
  static func properties(of type: MessageType) -> Document {
    let reply: Document =
      type.role == .fleet
      ? [:] : ["replyTo": .text("\(Role.replyPrefix)livery-\(type.role.rawValue).1")]
    return [
      "type": .text(type.rawValue), "messageId": "example-message",
      "correlationId": "example-message", "contentType": "application/json",
    ] + reply
  }

  /// The body of a command to a payment system.
  static func command(_ operation: PaymentCommand.Operation) -> Document {
    let head: Document = [
      "key": .text("\(ride):fare:\(operation.rawValue):1"),
      "operation": .text(operation.rawValue), "rideIdentifier": .text(ride),
    ]
    let method: Document = ["paymentMethod": ["type": "applePay"]]
    let hold: Document = ["reference": "example-hold"]
    return switch operation {
    case .authorize: head + ["amount": "79.94", "currencyCode": "USD"] + method
    case .capture: head + ["amount": "66.62", "currencyCode": "USD"] + method + hold
    case .void: head + method + hold
    case .refund:
      head + ["amount": "5.00", "currencyCode": "USD"] + method + ["reference": "example-payment"]
    }
  }
}
