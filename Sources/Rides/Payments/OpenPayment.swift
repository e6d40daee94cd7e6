/// An unfinished or failed payment of a ride.
package struct OpenPayment: Hashable, Sendable {
  /// The purpose of the money.
  package enum Kind: String, Sendable, CaseIterable {
    /// The fare, and the hold for it.
    case fare
    /// The fee for a cancellation or a missed pickup.
    case fee
    case tip
    case refund
    /// The release of a hold that is not needed.
    case void
  }

  /// Its state.
  package enum State: String, Sendable, CaseIterable {
    /// The payment system has not answered yet.
    case requested
    /// It has failed and is retried later.
    case retrying
    /// The rider has to act first.
    case needsAction
    /// It was declined, or has failed too often; it is not retried without an order.
    case failed
  }

  /// Its name within the ride, such as `fare:capture:1`; letters, digits and colons only.
  package var key: String
  package var kind: Kind
  package var state: State
  /// Since when it has this state.
  package var since: Instant

  package init(key: String, kind: Kind, state: State, since: Instant) {
    self.key = key
    self.kind = kind
    self.state = state
    self.since = since
  }
}

extension RideAccount {
  /// The payments that have not ended, and those that have failed.
  ///
  /// Accounts have no times: a payment in the same state as in `before` keeps its time, all others
  /// get `now`.
  package func openPayments(at now: Instant, before: [OpenPayment] = []) -> [OpenPayment] {
    // Most rides usually have none, and cost nothing then.
    var found: [OpenPayment] = []
    for charge in charges { addPayments(of: charge, at: now, to: &found) }
    addFailedOrders(at: now, to: &found)
    if found.isEmpty || before.isEmpty { return found }
    return found.map { payment in
      before.first { $0.key == payment.key && $0.state == payment.state } ?? payment
    }
  }

  private func addPayments(of charge: Charge, at now: Instant, to found: inout [OpenPayment]) {
    func add(_ key: String, _ kind: OpenPayment.Kind?, _ state: OpenPayment.State) {
      let own: OpenPayment.Kind = charge.purpose == .tip ? .tip : isFeeOnly ? .fee : .fare
      found.append(
        OpenPayment(key: key, kind: kind ?? own, state: state, since: now))
    }
    for attempt in charge.attempts {
      guard let state = charge.state(ofOpen: attempt) else { continue }
      add(charge.shortKey(of: attempt), attempt.operation.kind, state)
    }
    // A failed tip is a declined order, and no debt.
    if charge.purpose == .fare, charge.hasFailed { add(charge.shortKey, nil, .failed) }
    if charge.hasKeptExcess { add(charge.shortKey + ":excess", .refund, .failed) }
  }

  /// The newest order of a kind counts: a declined order can be sent again.
  private func addFailedOrders(at now: Instant, to found: inout [OpenPayment]) {
    func add(_ kind: OpenPayment.Kind, _ count: Int, _ last: Order?) {
      guard last?.state == .declined else { return }
      found.append(
        OpenPayment(
          key: "\(kind.rawValue)Order:\(count)", kind: kind, state: .failed, since: now))
    }
    add(.refund, refundOrders.count, refundOrders.last)
    add(.tip, tipOrders.count, tipOrders.last)
  }

  /// Whether the whole debt is for a cancellation or a missed pickup.
  private var isFeeOnly: Bool {
    guard let bill, !bill.isEmpty else { return false }
    return bill.allSatisfy { $0.account == .cancellationFees }
  }
}

extension Charge {
  /// The state of an attempt whose result is still expected; nil for any other.
  fileprivate func state(ofOpen attempt: Attempt) -> OpenPayment.State? {
    guard attempt.isActive else { return nil }
    switch attempt.fate {
    case .planned: return .retrying
    case .asked, .unknown: return .requested
    // Once the money is not wanted, the rider's bank does not matter.
    case .needsAction: return goal == .release ? nil : .needsAction
    case .failed, .declined, .approved: return nil
    }
  }

  /// Whether the refund of an excess has failed.
  fileprivate var hasKeptExcess: Bool {
    // The sums are computed last: few charges have such an attempt.
    attempts.contains { $0.operation == .refund && $0.order == nil }
      && overpaid.minorUnits > 0 && !isReturningExcess
  }
}

extension PaymentCommand.Operation {
  /// The kind of a payment that returns money; nil for one that captures.
  fileprivate var kind: OpenPayment.Kind? {
    switch self {
    case .authorize, .capture: nil
    case .void: .void
    case .refund: .refund
    }
  }
}
