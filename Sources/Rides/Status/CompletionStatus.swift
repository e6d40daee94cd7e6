/// The end of a ride, its payment, and the requested feedback: three independent facts, from which
/// SiriKit's `INRideCompletionStatus` is derived at the edge.
package struct CompletionStatus: Hashable, Sendable {
  /// The way a ride ended.
  package enum Outcome: String, Sendable, CaseIterable {
    case completed
    case canceledByUser
    case canceledByService
    case canceledMissedPickup
  }

  /// The state of the money owed for a ride.
  package struct Payment: Hashable, Sendable {
    /// Whether the amount has been paid.
    package enum State: String, Sendable, CaseIterable {
      case settled
      case outstanding
    }

    package var state: State
    package var amount: Money

    package init(state: State, amount: Money) {
      self.state = state
      self.amount = amount
    }
  }

  /// Money that is moved after the ride, besides the payment: a refund, or a tip.
  package struct Transfer: Hashable, Sendable {
    package var state: RideAccount.Order.State
    package var amount: Money
    /// Whether the amount is the refund of an excess, without an order.
    package var isOverpayment: Bool

    package init(state: RideAccount.Order.State, amount: Money, isOverpayment: Bool = false) {
      self.state = state
      self.amount = amount
      self.isOverpayment = isOverpayment
    }
  }

  /// The requested feedback after the ride: SiriKit's `INRideFeedbackTypeOptions`.
  package enum Feedback: String, Sendable, CaseIterable {
    case rate
    case tip
  }

  package var outcome: Outcome
  /// Why it was canceled or missed, of the closed list; nil for a ride that was driven, and where
  /// nobody has said it.
  package var cause: CancellationCause?
  /// Who is at fault for that; nil without a cause.
  package var party: FaultParty?
  /// The cause in the operator's words and the rider's language; nil where the catalogue has none.
  package var causeText: String?
  package var payment: Payment?
  /// The ordered refunds, and then the refunds of an excess.
  package var refunds: [Transfer]
  /// The newest tip.
  package var tip: Transfer?
  /// The trip, of a ride that was driven: when it began and ended, how far it went where that was
  /// measured, and the time zone of its pickup.
  package var startedAt: Instant?
  package var endedAt: Instant?
  package var drivenMetres: Int?
  package var timeZone: String?
  package var feedback: [Feedback]
  package var defaultTippingOptions: [Money]
  /// Where the operator's app accepts payment and feedback: SiriKit's `completionUserActivity`.
  package var userActivity: UserActivity?

  package init(
    outcome: Outcome, cause: CancellationCause? = nil, party: FaultParty? = nil,
    causeText: String? = nil, payment: Payment? = nil, refunds: [Transfer] = [],
    tip: Transfer? = nil, startedAt: Instant? = nil, endedAt: Instant? = nil,
    drivenMetres: Int? = nil, timeZone: String? = nil, feedback: [Feedback] = [],
    defaultTippingOptions: [Money] = [], userActivity: UserActivity? = nil
  ) {
    self.outcome = outcome
    self.cause = cause
    self.party = party
    self.causeText = causeText
    self.payment = payment
    self.refunds = refunds
    self.tip = tip
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.drivenMetres = drivenMetres
    self.timeZone = timeZone
    self.feedback = feedback
    self.defaultTippingOptions = defaultTippingOptions
    self.userActivity = userActivity
  }
}

extension RideAccount {
  /// The payment as a completed ride reports it; nil before the end, and for a ride that costs
  /// nothing because it was not driven.
  ///
  /// A payment in progress is outstanding until it is captured (rule A9).
  package var payment: CompletionStatus.Payment? {
    guard let bill, !bill.isEmpty else { return nil }
    let outstanding = outstanding
    return outstanding.minorUnits > 0
      ? CompletionStatus.Payment(state: .outstanding, amount: outstanding)
      : CompletionStatus.Payment(state: .settled, amount: total)
  }

  /// The refunds as a completed ride reports them: ordered ones, and those of an excess.
  package var refundTransfers: [CompletionStatus.Transfer] {
    var transfers = refundOrders.map {
      CompletionStatus.Transfer(state: $0.state, amount: $0.amount)
    }
    let left = overpaid
    let excess = left.plus(charges.map(\.excessReturned).sum(in: currency))
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
