/// What a rider still owes after a ride has ended, and what may block the next one.
package enum Obligation: String, CaseIterable, Sendable {
  /// The ride is not paid, or not all of it.
  case payment
  /// The ride awaits its rider's rating or tip.
  case feedback

  /// Why a rider who owes this gets no other ride.
  package var refusal: Refusal {
    switch self {
    case .payment:
      Refusal(.previousRideNeedsCompletion, "an earlier ride of the rider is not paid")
    case .feedback:
      Refusal(.previousRideNeedsFeedback, "an earlier ride of the rider waits for its rating")
    }
  }
}

extension Ride {
  /// What the rider still owes for the ride; nil while it goes on, and once all is settled.
  ///
  /// A payment that is on its way is not yet owed: its rider need not wait for the answer.
  /// Of two kinds it is the payment: a rider who has to pay cannot go on by rating. A rating that
  /// is required is owed until its window ends.
  package var obligation: Obligation? {
    guard status.phase.isFinal else { return nil }
    if account.outstanding.minorUnits > 0, !account.isFareOnItsWay { return .payment }
    return ratingDueBy == nil ? nil : .feedback
  }

  /// The same at a moment, also after the end of a window that `processDue` has not closed yet.
  package func obligation(at now: Instant) -> Obligation? {
    guard obligation == .feedback, let ratingDueBy, ratingDueBy <= now else { return obligation }
    return nil
  }

  /// Shows in the status of a ride that has ended how its payment, its refunds and its tip stand;
  /// whether that is news.
  ///
  /// `declined` are the orders that have just been declined: a tip among them can be given again
  /// within the window. The caller counts the change, or knows that it belongs to one that is
  /// counted already.
  package mutating func showPayment(
    _ policy: FeedbackPolicy, declined: [RideAccount.OrderKind], at now: Instant
  ) -> Bool {
    let before = status.completionStatus
    status.completionStatus?.payment = account.payment
    status.completionStatus?.refunds = account.refundTransfers
    status.completionStatus?.tip = account.tipTransfer
    if declined.contains(.tip) { askForTipAgain(policy, at: now) }
    guard status.completionStatus != before else { return false }
    clearTransientFields()
    return true
  }

  /// Publishes, as a change of its own, how the money of a ride that has ended stands (rule A9);
  /// returns whether that differs from what was last published.
  package mutating func publishPayment(
    _ policy: FeedbackPolicy, declined: [RideAccount.OrderKind], at now: Instant
  ) -> Bool {
    guard showPayment(policy, declined: declined, at: now) else { return false }
    advance(at: now)
    return true
  }

  /// Whether the payment lets a vehicle be sought, and nothing else has begun that yet.
  package var isReadyForSearch: Bool {
    status.phase == .received && !isSought && account.clearance == .cleared
  }
}
