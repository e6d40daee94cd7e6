/// How a ride came to be cancelled, and what that cost.
package struct Cancellation: Hashable, Sendable {
  /// Who cancelled.
  package enum Actor: String, Sendable, CaseIterable {
    /// The rider.
    case user
    /// The operator.
    case service
  }

  package var actor: Actor
  package var reason: String?
  /// When the user asked, as far as that can be believed.
  package var requestedAt: Instant
  /// What was taken; nil when it was free.
  package var fee: Money?

  package init(actor: Actor, reason: String?, requestedAt: Instant, fee: Money?) {
    self.actor = actor
    self.reason = reason
    self.requestedAt = requestedAt
    self.fee = fee
  }
}

/// What cancelling or missing a ride costs, fixed when it is booked.
package struct CancellationTerms: Hashable, Sendable {
  package var fee: Money
  /// The moment from which the fee is taken; nil when it is from the booking on.
  package var threshold: Instant?
  package var missedPickupFee: Money

  package init(fee: Money, threshold: Instant?, missedPickupFee: Money) {
    self.fee = fee
    self.threshold = threshold
    self.missedPickupFee = missedPickupFee
  }
}
