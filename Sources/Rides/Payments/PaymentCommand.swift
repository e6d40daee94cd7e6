/// What a payment system is asked to do; asked twice under one key, it is done once.
package struct PaymentCommand: Hashable, Sendable {
  /// The four things that a payment system does for a ride.
  package enum Operation: String, Sendable, CaseIterable {
    /// Holds an amount on the payment method.
    case authorise
    /// Takes an amount out of what is held; the rest of the hold is released.
    case capture
    /// Releases an authorization.
    case void
    /// Returns an amount of what was taken.
    case refund
  }

  /// `<ride>:<purpose>:<operation>:<attempt>`, so that a repeated command is the same command.
  package let key: String
  package let operation: Operation
  package let rideIdentifier: RideIdentifier
  /// Nil exactly for a void, which releases all.
  package let amount: Money?
  package let method: PaymentMethod
  /// The payment system's name for the hold or the payment that is meant, where it gave one.
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

/// What a payment system says of a command.
package struct PaymentResult: Hashable, Sendable {
  /// The closed list of what can have become of a command.
  package enum Outcome: String, Sendable, CaseIterable {
    /// Done.
    case approved
    /// Refused by the holder's bank or the like, for good.
    case declined
    /// The rider has to act first, in the payment system's own surface (3-D Secure).
    case needsAction
    /// It may have been done or not; this is not a refusal, and the same key is asked again.
    case unknown
    /// Not done, for a reason that may pass.
    case failed
  }

  /// The key of the command that is answered.
  package let key: String
  package let outcome: Outcome
  package let reference: String?
  /// For a person who looks into it.
  package let message: String?

  package init(key: String, outcome: Outcome, reference: String? = nil, message: String? = nil) {
    self.key = key
    self.outcome = outcome
    self.reference = reference
    self.message = message
  }
}
