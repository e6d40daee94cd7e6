import Messages
import RideStore
import Rides

extension WritingBatch {
  /// Gives what a message asks of the payment system to it, and does what follows from what it
  /// answers at once.
  ///
  /// How the payment of a ended ride stands becomes part of the change that the message has made;
  /// where it made none, it is a change of its own (rule A9).
  mutating func pay(_ draft: inout Draft, for identifier: RideIdentifier) {
    guard var ride = work.rides[identifier] else { return }
    let policy = tools.paymentPolicy(of: ride)
    draft.money = tools.carryOut(draft.money, on: &ride.account, policy: policy, at: now)
    endIfDeclined(&ride, &draft)
    answerOrders(of: &ride, &draft)
    if ride.isReadyForSearch, ride.searchFrom <= now {
      ride.startSearch(at: now)
      draft.seeking = identifier
    }
    let feedback = tools.quoter.policies(of: ride.area)?.feedback ?? FeedbackPolicy()
    let before = ride.status.completionStatus
    let declined = draft.money.declined
    if let last = draft.statuses.indices.last, draft.statuses[last].sequence == ride.status.sequence
    {
      _ = ride.showPayment(feedback, declined: declined, at: now)
      draft.statuses[last] = ride.status
    } else if ride.tellPayment(feedback, declined: declined, at: now) {
      draft.statuses.append(ride.status)
    }
    draft.notices += declined.map { $0 == .tip ? .tipDeclined : .refundDeclined }
    if draft.money.hasRefundedTooMuch { draft.notices.append(.refundedTooMuch) }
    if let excess = ride.status.completionStatus?.excess, excess != before?.excess {
      draft.notices.append(.overpaid(excess.state))
    }
    work.put(ride)
  }

  /// A ride whose payment is refused before its vehicle is sought is cancelled by the service, and
  /// costs nothing.
  private func endIfDeclined(_ ride: inout Ride, _ draft: inout Draft) {
    guard ride.status.phase == .received, !ride.isSought, ride.account.clearance == .declined
    else { return }
    let policies = tools.quoter.policies(of: ride)
    let request = CancellationRequest(actor: .service, reason: "the payment was refused")
    // The service can cancel any ride that has not ended.
    guard let effects = try? ride.cancel(request, feeTitle: "", policies: policies, at: now) else {
      return
    }
    draft.money.append(
      tools.carryOut(effects, on: &ride.account, policy: policies.payment, at: now))
    draft.statuses.append(ride.status)
  }
}

extension CompletionStatus {
  /// What was taken in excess, if anything was.
  fileprivate var excess: Transfer? { refunds.last { $0.isOverpayment } }
}
