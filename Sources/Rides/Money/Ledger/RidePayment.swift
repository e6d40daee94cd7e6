extension RideAccount {
  /// The refunds as a completed ride reports them: those that were ordered, and what was taken in
  /// excess.
  package var refundTransfers: [CompletionStatus.Transfer] {
    var transfers = refundOrders.map {
      CompletionStatus.Transfer(state: $0.state, amount: $0.amount)
    }
    let left = overpaid
    let excess = charges.reduce(left) { $0.plus($1.excessReturned) }
    if excess.minorUnits > 0 {
      let isOnItsWay = charges.contains(where: \.isReturningExcess)
      transfers.append(
        CompletionStatus.Transfer(
          state: left.minorUnits == 0 ? .completed : isOnItsWay ? .inProgress : .declined,
          amount: excess, isOverpayment: true))
    }
    return transfers
  }

  /// The newest tip as a completed ride reports it.
  package var tipTransfer: CompletionStatus.Transfer? {
    tipOrders.last.map { CompletionStatus.Transfer(state: $0.state, amount: $0.amount) }
  }
}

extension Ride {
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

  /// Tells, as a change of its own, that the money of a ride that has ended stands otherwise than
  /// last told (rule A9); whether there was such news.
  package mutating func tellPayment(
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
