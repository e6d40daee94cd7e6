import Messages
import RideStore
import Rides

extension PaymentResultReport {
  /// What the report means for the account of the ride.
  fileprivate var result: PaymentResult {
    // The ride was found by its name.
    let (_, key, outcome, reference, message) = members
    return PaymentResult(key: key, outcome: outcome, reference: reference, message: message)
  }
}

extension DispatchBatch {
  /// Applies the answer of a payment system to a command.
  mutating func apply(_ report: PaymentResultReport, _ decision: inout Decision) {
    let now = now
    change(report.rideIdentifier, &decision) { ride, policy throws(Refusal) in
      try ride.account.apply(report.result, at: now, policy: policy)
    }
  }

  /// Refunds a part of the cost of a ride, once for each order: the ride keeps its orders even
  /// after their outcomes were deleted.
  mutating func apply(_ refund: RideRefund, _ decision: inout Decision) {
    let now = now
    let order = decision.identity?.key.messageIdentifier ?? ""
    let (ride, amount, reason, author) = refund.members
    change(ride, &decision) { ride, policy throws(Refusal) in
      try ride.account.refund(
        amount, reason: reason, author: author, order: order, at: now, policy: policy)
    }
  }

  /// The conflict of a refund without a stored outcome whose id the ride has for an order with
  /// other content; nil for all others.
  func conflict(of refund: RideRefund, _ identity: StoredOutcome.Identity?) -> RequestError? {
    guard let key = identity?.key,
      let known = decisions.rides[refund.rideIdentifier]?.account
        .order(.refund, key.messageIdentifier),
      known.amount != refund.amount || known.reason != refund.reason
        || known.author != refund.author
    else { return nil }
    return Deduplicator.conflict(key, "another refund")
  }

  /// The same for a settlement whose id the ride has for an order of another kind.
  func conflict(
    of settlement: RideSettlement, _ identity: StoredOutcome.Identity?
  ) -> RequestError? {
    guard let key = identity?.key,
      decisions.rides[settlement.rideIdentifier]?.account
        .order(.settlement, key.messageIdentifier)?.deed != nil
    else { return nil }
    return Deduplicator.conflict(key, "another order")
  }

  /// Records that the debt of a ride was paid in another way, bills a ride whose fare was held for
  /// review with the fare that the operator names, or lets a ride start whose start is held; once
  /// for each order, as for a refund.
  mutating func apply(_ settlement: RideSettlement, _ decision: inout Decision) {
    let (now, payments) = (now, decisions.payments)
    let order = decision.identity?.key.messageIdentifier ?? ""
    let (ride, reason, fare, tolls, author) = settlement.members
    if fare == nil, tolls.isEmpty, allowStart(settlement, order: order, &decision) { return }
    change(ride, &decision) { ride, policy throws(Refusal) in
      if ride.account.order(.settlement, order) != nil { return MoneyEffects() }
      guard let fare else {
        guard tolls.isEmpty else {
          throw Refusal(.illegalMove, "expected a fare with the tolls", path: "fare")
        }
        guard let held = ride.heldFare else {
          return try ride.account.settleOutside(
            reason: reason, author: author, order: order, at: now, policy: policy)
        }
        throw Refusal(
          .illegalMove, "expected a fare for a ride of which \(held.decimalString) is held",
          path: "fare")
      }
      let effects = try payments.decideHeld(&ride, fare: fare, tolls: tolls)
      ride.account.recordDecision(reason: reason, author: author, order: order, at: now)
      return effects
    }
  }

  /// Whether the start of the ride was held; then the operator's word replaces the start code.
  private mutating func allowStart(
    _ word: RideSettlement, order: String, _ decision: inout Decision
  ) -> Bool {
    guard var ride = decisions.rides[word.rideIdentifier],
      ride.account.order(.settlement, order) == nil, ride.allowStart(at: now)
    else { return false }
    ride.account.recordDecision(reason: word.reason, author: word.author, order: order, at: now)
    decision.statuses.append(ride.status)
    decisions.put(ride)
    return true
  }

  private mutating func change(
    _ identifier: RideIdentifier, _ decision: inout Decision,
    _ change: (inout Ride, PaymentPolicy) throws(Refusal) -> MoneyEffects
  ) {
    do throws(Refusal) {
      guard var ride = decisions.rides[identifier] else {
        throw Refusal(.unknownRide, "there is no ride \(identifier)", path: "rideIdentifier")
      }
      decision.money.append(try change(&ride, decisions.payments.policy(of: ride)))
      decisions.put(ride)
    } catch {
      decision.answer = .refusal(error)
    }
  }

  /// Refuses a meter's fare, or a toll, in another currency than the ride's; nil for any other
  /// report.
  func refusal(of report: RideUpdateReport) -> Refusal? {
    guard let ride = decisions.rides[report.rideIdentifier] else { return nil }
    do throws(Refusal) {
      try ride.check(report.tolls)
    } catch {
      return error
    }
    let currency = ride.account.currency
    guard let fare = report.meteredFare, fare.currency != currency else { return nil }
    return Refusal(
      .currencyUnsupported, "expected a fare in \(currency.code), came \(fare.currency.code)",
      path: "meteredFare.currencyCode")
  }

  /// Bills a ride that the message has ended, with the meter's fare and the tolls of a report.
  mutating func bill(
    _ identifier: RideIdentifier, _ report: RideUpdateReport?, _ decision: inout Decision
  ) {
    guard !decision.statuses.isEmpty, var ride = decisions.rides[identifier],
      ride.account.bill == nil, ride.heldFare == nil
    else { return }
    let payments = decisions.payments
    let billed: (effects: MoneyEffects, doubt: String?)
    switch ride.status.completionStatus?.outcome {
    case .completed:
      billed =
        payments.hold(&ride, meteredFare: report?.meteredFare, tolls: report?.tolls ?? [])
        ?? payments.bill(&ride, meteredFare: report?.meteredFare)
    case .canceledMissedPickup: billed = payments.billMissedPickup(&ride)
    case .canceledByUser, .canceledByService, nil: return
    }
    decision.money.append(billed.effects)
    decision.doubt = billed.doubt
    decisions.put(ride)
  }
}
