/// One claim on one payment method for a ride, from its hold to its refunds.
///
/// It changes only through its functions, which return the commands that a payment system is to be
/// given. What it is wished to be (`goal`) and where it stands (`state`) are two things: a wish
/// that comes while an answer is awaited is pursued when the answer has come.
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
    /// Let everything go.
    case release
  }

  /// How often each operation has been asked for under a key of its own.
  package struct Attempts: Hashable, Sendable {
    package var authorise: Int
    package var capture: Int
    package var void: Int
    package var refund: Int

    package init(authorise: Int = 0, capture: Int = 0, void: Int = 0, refund: Int = 0) {
      self.authorise = authorise
      self.capture = capture
      self.void = void
      self.refund = refund
    }
  }

  package let rideIdentifier: RideIdentifier
  package let purpose: Purpose
  /// The place among the ride's charges of the same purpose, from 1.
  package let number: Int
  package let method: PaymentMethod
  /// Where it stands.
  package internal(set) var state: State
  /// What it is wished to be.
  package internal(set) var goal: Goal
  /// What is to be held.
  package internal(set) var requested: Money
  /// What is or was held; nothing until it is approved.
  package internal(set) var authorised: Money
  /// What was taken.
  package internal(set) var captured: Money
  /// What was given back of it.
  package internal(set) var refunded: Money
  /// Until when the hold is trusted; nil until it is approved.
  package internal(set) var heldUntil: Instant?
  /// How often each operation has been asked for.
  package internal(set) var attempts: Attempts
  /// The command whose answer is awaited, or which is asked next.
  package internal(set) var pending: PaymentCommand?
  /// How often `pending` has been sent; 0 for one that waits for `nextDue`.
  package internal(set) var timesAsked: Int
  /// The keys used for the present wish; bounds the attempts.
  package internal(set) var tries: Int
  /// When `pending` is sent again under the same key; nil when nothing is.
  package internal(set) var nextDue: Instant?
  /// Why a pending refund is given.
  package internal(set) var note: String?
  /// The payment system's name for the hold or the payment.
  package internal(set) var reference: String?

  /// Every stored property, as a store gives them back.
  package init(
    rideIdentifier: RideIdentifier, purpose: Purpose, number: Int, method: PaymentMethod,
    state: State, goal: Goal, requested: Money, authorised: Money, captured: Money,
    refunded: Money, heldUntil: Instant?, attempts: Attempts, pending: PaymentCommand?,
    timesAsked: Int, tries: Int, nextDue: Instant?, note: String?, reference: String?
  ) {
    self.rideIdentifier = rideIdentifier
    self.purpose = purpose
    self.number = number
    self.method = method
    self.state = state
    self.goal = goal
    self.requested = requested
    self.authorised = authorised
    self.captured = captured
    self.refunded = refunded
    self.heldUntil = heldUntil
    self.attempts = attempts
    self.pending = pending
    self.timesAsked = timesAsked
    self.tries = tries
    self.nextDue = nextDue
    self.note = note
    self.reference = reference
  }
}
