extension RideAccount {
  /// An order to move money after the ride: a refund, a tip, or that a debt was settled otherwise.
  ///
  /// It is kept as long as the ride, so that none is carried out twice however late it comes
  /// again. The words of whoever gave it stand here and nowhere else, where they can be erased.
  package struct Order: Hashable, Sendable {
    /// What has become of it.
    package enum State: String, Sendable, CaseIterable {
      /// The payment system has been asked.
      case inProgress
      case completed
      /// The payment system has refused it, in whole or in part.
      case declined
    }

    /// Who is told how it ended.
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
    /// Whether the first answer was that it is in progress, so that a second one tells the end.
    package var isDeferred: Bool
    /// Nil where nobody is told.
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
}

extension RideAccount.Order {
  /// Takes another end, which nobody has been told yet; returns whether this declines it.
  fileprivate mutating func become(_ state: State) -> Bool {
    guard state != self.state else { return false }
    self.state = state
    endedBy = nil
    return state == .declined
  }

  /// Why it was not carried out; nil unless it was declined.
  package func refusal(as kind: RideAccount.OrderKind) -> Refusal? {
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
