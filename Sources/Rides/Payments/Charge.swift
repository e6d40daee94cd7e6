/// One claim on one payment method for a ride, from its hold to its refunds.
///
/// It is a value that changes only through its functions, which return the commands for a payment
/// system. What it should become (`goal`) and what is known of each command (`attempts`) are two
/// things: after each answer `pursue` compares them and asks for what is missing. The answer to a
/// command is therefore booked whenever it comes.
package struct Charge: Hashable, Sendable {
  /// What the money is for; a tip is apart from the fare in every sum.
  package enum Purpose: String, Sendable, CaseIterable {
    case fare
    case tip
  }

  /// Where a charge stands.
  package enum State: String, Sendable, CaseIterable {
    /// Planned; the payment system has not been asked.
    case none
    case authorising
    case authorised
    /// The rider has to act before the hold is approved or declined.
    case needsAction
    case declined
    case capturing
    case captured
    /// Not taken, though owed; asked again a bounded number of times.
    case captureFailed
    case voiding
    case voided
    /// The payment system has released the hold before it was used.
    case expired
    case refunding
    case partiallyRefunded
    case refunded
  }

  /// What the charge is wished to become.
  package enum Goal: Hashable, Sendable {
    /// Wait for the end of the ride.
    case hold
    /// Take this amount.
    case capture(Money)
    /// Take nothing: release holds, and return what is taken all the same.
    case release
  }

  package let rideIdentifier: RideIdentifier
  package let purpose: Purpose
  /// The place among the ride's charges of the same purpose, from 1.
  package let number: Int
  package let method: PaymentMethod
  /// What it is wished to be.
  package var goal: Goal
  /// What is to be held.
  package internal(set) var requested: Money
  /// Every command, in the order in which they were made.
  package var attempts: [Attempt]

  /// Every stored property, as a store gives them back.
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

  /// A charge that is planned: nothing is asked for yet.
  package init(
    rideIdentifier: RideIdentifier, purpose: Purpose, number: Int, method: PaymentMethod,
    amount: Money
  ) {
    self.init(
      rideIdentifier: rideIdentifier, purpose: purpose, number: number, method: method,
      goal: .hold, requested: amount, attempts: [])
  }

  /// Where it stands, by what is known of its attempts.
  package var state: State {
    guard approved(.capture).isEmpty else { return stateOfTaken }
    let captures = attempts.filter { $0.operation == .capture }
    if captures.contains(where: \.isAwaited) { return .capturing }
    if !captures.isEmpty, goal != .release { return .captureFailed }
    guard openHolds.isEmpty else { return .authorised }
    let holds = attempts.filter { $0.operation == .authorise }
    if holds.contains(where: { $0.isActive && $0.fate != .needsAction }) { return .authorising }
    if holds.contains(where: { $0.fate == .needsAction }) { return .needsAction }
    if isActive(.void) { return .voiding }
    if !approved(.void).isEmpty { return .voided }
    if !approved(.authorise).isEmpty { return .expired }
    // One that another has done the work of, or that was never sent, is no refusal.
    return holds.isEmpty ? .none : .declined
  }

  private var stateOfTaken: State {
    let refunds = attempts.filter { $0.operation == .refund }
    if refunds.contains(where: \.isActive) { return .refunding }
    let returned = sum(approved(.refund).map(\.amount)).minorUnits
    return returned == 0
      ? .captured : returned < taken.minorUnits ? .partiallyRefunded : .refunded
  }

  /// What it is to bring.
  private var wanted: Money {
    guard case .capture(let amount) = goal else { return .zero(requested.currency) }
    return amount
  }

  /// Whether it has brought what it is to bring.
  var isPaid: Bool {
    guard case .capture(let amount) = goal else { return false }
    return captured.minorUnits >= amount.minorUnits
  }

  /// Whether an amount was to be taken, was not, and is not asked for any more.
  var hasFailed: Bool {
    guard case .capture = goal, !isPaid else { return false }
    return !attempts.isEmpty && !isActive(.authorise) && !isActive(.capture)
  }

  /// What is or was held; nothing until it is approved.
  package var authorised: Money { approved(.authorise).last?.amount ?? .zero(requested.currency) }

  /// What the payment system has taken, whether or not it was owed.
  package var taken: Money { sum(approved(.capture).map(\.amount)) }

  /// What counts towards the debt; never more than it.
  package var captured: Money {
    let kept = taken.minus(sum(approved(.refund).map(\.excess)))
    return kept.minorUnits < wanted.minorUnits ? kept : wanted
  }

  /// What was taken in excess of the debt and has not been given back.
  package var overpaid: Money {
    taken.minus(sum(approved(.refund).map(\.excess))).minus(captured)
  }

  /// Whether what was taken in excess is being given back.
  package var isReturningExcess: Bool {
    overpaid.minorUnits > 0
      && attempts.contains { $0.operation == .refund && $0.order == nil && $0.isActive }
  }

  /// What was taken in excess and has been given back.
  package var excessReturned: Money { sum(approved(.refund).map(\.excess)) }

  /// What was given back of what was owed.
  package var refunded: Money { sum(approved(.refund).map(\.amount)).minus(excessReturned) }

  /// What can be taken at most: what is held, or will be.
  package var capacity: Money {
    switch state {
    case .none, .authorising, .needsAction: requested
    case .authorised, .expired: authorised
    case .capturing, .captured, .captureFailed, .partiallyRefunded, .refunding, .refunded,
      .declined, .voiding, .voided:
      .zero(requested.currency)
    }
  }

  /// What can be given back now: what was taken less what is or may be given back.
  package var refundable: Money {
    sum(approved(.capture).map { remaining(of: $0) })
  }

  /// The amount that an order can refund now: of a tip no more than was taken in excess, as the
  /// rest is the driver's.
  package var orderable: Money { purpose == .tip ? excessLeft : refundable }

  /// What was taken in excess and can be given back now.
  package var excessLeft: Money { overpaid.atMost(refundable) }

  /// What can be given back of one capture.
  func remaining(of capture: Attempt) -> Money {
    let given = attempts.filter {
      $0.operation == .refund && $0.target == capture.number
        && ($0.isActive || $0.fate == .approved)
    }
    let left = sum([capture.amount]).minus(sum(given.map(\.amount)))
    return left.minorUnits > 0 ? left : .zero(requested.currency)
  }

  /// Whether the payment system may yet take the money; the debt is not overdue until it answers.
  ///
  /// A rider who has to act first may never do so: that is no answer to wait for.
  package var isOnItsWay: Bool {
    !isPaid
      && attempts.contains {
        ($0.operation == .authorise || $0.operation == .capture) && $0.isAwaited
      }
  }

  /// When a command is sent next; nil when none is.
  package var nextDue: Instant? { attempts.compactMap(\.nextDue).min() }

  private func sum(_ amounts: [Money?]) -> Money {
    amounts.compactMap(\.self).sum(in: requested.currency)
  }
}
