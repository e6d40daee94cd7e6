import Messages
import RideStore
import Rides

extension WritingBatch {
  /// Gives what a message asks of the payment system to it, and does what follows from what it
  /// answers at once.
  ///
  /// How the payment of a ended ride stands becomes part of the change that the message has made;
  /// where it made none, it is a change of its own (rule A9).
  mutating func pay(_ decision: inout Decision, for identifier: RideIdentifier) {
    guard var ride = work.rides[identifier] else { return }
    let policy = dependencies.paymentPolicy(of: ride)
    decision.money = dependencies.carryOut(
      decision.money, on: &ride.account, policy: policy, at: now)
    endIfDeclined(&ride, &decision)
    answerOrders(of: &ride, &decision)
    if ride.isReadyForSearch, ride.searchFrom <= now {
      ride.startSearch(at: now)
      decision.seeking = identifier
    }
    let feedback = dependencies.quoter.policies(of: ride.area)?.feedback ?? FeedbackPolicy()
    let before = ride.status.completionStatus
    let declined = decision.money.declined
    if let last = decision.statuses.indices.last,
      decision.statuses[last].sequence == ride.status.sequence
    {
      _ = ride.showPayment(feedback, declined: declined, at: now)
      decision.statuses[last] = ride.status
    } else if ride.tellPayment(feedback, declined: declined, at: now) {
      decision.statuses.append(ride.status)
    }
    decision.notices += declined.map { $0 == .tip ? .tipDeclined : .refundDeclined }
    if decision.money.hasRefundedTooMuch { decision.notices.append(.refundedTooMuch) }
    if let excess = ride.status.completionStatus?.excess, excess != before?.excess {
      decision.notices.append(.overpaid(excess.state))
    }
    work.put(ride)
  }

  /// A ride whose payment is refused before its vehicle is sought is cancelled by the service, and
  /// costs nothing.
  private func endIfDeclined(_ ride: inout Ride, _ decision: inout Decision) {
    guard ride.status.phase == .received, !ride.isSought, ride.account.clearance == .declined
    else { return }
    let policies = dependencies.quoter.policies(of: ride)
    let request = CancellationRequest(actor: .service, reason: "the payment was refused")
    // The service can cancel any ride that has not ended.
    guard let effects = try? ride.cancel(request, feeTitle: "", policies: policies, at: now) else {
      return
    }
    decision.money.append(
      dependencies.carryOut(effects, on: &ride.account, policy: policies.payment, at: now))
    decision.statuses.append(ride.status)
  }
}

extension CompletionStatus {
  /// What was taken in excess, if anything was.
  fileprivate var excess: Transfer? { refunds.last { $0.isOverpayment } }
}
