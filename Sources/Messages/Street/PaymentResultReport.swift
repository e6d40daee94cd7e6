package import Rides

/// What a payment system answers to a command.
package struct PaymentResultReport: Hashable, Sendable {
  /// The closed list of answers; a time-out is unknown, never declined.
  package enum Outcome: String, Sendable, CaseIterable {
    case approved, declined, needsAction, unknown, failed
  }

  package var rideIdentifier: RideIdentifier
  /// The key of the command that is answered.
  package var key: String
  package var outcome: Outcome
  /// The payment system's own name for the payment.
  package var reference: String?
  package var message: String?

  package init(
    rideIdentifier: RideIdentifier, key: String, outcome: Outcome, reference: String? = nil,
    message: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.key = key
    self.outcome = outcome
    self.reference = reference
    self.message = message
  }
}
