// Written from Operations/payment-result.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// What a payment system answers to a command for a ride.
package struct PaymentResultReport: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// The key of the command.
  package var key: String
  /// What has become of it.
  package var outcome: PaymentResult.Outcome
  /// The payment system's name for the hold or the payment.
  package var reference: String?
  /// For a person who looks into it.
  package var message: String?

  package init(
    rideIdentifier: RideIdentifier, key: String, outcome: PaymentResult.Outcome,
    reference: String? = nil, message: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.key = key
    self.outcome = outcome
    self.reference = reference
    self.message = message
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RideIdentifier, String, PaymentResult.Outcome, String?, String?) {
    (rideIdentifier, key, outcome, reference, message)
  }
}

extension PaymentResultReport {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      key: try fields.require("key", try fields.line("key", atMost: 256)),
      outcome: try fields.requiredWord("outcome", of: PaymentResult.Outcome.self),
      reference: try fields.line("reference", atMost: 256),
      message: try fields.text("message", atMost: 1024))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("key", key)
    writer.member("outcome", outcome.rawValue)
    writer.member("reference", reference)
    writer.member("message", message)
  }
}
