import Messages
import Rides

/// One example of each message, all of one trip from downtown Chicago to its airport.
///
/// A fleet in Chicago would accept the requests and publish the other messages. No fleet has these
/// identifiers.
enum MessageExamples {
  static let ride = "example-ride"

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

  /// The body of a request.
  static func request(_ type: MessageType) -> Document {
    switch type {
    case .listRideOptionsResolve: asker + ["parameters": ["pickupLocation"]] + trip
    case .listRideOptionsConfirm, .listRideOptions: asker + trip
    case .requestRideResolve: question
    case .requestRideConfirm, .requestRide: booking
    case .cancelRideConfirm, .cancelRide: cancellation
    case .sendRideFeedbackConfirm, .sendRideFeedback: feedback
    case .getRideStatusConfirm, .getRideStatus, .startUpdates, .stopUpdates: asker + named
    case .updatesDue:
      named + ["replyTo": "replies.livery-riders.1", "correlationIdentifier": "example-message"]
    case .vehicleUpdate: vehicleUpdate
    case .rideUpdate: rideUpdate
    case .rideDue: named
    case .rideRefund: named + ["amount": dollars("5.00"), "reason": "detour"]
    case .rideSettlement: named + ["reason": "paid in cash at the office"]
    case .paymentResult:
      named + ["key": key(.capture), "outcome": "approved", "reference": "example-payment"]
    }
  }

  private static let asker: Document = ["riderIdentifier": "example-rider", "locale": "en_US"]
  private static let named: Document = ["rideIdentifier": .text(ride)]

  static let pickup: Document = [
    "latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute",
  ]
  static let dropOff: Document = ["latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare"]
  private static let trip: Document = ["pickupLocation": pickup, "dropOffLocation": dropOff]

  static func dollars(_ amount: String) -> Document {
    ["amount": .text(amount), "currencyCode": "USD"]
  }

  private static let booking =
    asker + ["rideOptionName": "SUV", "maximumPrice": dollars("120.00"), "partySize": 3] + trip
    + ["paymentMethod": ["type": "applePay"]]

  private static let question =
    asker + ["parameters": ["rideOptionName", "partySize"], "rideOptionName": "Sedna"] + trip

  private static let cancellation =
    asker + named
    + ["reason": "changed my mind", "maximumCancellationFee": dollars("8.00")]

  private static let feedback =
    asker + named + ["rating": 9, "tip": dollars("9.99"), "comment": "swift and friendly"]

  private static let vehicleUpdate: Document = [
    "vehicleIdentifier": "example-vehicle", "sequence": 1, "onDuty": true, "products": ["suv"],
    "capacity": 6, "location": ["latitude": 41.8786, "longitude": -87.6403, "course": 90],
    "registrationPlate": "LV 1003", "manufacturer": "Toyota", "model": "Sienna",
    "driver": ["name": "Sam R.", "rating": "4.9", "phoneNumber": "+13125550103"],
  ]

  private static let rideUpdate =
    named + [
      "vehicleIdentifier": "example-vehicle", "event": "arrived",
      "occurredAt": "2026-11-21T08:42:10Z",
    ]

  /// The body of a command to a payment system.
  static func command(_ operation: PaymentCommand.Operation) -> Document {
    let head = ["key": key(operation), "operation": .text(operation.rawValue)] + named
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

  private static func key(_ operation: PaymentCommand.Operation) -> Document {
    .text("\(ride):fare:\(operation.rawValue):1")
  }
}
