import Messages
import Rides

/// What Livery receives and sends.
enum AsyncAPIOperations {
  static var all: [(String, Document)] {
    requests + [
      event(AsyncAPIChannels.events, RideStatusEvent.type, "Tells a change of a ride."),
      event(AsyncAPIChannels.receipts, RideReceiptEvent.type, "Tells what a ride has cost."),
      event(
        AsyncAPIChannels.vehicles, VehicleAssignmentMessage.type,
        "Tells a vehicle what it drives, or drives no longer."),
      (
        RideSOSEvent.type,
        send(AsyncAPIChannels.sos, RideSOSEvent.type, "Calls the operator for help.")
      ),
    ]
      + PaymentCommand.Operation.allCases.map { operation in
        (
          operation.messageType,
          send(
            AsyncAPIChannels.payments, operation.messageType, "Asks a payment system for something."
          )
        )
      }
      + QueueFamily.allCases.map { family in
        let channel = AsyncAPIChannels.deadLetters(of: family)
        return (
          channel, send(channel, AsyncAPIMessages.deadLetter, "Keeps what could not be handled.")
        )
      }
  }

  private static func event(
    _ channel: String, _ type: String, _ summary: String
  ) -> (String, Document) {
    (type, send(channel, type, summary, mandatory: false))
  }

  /// An operation for each type of each role, and one for all that is sent again.
  private static var requests: [(String, Document)] {
    let redrive: Document = [
      "action": "receive", "summary": "Takes a dead letter again, as if by its first exchange.",
      "channel": AsyncAPI.reference("channels", AsyncAPIChannels.requests(of: .redrive)),
    ]
    return Role.allCases.filter { $0 != .redrive }.flatMap { role in
      role.types.map { ("\(role.rawValue).\($0.rawValue)", receive($0, of: role)) }
    } + [(Role.redrive.rawValue, redrive)]
  }

  private static func receive(_ type: MessageType, of role: Role) -> Document {
    let channel = AsyncAPIChannels.requests(of: role)
    let operation: Document = [
      "action": "receive", "summary": .text(type.requestSchema.summary),
      "channel": AsyncAPI.reference("channels", channel),
      "messages": [message(channel, type.rawValue)],
      "bindings": ["amqp": ["ack": true, "bindingVersion": "0.3.0"]],
    ]
    // What the fleet sends to itself may name no reply address.
    return role == .fleet ? operation : operation + reply(to: type)
  }

  private static func reply(to type: MessageType) -> Document {
    [
      "reply": [
        "address": [
          "location": "$message.header#/replyTo",
          "description": "The property reply_to; without one there is no answer.",
        ], "channel": AsyncAPI.reference("channels", AsyncAPIChannels.replies),
        "messages": [message(AsyncAPIChannels.replies, "\(type.rawValue).response")],
      ]
    ]
  }

  private static func send(
    _ channel: String, _ name: String, _ summary: String, mandatory: Bool = true
  ) -> Document {
    [
      "action": "send", "summary": .text(summary),
      "channel": AsyncAPI.reference("channels", channel), "messages": [message(channel, name)],
      "bindings": [
        "amqp": ["deliveryMode": 2, "mandatory": .bool(mandatory), "bindingVersion": "0.3.0"]
      ],
    ]
  }

  private static func message(_ channel: String, _ name: String) -> Document {
    AsyncAPI.reference("channels", channel, "messages", name)
  }
}
