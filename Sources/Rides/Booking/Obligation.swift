/// A debt of a rider after the end of a ride, which may block the next one.
package enum Obligation: String, CaseIterable, Sendable {
  /// The ride is not paid, or not all of it.
  case payment
  /// The ride awaits its rider's rating or tip.
  case feedback

  /// The refusal of another ride because of this debt.
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
  /// The debt for the ride; nil before its end, and once everything is settled.
  ///
  /// A payment in progress is no debt: its rider need not wait for the answer.
  /// Of two debts it is the payment, which a rating cannot replace. A required rating is a debt
  /// until the end of its window.
  package var obligation: Obligation? {
    guard status.phase.isFinal else { return nil }
    if account.outstanding.minorUnits > 0, !account.isFareOnItsWay { return .payment }
    return ratingDueBy == nil ? nil : .feedback
  }

  /// The same at a given time, even if `processDue` has not closed an ended window yet.
  package func obligation(at now: Instant) -> Obligation? {
    guard obligation == .feedback, let ratingDueBy, ratingDueBy <= now else { return obligation }
    return nil
  }

  /// Updates the payment, refunds and tip in the status of an ended ride; returns whether they
  /// changed.
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
    if account.isRefunded { askForNoTip() }
    guard status.completionStatus != before else { return false }
    clearTransientFields()
    return true
  }

  /// Publishes the payment state of an ended ride as a change of its own (rule A9); returns whether
  /// it differs from the last one.
  package mutating func publishPayment(
    _ policy: FeedbackPolicy, declined: [RideAccount.OrderKind], at now: Instant
  ) -> Bool {
    guard showPayment(policy, declined: declined, at: now) else { return false }
    advance(at: now)
    return true
  }

  /// Whether the payment allows the search for a vehicle, and the search has not begun.
  package var isReadyForSearch: Bool {
    status.phase == .received && !isSought && account.clearance == .cleared
  }
}
