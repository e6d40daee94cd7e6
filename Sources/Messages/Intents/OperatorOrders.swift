import JSON
package import Rides

/// The operator's order to refund a part of the cost of a ride.
package struct RideRefund: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var amount: Money
  /// The reason, in words that are stored with the ride.
  package var reason: String

  package init(rideIdentifier: RideIdentifier, amount: Money, reason: String) {
    self.rideIdentifier = rideIdentifier
    self.amount = amount
    self.reason = reason
  }
}

extension RideRefund {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      amount: try MoneyCoding.amountAboveZero(try fields.requiredObject("amount")),
      reason: try fields.require("reason", try fields.text("reason", atMost: CharacterLimit.place)))
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("amount", amount, by: MoneyCoding.write)
    writer.member("reason", reason)
  }
}

/// The operator's statement that the open amount of a ride was paid in another way or is waived, or
/// the cost of a ride whose meter reading is held for review.
package struct RideSettlement: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  /// How it was settled, in words that are stored with the ride.
  package var reason: String
  /// What the meter should have shown; nil for a ride that was billed.
  package var fare: Money?

  package init(rideIdentifier: RideIdentifier, reason: String, fare: Money? = nil) {
    self.rideIdentifier = rideIdentifier
    self.reason = reason
    self.fare = fare
  }
}

extension RideSettlement {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      reason: try fields.require("reason", try fields.text("reason", atMost: CharacterLimit.place)),
      fare: try fields.object("fare").map(MoneyCoding.fare))
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("reason", reason)
    writer.member("fare", fare, by: MoneyCoding.write)
  }
}

/// What a payment system answers to a command for a ride.
package struct PaymentResultReport: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var result: PaymentResult

  package init(rideIdentifier: RideIdentifier, result: PaymentResult) {
    self.rideIdentifier = rideIdentifier
    self.result = result
  }
}

extension PaymentResultReport {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      result: PaymentResult(
        key: try fields.require("key", try fields.line("key", atMost: TextLimit.reference)),
        outcome: try fields.requiredWord("outcome", of: PaymentResult.Outcome.self),
        reference: try fields.line("reference", atMost: TextLimit.reference),
        message: try fields.text("message", atMost: CharacterLimit.comment)))
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("key", result.key)
    writer.member("outcome", result.outcome.rawValue)
    writer.member("reference", result.reference)
    writer.member("message", result.message)
  }
}
