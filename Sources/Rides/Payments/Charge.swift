/// One charge on one payment method for a ride, from its hold (authorization) to its refunds.
///
/// A charge changes only through its functions, which return the commands for a payment system. The
/// wanted result (`goal`) and the state of each command (`attempts`) are separate: after each
/// answer `pursue` compares them and requests what is missing. So an answer is booked whenever it
/// arrives.
package struct Charge: Hashable, Sendable {
  /// The purpose of the money; sums keep tips and fares apart.
  package enum Purpose: String, Sendable, CaseIterable {
    case fare
    case tip
  }

  /// The state of a charge.
  package enum State: String, Sendable, CaseIterable {
    /// Planned; no command was sent.
    case none
    case authorizing
    case authorized
    /// The rider has to act before the hold is approved or declined.
    case needsAction
    case declined
    case capturing
    case captured
    /// Owed and not captured; retried a bounded number of times.
    case captureFailed
    case voiding
    case voided
    /// The payment system released the hold before it was captured.
    case expired
    case refunding
    case partiallyRefunded
    case refunded
  }

  /// The wanted result of the charge.
  package enum Goal: Hashable, Sendable {
    /// Wait for the end of the ride.
    case hold
    /// Capture this amount.
    case capture(Money)
    /// Capture nothing: release holds, and refund later captures.
    case release
  }

  package let rideIdentifier: RideIdentifier
  package let purpose: Purpose
  /// The number among the ride's charges of the same purpose, from 1.
  package let number: Int
  package let method: PaymentMethod
  /// The wanted result.
  package var goal: Goal
  /// The amount of the hold.
  package internal(set) var requested: Money
  /// Every command, in the order of their creation.
  package var attempts: [Attempt]

  /// Restores all properties from a store.
  package init(
    rideIdentifier: RideIdentifier, purpose: Purpose, number: Int, method: PaymentMethod,
    goal: Goal, requested: Money, attempts: [Attempt]
  ) {
    self.rideIdentifier = rideIdentifier
    self.purpose = purpose
    self.number = number
    self.method = method
    self.goal = goal
    self.requested = requested
    self.attempts = attempts
  }

  /// A planned charge, without a command.
  package init(
    rideIdentifier: RideIdentifier, purpose: Purpose, number: Int, method: PaymentMethod,
    amount: Money
  ) {
    self.init(
      rideIdentifier: rideIdentifier, purpose: purpose, number: number, method: method,
      goal: .hold, requested: amount, attempts: [])
  }

  /// The state, derived from its attempts.
  package var state: State {
    guard approved(.capture).isEmpty else { return stateOfTaken }
    let captures = attempts.filter { $0.operation == .capture }
    if captures.contains(where: \.isAwaited) { return .capturing }
    if !captures.isEmpty, goal != .release { return .captureFailed }
    guard openHolds.isEmpty else { return .authorized }
    let holds = attempts.filter { $0.operation == .authorize }
    if holds.contains(where: { $0.isActive && $0.fate != .needsAction }) { return .authorizing }
    if holds.contains(where: { $0.fate == .needsAction }) { return .needsAction }
    if isActive(.void) { return .voiding }
    if !approved(.void).isEmpty { return .voided }
    if !approved(.authorize).isEmpty { return .expired }
    // An attempt that was never sent, or whose work another has done, is no refusal.
    return holds.isEmpty ? .none : .declined
  }

  /// Whether a check of the payment method has failed for a temporary reason, which says nothing of
  /// the method.
  var isFailedCheck: Bool {
    let holds = attempts.filter { $0.operation == .authorize }
    return goal == .release && !holds.isEmpty && holds.allSatisfy { $0.fate == .failed }
  }

  private var stateOfTaken: State {
    let refunds = attempts.filter { $0.operation == .refund }
    if refunds.contains(where: \.isActive) { return .refunding }
    let returned = sum(approved(.refund).map(\.amount)).minorUnits
    return returned == 0
      ? .captured : returned < taken.minorUnits ? .partiallyRefunded : .refunded
  }

  /// The wanted amount.
  var wanted: Money {
    guard case .capture(let amount) = goal else { return .zero(requested.currency) }
    return amount
  }

  /// Whether the wanted amount is captured.
  var isPaid: Bool {
    guard case .capture(let amount) = goal else { return false }
    return captured.minorUnits >= amount.minorUnits
  }

  /// Whether a wanted amount was not captured and is not retried.
  var hasFailed: Bool {
    guard case .capture = goal, !isPaid else { return false }
    return !attempts.isEmpty && !isActive(.authorize) && !isActive(.capture)
  }

  /// The approved amount of the hold, current or past.
  package var authorized: Money { approved(.authorize).last?.amount ?? .zero(requested.currency) }

  /// The captured amount, owed or not.
  package var taken: Money { sum(approved(.capture).map(\.amount)) }

  /// The captured amount that was not refunded as an excess.
  var kept: Money { taken.minus(excessReturned) }

  /// The captured amount that counts towards the debt; never more than the debt.
  package var captured: Money { kept.atMost(wanted) }

  /// The captured excess that is not refunded.
  package var overpaid: Money { kept.minus(captured) }

  /// Whether the refund of an excess is in progress.
  package var isReturningExcess: Bool {
    overpaid.minorUnits > 0
      && attempts.contains { $0.operation == .refund && $0.order == nil && $0.isActive }
  }

  /// The refunded excess.
  package var excessReturned: Money { sum(approved(.refund).map(\.excess)) }

  /// The refunded part of the owed amount.
  package var refunded: Money { sum(approved(.refund).map(\.amount)).minus(excessReturned) }

  /// The highest amount that can be captured: the hold, current or planned, unless it is released.
  package var capacity: Money {
    switch goal == .release ? .voided : state {
    case .none, .authorizing, .needsAction: requested
    case .authorized, .expired: authorized
    case .capturing, .captured, .captureFailed, .partiallyRefunded, .refunding, .refunded,
      .declined, .voiding, .voided:
      .zero(requested.currency)
    }
  }

  /// The amount that can be refunded now: the captures less the refunds, possible ones included.
  package var refundable: Money {
    sum(approved(.capture).map { remaining(of: $0) })
  }

  /// The amount that an order can refund now: of a tip only the excess, as
  /// the rest belongs to the driver.
  package var orderable: Money { purpose == .tip ? excessLeft : refundable }

  /// The excess that can be refunded now.
  package var excessLeft: Money { overpaid.atMost(refundable) }

  /// The amount of one capture that can be refunded.
  func remaining(of capture: Attempt) -> Money {
    let given = attempts.filter {
      $0.operation == .refund && $0.target == capture.number
        && ($0.isActive || $0.fate == .approved)
    }
    let left = sum([capture.amount]).minus(sum(given.map(\.amount)))
    return left.minorUnits > 0 ? left : .zero(requested.currency)
  }

  /// Whether the payment system may still capture the money; until its answer the debt is not
  /// overdue.
  ///
  /// False while the rider has to act first, since the rider may never do so.
  package var isOnItsWay: Bool {
    !isPaid
      && attempts.contains {
        ($0.operation == .authorize || $0.operation == .capture) && $0.isAwaited
      }
  }

  /// When the next command is due; nil for none.
  package var nextDue: Instant? { attempts.compactMap(\.nextDue).min() }

  private func sum(_ amounts: [Money?]) -> Money {
    amounts.compactMap(\.self).sum(in: requested.currency)
  }
}
