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
  /// The moment from which a fee was taken, as it was when the ride was cancelled.
  package var threshold: Instant?

  package init(
    actor: Actor, reason: String?, requestedAt: Instant, fee: Money?, threshold: Instant? = nil
  ) {
    self.actor = actor
    self.reason = reason
    self.requestedAt = requestedAt
    self.fee = fee
    self.threshold = threshold
  }
}

/// What cancelling or missing a ride costs, fixed when it is booked.
package struct CancellationTerms: Hashable, Sendable {
  package var fee: Money
  /// The moment before which cancelling is free whatever vehicle is committed; nil is none.
  package var threshold: Instant?
  /// How long cancelling is free from the commitment of each vehicle.
  package var freeSeconds: Int
  /// How much later than its estimate a committed vehicle may be before cancelling is free.
  package var toleratedDelaySeconds: Int
  package var missedPickupFee: Money

  package init(
    fee: Money, threshold: Instant?, freeSeconds: Int = 0,
    toleratedDelaySeconds: Int = CancellationPolicy.usualToleratedDelaySeconds,
    missedPickupFee: Money
  ) {
    self.fee = fee
    self.threshold = threshold
    self.freeSeconds = freeSeconds
    self.toleratedDelaySeconds = toleratedDelaySeconds
    self.missedPickupFee = missedPickupFee
  }
}
