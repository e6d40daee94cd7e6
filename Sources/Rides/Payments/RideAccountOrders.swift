extension RideAccount {
  /// An order about money after the ride: a refund, a tip, or the settlement of a debt in another
  /// way.
  ///
  /// It is stored as long as the ride, so that even a late repeat has no further effect. Its
  /// sender's words are stored only here, where they can be erased.
  package struct Order: Hashable, Sendable {
    /// Its state.
    package enum State: String, Sendable, CaseIterable {
      /// The payment system has not answered.
      case inProgress
      case completed
      /// The payment system has declined it, in whole or in part.
      case declined
    }

    /// What it does, among the orders of the operator's staff that are no refund.
    package enum Deed: String, Sendable, CaseIterable {
      /// Lets a fee go.
      case waiver
      /// Names another fare than the one that was billed.
      case adjustment
      /// Ends a ride.
      case end
      /// Takes a ride from its vehicle.
      case reassignment
    }

    /// The requester who gets its result.
    package struct Requester: Hashable, Sendable {
      package var replyTo: String
      package var correlationIdentifier: String?

      package init(replyTo: String, correlationIdentifier: String?) {
        self.replyTo = replyTo
        self.correlationIdentifier = correlationIdentifier
      }
    }

    /// The id of its message.
    package let identifier: String
    package let amount: Money
    package var reason: String?
    package var state: State
    /// Whether the first answer was "in progress", so that a second one has the result.
    package var isDeferred: Bool
    /// Nil without a requester to notify.
    package var requester: Requester?
    /// The id of the message that ended it.
    package var endedBy: String?
    /// Nil for a refund, a tip, and the settlement of a debt or of a held fare.
    package var deed: Deed?
    /// Who of the operator's staff has ordered it, if that is known.
    package var author: String?
    /// When it was carried out, if that is known.
    package var at: Instant?
    /// The sum of the tolls that it names with a fare; nil without any.
    package var tolls: Money?

    package init(
      identifier: String, amount: Money, reason: String? = nil, state: State = .inProgress,
      isDeferred: Bool = false, requester: Requester? = nil, endedBy: String? = nil,
      deed: Deed? = nil, author: String? = nil, at: Instant? = nil,
      tolls: Money? = nil
    ) {
      self.identifier = identifier
      self.amount = amount
      self.reason = reason
      self.state = state
      self.isDeferred = isDeferred
      self.requester = requester
      self.endedBy = endedBy
      self.deed = deed
      self.author = author
      self.at = at
      self.tolls = tolls
    }

    /// Sets another state, without an answer so far; returns whether it is now declined.
    fileprivate mutating func become(_ state: State) -> Bool {
      guard state != self.state else { return false }
      self.state = state
      endedBy = nil
      return state == .declined
    }

    /// Why it was declined; else nil.
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

  /// The kind of an order.
  package enum OrderKind: String, Sendable, CaseIterable {
    case refund
    case tip
    case settlement
  }

  /// The orders of a kind, in the order of their arrival.
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

  /// The newest order of a kind with an id; nil for none.
  package func order(_ kind: OrderKind, _ identifier: String) -> Order? {
    self[kind].last { $0.identifier == identifier }
  }

  /// Updates the orders from the states of their charges; returns the kinds of the newly declined
  /// ones.
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

  /// Nil for an order of an earlier build, whose attempts are unknown.
  private func state(ofRefund order: Order) -> Order.State? {
    let attempts = charges.flatMap(\.attempts).filter { $0.order == order.identifier }
    guard !attempts.isEmpty else { return nil }
    let given = attempts.filter { $0.fate == .approved }.compactMap(\.amount?.minorUnits)
    if given.reduce(0, +) >= order.amount.minorUnits { return .completed }
    return attempts.contains(where: \.isActive) ? .inProgress : .declined
  }

  /// Charges a tip for the driver to the method of the ride.
  ///
  /// `order` is the id of the requesting message. Refuses a tip for a ride that was not completed
  /// (`rideNotCompleted`), a second one (`feedbackAlreadyGiven`) unless the first was declined,
  /// another currency (`currencyUnsupported`), and any tip for a ride whose driver collected the
  /// fare (`paymentMethodRequired`): that driver collects tips as well. Zero is no tip.
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

  /// Refunds a part of the captures for the ride: first the excess, including that of tips, then
  /// from the fare's last capture.
  ///
  /// `order` is the id of the requesting message; a known order changes nothing. Refuses another
  /// currency, an amount of zero or less, more than can be refunded (`refundTooLarge`), and any
  /// refund while another one or the refund of an excess is in progress (`refundUnderWay`).
  ///
  /// More than five parameters: the first three are the words of the order.
  package mutating func refund(
    _ amount: Money, reason: String, author: String? = nil, order: String, at now: Instant,
    policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    if self.order(.refund, order) != nil { return MoneyEffects() }
    try checkRefund(amount)
    refundOrders.append(
      Order(identifier: order, amount: amount, reason: reason, author: author, at: now))
    var effects = MoneyEffects()
    for (index, part) in parts(ofRefund: amount).enumerated().reversed() {
      effects.commands += charges[index].refund(part, order: order, at: now, policy: policy)
    }
    return effects
  }

  /// The part of a refund for each charge.
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

  /// Records that the outstanding amount was paid in another way, and releases the holds.
  ///
  /// Refused with `illegalMove` while a payment is in progress, which may still succeed.
  package mutating func settleOutside(
    reason: String? = nil, author: String? = nil, order: String, at now: Instant,
    policy: PaymentPolicy
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
      Order(
        identifier: order, amount: amount, reason: reason, state: .completed, author: author,
        at: now))
    post(
      .settledOutside, .settledOutside, .riderReceivable, amount, order: settlements.count,
      at: now, to: &effects)
    return effects
  }

  /// Records the operator's reason for naming the cost of the ride; moves no money.
  package mutating func recordDecision(
    reason: String, author: String?, order: String, at now: Instant
  ) {
    settlements.append(
      Order(
        identifier: order, amount: .zero(currency), reason: reason, state: .completed,
        author: author, at: now))
  }
}
