/// A command to a payment system; repeats under one key have one effect.
package struct PaymentCommand: Hashable, Sendable {
  /// The four operations of a payment system.
  package enum Operation: String, Sendable, CaseIterable {
    /// Holds an amount on the payment method.
    case authorize = "authorise"
    /// Captures an amount of a hold; the rest of the hold is released.
    case capture
    /// Releases an authorization.
    case void
    /// Refunds an amount of a capture.
    case refund
  }

  /// `<ride>:<purpose>:<operation>:<attempt>`, so that a repeated command is the same command.
  package let key: String
  package let operation: Operation
  package let rideIdentifier: RideIdentifier
  /// Nil only for a void, which releases everything.
  package let amount: Money?
  package let method: PaymentMethod
  /// The payment system's reference of the hold or payment, if it gave one.
  package let reference: String?

  package init(
    key: String, operation: Operation, rideIdentifier: RideIdentifier, amount: Money?,
    method: PaymentMethod, reference: String? = nil
  ) {
    self.key = key
    self.operation = operation
    self.rideIdentifier = rideIdentifier
    self.amount = amount
    self.method = method
    self.reference = reference
  }
}

/// The answer of a payment system to a command.
package struct PaymentResult: Hashable, Sendable {
  /// The closed list of results.
  package enum Outcome: String, Sendable, CaseIterable {
    /// Done.
    case approved
    /// Refused by the holder's bank or the like, for good.
    case declined
    /// The rider has to act first, in the payment system's own surface (3-D Secure).
    case needsAction
    /// The result is unknown; this is no refusal, and the command is repeated under the same key.
    case unknown
    /// Failed for a temporary reason.
    case failed
  }

  /// The key of the answered command.
  package let key: String
  package let outcome: Outcome
  package let reference: String?
  /// A detail for support staff.
  package let message: String?

  package init(key: String, outcome: Outcome, reference: String? = nil, message: String? = nil) {
    self.key = key
    self.outcome = outcome
    self.reference = reference
    self.message = message
  }
}
