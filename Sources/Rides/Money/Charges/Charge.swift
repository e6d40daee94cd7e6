/// One claim on one payment method for a ride, from its hold to its refunds.
///
/// It is a value that changes only through its functions, which return the commands for a payment
/// system. What it should become (`goal`) and what is known of each command (`attempts`) are two
/// things: after each answer `pursue` compares them and asks for what is missing. The answer to a
/// command is therefore booked whenever it comes.
package struct Charge: Hashable, Sendable {
  /// What the money is for; a tip is apart from the fare in every sum.
  package enum Purpose: String, Sendable, CaseIterable {
    case fare
    case tip
  }

  /// Where a charge stands.
  package enum State: String, Sendable, CaseIterable {
    /// Planned; nobody has been asked.
    case none
    case authorising
    case authorised
    /// The rider has to act before the hold is approved or declined.
    case needsAction
    case declined
    case capturing
    case captured
    /// Not taken, though owed; asked again a bounded number of times.
    case captureFailed
    case voiding
    case voided
    /// The payment system has let the hold go by itself.
    case expired
    case refunding
    case partiallyRefunded
    case refunded
  }

  /// What the charge is wished to become.
  package enum Goal: Hashable, Sendable {
    /// Wait for the end of the ride.
    case hold
    /// Take this amount.
    case capture(Money)
    /// Take nothing: let holds go, and give back what is taken all the same.
    case release
  }

  package let rideIdentifier: RideIdentifier
  package let purpose: Purpose
  /// The place among the ride's charges of the same purpose, from 1.
  package let number: Int
  package let method: PaymentMethod
  /// What it is wished to be.
  package var goal: Goal
  /// What is to be held.
  package internal(set) var requested: Money
  /// Every command, in the order in which they were made.
  package var attempts: [Attempt]

  /// Every stored property, as a store gives them back.
  package init(
    rideIdentifier: RideIdentifier, purpose: Purpose, number: Int, method: PaymentMethod,
    goal: Goal, requested: Money, attempts: [Attempt]
  ) {
    self.rideIdentifier = rideIdentifier
    self.purpose = purpose
    self.number = number
    self.method = method
    self.goal = goal
    self.requested = requested
    self.attempts = attempts
  }

  /// A charge that is planned: nothing is asked for yet.
  package init(
    rideIdentifier: RideIdentifier, purpose: Purpose, number: Int, method: PaymentMethod,
    amount: Money
  ) {
    self.init(
      rideIdentifier: rideIdentifier, purpose: purpose, number: number, method: method,
      goal: .hold, requested: amount, attempts: [])
  }
}
