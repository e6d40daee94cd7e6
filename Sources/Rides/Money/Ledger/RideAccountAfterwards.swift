extension RideAccount {
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

  /// Gives back a part of what was taken for the ride: first what was taken in excess, of tips too,
  /// then from the fare's charge drawn last.
  ///
  /// `order` is the id of the message that asks for it; one that has been taken changes nothing.
  /// Refused are another currency, nothing or less, more than is left (`refundTooLarge`), and any
  /// while the payment system has another to answer, or gives back an excess (`refundUnderWay`).
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

  /// Whether the payment system has been asked for a part of the fare and has not answered.
  package var isFareOnItsWay: Bool {
    charges.contains { $0.purpose == .fare && $0.isOnItsWay }
  }

  /// Notes that what was outstanding has been paid in another way, and lets go what is still held.
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

  /// Notes why the operator has named what the ride costs; it settles no money.
  package mutating func noteDecision(reason: String, order: String) {
    settlements.append(
      Order(identifier: order, amount: .zero(currency), reason: reason, state: .completed))
  }

  /// Books what the payment system says of a command, whenever it comes.
  ///
  /// A repeated answer changes nothing; the key of no command of this ride is refused as
  /// `unknownPayment`.
  package mutating func apply(
    _ result: PaymentResult, at now: Instant, policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    guard let index = charges.firstIndex(where: { $0.attempt(result.key) != nil }) else {
      throw Refusal(
        .unknownPayment, "ride \(rideIdentifier) has asked for nothing under this key", path: "key")
    }
    let effect = charges[index].apply(result, at: now, policy: policy)
    var effects = MoneyEffects(commands: effect.commands)
    if let movement = effect.movement {
      post(movement, of: charges[index].purpose, at: now, to: &effects)
      if case .refunded = movement { effects.hasRefundedTooMuch = hasRefundedTooMuch }
    }
    if effect.hasChanged { effects.declined = updateOrders() }
    return effects
  }

  /// Whether an order was carried out twice, an excess was given back twice, or more was given back
  /// than was taken.
  private var hasRefundedTooMuch: Bool {
    func sum(_ attempts: [Charge.Attempt]) -> Int64 {
      attempts.reduce(0) { $0 + ($1.amount?.minorUnits ?? 0) }
    }
    let given = charges.flatMap(\.attempts).filter {
      $0.operation == .refund && $0.fate == .approved
    }
    let taken = charges.reduce(0) { $0 + $1.captured.minorUnits }
    return sum(given) > taken
      || given.contains {
        $0.order == nil && ($0.amount?.minorUnits ?? 0) > ($0.excess?.minorUnits ?? 0)
      }
      || refundOrders.contains { order in
        sum(given.filter { $0.order == order.identifier }) > order.amount.minorUnits
      }
  }

  private mutating func post(
    _ movement: Charge.Effect.Movement, of purpose: Charge.Purpose, at now: Instant,
    to effects: inout MoneyEffects
  ) {
    let owed: LedgerAccount = purpose == .fare ? .riderReceivable : .tipsPayable
    switch movement {
    case .captured(let amount):
      post(
        purpose == .fare ? .captured : .tip, .gatewayClearing, owed, amount, at: now, to: &effects)
    case .refunded(let amount, let excess, let order):
      let number = refundOrders.firstIndex { $0.identifier == order }
      let given = amount.minus(excess)
      if given.minorUnits > 0 {
        let reason = number.flatMap { refundOrders[$0].reason }
        refunds.append(Refund(amount: given, reason: reason ?? ""))
      }
      post(
        order == nil ? .overpaymentRefund : .refund,
        [
          LedgerEntry(account: .refunds, amount: given), LedgerEntry(account: owed, amount: excess),
          LedgerEntry(account: .gatewayClearing, amount: amount.negated),
        ], order: number.map { $0 + 1 }, at: now, to: &effects)
    }
  }

  /// When a command is asked again; nil when nothing is awaited.
  package var nextDue: Instant? { charges.compactMap(\.nextDue).min() }

  /// Asks again for what has become due, and ends what its rider has not approved in time.
  package mutating func askAgain(at now: Instant, policy: PaymentPolicy) -> MoneyEffects {
    var effects = MoneyEffects()
    for index in charges.indices {
      effects.commands += charges[index].askAgain(at: now, policy: policy)
    }
    effects.declined = updateOrders()
    return effects
  }
}
