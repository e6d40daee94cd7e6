extension RideAccount {
  /// An order to move money after the ride: a refund, a tip, or that a debt was settled otherwise.
  ///
  /// It is kept as long as the ride, so that none is carried out twice however late it comes
  /// again. The words of its sender stand here and nowhere else, where they can be erased.
  package struct Order: Hashable, Sendable {
    /// What has become of it.
    package enum State: String, Sendable, CaseIterable {
      /// The payment system has been asked.
      case inProgress
      case completed
      /// The payment system has refused it, in whole or in part.
      case declined
    }

    /// Who is notified of its end.
    package struct Requester: Hashable, Sendable {
      package var replyTo: String
      package var correlationIdentifier: String?

      package init(replyTo: String, correlationIdentifier: String?) {
        self.replyTo = replyTo
        self.correlationIdentifier = correlationIdentifier
      }
    }

    /// The id of the message that brought it.
    package let identifier: String
    package let amount: Money
    package var reason: String?
    package var state: State
    /// Whether the first answer was that it is in progress, so that a second one has the end.
    package var isDeferred: Bool
    /// Nil without a requester to notify.
    package var requester: Requester?
    /// The id of the message that has brought its end.
    package var endedBy: String?

    package init(
      identifier: String, amount: Money, reason: String? = nil, state: State = .inProgress,
      isDeferred: Bool = false, requester: Requester? = nil, endedBy: String? = nil
    ) {
      self.identifier = identifier
      self.amount = amount
      self.reason = reason
      self.state = state
      self.isDeferred = isDeferred
      self.requester = requester
      self.endedBy = endedBy
    }

    /// Sets another state, of which no answer has been sent yet; returns whether this declines it.
    fileprivate mutating func become(_ state: State) -> Bool {
      guard state != self.state else { return false }
      self.state = state
      endedBy = nil
      return state == .declined
    }

    /// Why it was not carried out; nil unless it was declined.
    package func refusal(as kind: OrderKind) -> Refusal? {
      guard state == .declined else { return nil }
      let amount = "\(amount.decimalString) \(amount.currency.code)"
      guard kind == .tip else {
        return Refusal(
          .refundDeclined,
          "the payment system has declined to give \(amount) back, or a part of it; order what is "
            + "left under a new message_id, or pay it back in another way")
      }
      return Refusal(
        .paymentDeclined, "the payment system has declined the tip of \(amount); give it again",
        path: "tip")
    }
  }

  /// What an order is for.
  package enum OrderKind: String, Sendable, CaseIterable {
    case refund
    case tip
    case settlement
  }

  /// The orders of a kind, in the order in which they came.
  package subscript(kind: OrderKind) -> [Order] {
    get {
      switch kind {
      case .refund: refundOrders
      case .tip: tipOrders
      case .settlement: settlements
      }
    }
    set {
      switch kind {
      case .refund: refundOrders = newValue
      case .tip: tipOrders = newValue
      case .settlement: settlements = newValue
      }
    }
  }

  /// The newest order of a kind under an id; nil for none.
  package func order(_ kind: OrderKind, _ identifier: String) -> Order? {
    self[kind].last { $0.identifier == identifier }
  }

  /// Brings the orders to what their charges have come to; returns the kinds of those that this
  /// declines.
  mutating func updateOrders() -> [OrderKind] {
    var declined: [OrderKind] = []
    for index in refundOrders.indices {
      guard let state = state(ofRefund: refundOrders[index]) else { continue }
      if refundOrders[index].become(state) { declined.append(.refund) }
    }
    // A ride that was tipped in an earlier build has charges and no orders.
    let tips = charges.filter { $0.purpose == .tip }.suffix(tipOrders.count)
    for (index, charge) in zip(tipOrders.indices, tips) {
      let state: Order.State =
        charge.captured.minorUnits > 0
        ? .completed : charge.goal == .release ? .declined : .inProgress
      if tipOrders[index].become(state) { declined.append(.tip) }
    }
    return declined
  }

  /// Nil for an order of an earlier build, of whose attempts nothing is known.
  private func state(ofRefund order: Order) -> Order.State? {
    let attempts = charges.flatMap(\.attempts).filter { $0.order == order.identifier }
    guard !attempts.isEmpty else { return nil }
    let given = attempts.filter { $0.fate == .approved }.compactMap(\.amount?.minorUnits)
    if given.reduce(0, +) >= order.amount.minorUnits { return .completed }
    return attempts.contains(where: \.isActive) ? .inProgress : .declined
  }

  /// Takes a tip for the driver, on the method of the ride.
  ///
  /// `order` is the id of the message that asks for it. Refused are a tip for a ride that was not
  /// driven to its end (`rideNotCompleted`), a second one (`feedbackAlreadyGiven`) unless the first
  /// was declined, another currency (`currencyUnsupported`), and any for a ride whose driver
  /// collected the fare (`paymentMethodRequired`): that driver takes tips too. Nothing is no tip.
  package mutating func tip(
    _ amount: Money, order: String, at now: Instant, policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    guard amount.currency == currency, amount.minorUnits <= Money.limit else {
      throw Refusal(
        .currencyUnsupported, "expected a tip in \(currency.code), came \(amount.currency.code)",
        path: "tip")
    }
    guard let bill, bill.contains(where: { $0.account != .cancellationFees }) else {
      throw Refusal(
        .rideNotCompleted, "a tip is taken after a ride that was driven to its end", path: "tip")
    }
    guard !charges.contains(where: { $0.purpose == .tip && $0.goal != .release }) else {
      throw Refusal(.feedbackAlreadyGiven, "the ride has had a tip", path: "tip")
    }
    guard let method else {
      throw Refusal(
        .paymentMethodRequired, "the driver of this ride collects fare and tip", path: "tip")
    }
    guard amount.minorUnits > 0 else { return MoneyEffects() }
    tipOrders.append(Order(identifier: order, amount: amount))
    return MoneyEffects(commands: open(.tip, method, amount, at: now, policy))
  }

  /// Refunds a part of what was taken for the ride: first what was taken in excess, of tips too,
  /// then from the fare's charge drawn last.
  ///
  /// `order` is the id of the message that asks for it; one that has been taken changes nothing.
  /// Refused are another currency, nothing or less, more than is left (`refundTooLarge`), and any
  /// while the payment system has another to answer, or returns an excess (`refundUnderWay`).
  package mutating func refund(
    _ amount: Money, reason: String, order: String, at now: Instant, policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    if self.order(.refund, order) != nil { return MoneyEffects() }
    try checkRefund(amount)
    refundOrders.append(Order(identifier: order, amount: amount, reason: reason))
    var effects = MoneyEffects()
    for (index, part) in parts(ofRefund: amount).enumerated().reversed() {
      effects.commands += charges[index].refund(part, order: order, at: now, policy: policy)
    }
    return effects
  }

  /// What a refund draws on each charge.
  private func parts(ofRefund amount: Money) -> [Money] {
    var rest = amount
    var parts = charges.map { charge in
      let part = rest.atMost(charge.excessLeft)
      rest = rest.minus(part)
      return part
    }
    for index in charges.indices.reversed() {
      let more = rest.atMost(charges[index].orderable.minus(parts[index]))
      rest = rest.minus(more)
      parts[index] = parts[index].plus(more)
    }
    return parts
  }

  private func checkRefund(_ amount: Money) throws(Refusal) {
    guard amount.currency == currency else {
      throw Refusal(
        .currencyUnsupported, "expected \(currency.code), came \(amount.currency.code)",
        path: "amount")
    }
    if let other = refundOrders.first(where: { $0.state == .inProgress }) {
      throw Refusal(
        .refundUnderWay,
        "a refund of \(other.amount.decimalString) \(currency.code) has no answer of the payment "
          + "system yet; order this one under a new message_id when that one has ended")
    }
    guard !charges.contains(where: \.isReturningExcess) else {
      throw Refusal(
        .refundUnderWay,
        "what was taken in excess is being given back; order this refund under a new message_id "
          + "when that has ended")
    }
    let left = refundable
    guard amount.minorUnits > 0, amount.minorUnits <= left.minorUnits else {
      throw Refusal(
        .refundTooLarge,
        "expected more than nothing and at most \(left.decimalString) \(currency.code), "
          + "came \(amount.decimalString)",
        path: "amount")
    }
  }

  /// Records that what was outstanding was paid in another way, and releases what is still held.
  ///
  /// Refused with `illegalMove` while a payment is on its way, which may yet succeed.
  package mutating func settleOutside(
    reason: String? = nil, order: String, at now: Instant, policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    let amount = outstanding
    guard amount.minorUnits > 0 else { return MoneyEffects() }
    guard !isFareOnItsWay else {
      throw Refusal(.illegalMove, "a payment of this ride is on its way")
    }
    var effects = MoneyEffects()
    for index in charges.indices where charges[index].purpose == .fare {
      effects.commands += charges[index].writeOff(at: now, policy: policy)
    }
    settledOutside = settledOutside.plus(amount)
    settlements.append(
      Order(identifier: order, amount: amount, reason: reason, state: .completed))
    post(
      .settledOutside, .settledOutside, .riderReceivable, amount, order: settlements.count,
      at: now, to: &effects)
    return effects
  }

  /// Records why the operator has named what the ride costs; it settles no money.
  package mutating func recordDecision(reason: String, order: String) {
    settlements.append(
      Order(identifier: order, amount: .zero(currency), reason: reason, state: .completed))
  }
}
