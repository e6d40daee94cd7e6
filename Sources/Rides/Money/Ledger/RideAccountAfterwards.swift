extension RideAccount {
  /// Takes a tip for the driver, on the method of the ride.
  ///
  /// Refused are a tip for a ride that was not driven to its end (`rideNotCompleted`), a second one
  /// (`feedbackAlreadyGiven`), another currency (`currencyUnsupported`), and any for a ride whose
  /// driver collected the fare (`paymentMethodRequired`): that driver takes tips too. Nothing is no
  /// tip.
  package mutating func tip(
    _ amount: Money, at now: Instant, policy: PaymentPolicy
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
    guard !charges.contains(where: { $0.purpose == .tip && $0.state != .declined }) else {
      throw Refusal(.feedbackAlreadyGiven, "the ride has had a tip", path: "tip")
    }
    guard let method else {
      throw Refusal(
        .paymentMethodRequired, "the driver of this ride collects fare and tip", path: "tip")
    }
    guard amount.minorUnits > 0 else { return MoneyEffects() }
    return MoneyEffects(commands: open(.tip, method, amount, at: now, policy))
  }

  /// Gives back a part of what was taken for the ride, from the charge drawn last first.
  ///
  /// `order` is the id of the message that asks for it; one that has been taken changes nothing.
  /// Refused are another currency, nothing or less, and more than is left (`refundTooLarge`).
  package mutating func refund(
    _ amount: Money, reason: String, order: String? = nil, at now: Instant, policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    if let order, refundOrder(order) != nil { return MoneyEffects() }
    guard amount.currency == currency else {
      throw Refusal(
        .currencyUnsupported, "expected \(currency.code), came \(amount.currency.code)",
        path: "amount")
    }
    let left = refundable
    guard amount.minorUnits > 0, amount.minorUnits <= left.minorUnits else {
      throw Refusal(
        .refundTooLarge,
        "expected more than nothing and at most \(left.decimalString) \(currency.code), "
          + "came \(amount.decimalString)",
        path: "amount")
    }
    if let order {
      refundOrders.append(RefundOrder(identifier: order, amount: amount, reason: reason))
    }
    var rest = amount
    var effects = MoneyEffects()
    for index in charges.indices.reversed() where charges[index].purpose == .fare {
      let part = Money(
        minorUnits: min(rest.minorUnits, charges[index].refundable.minorUnits), currency: currency)
      rest = rest.minus(part)
      effects.commands += charges[index].refund(part, note: reason, at: now, policy: policy)
    }
    return effects
  }

  /// The order for a refund of that id; nil for one that has not been taken.
  package func refundOrder(_ identifier: String) -> RefundOrder? {
    refundOrders.first { $0.identifier == identifier }
  }

  /// Whether the payment system has been asked for a part of the fare and has not answered.
  package var isFareOnItsWay: Bool {
    charges.contains { $0.purpose == .fare && $0.isOnItsWay }
  }

  /// Notes that what was outstanding has been paid in another way.
  ///
  /// Refused with `illegalMove` while a payment is on its way, which may yet succeed.
  package mutating func settleOutside(
    reason: String? = nil, at now: Instant
  ) throws(Refusal) -> MoneyEffects {
    let amount = outstanding
    guard amount.minorUnits > 0 else { return MoneyEffects() }
    guard !isFareOnItsWay else {
      throw Refusal(.illegalMove, "a payment of this ride is on its way")
    }
    for index in charges.indices where charges[index].purpose == .fare {
      charges[index].writeOff()
    }
    var effects = MoneyEffects()
    settledOutside = settledOutside.plus(amount)
    post(
      .settledOutside, .settledOutside, .riderReceivable, amount, note: reason, at: now,
      to: &effects)
    return effects
  }

  /// Carries out what the payment system says of a command.
  ///
  /// A repeated or late answer changes nothing; the key of no command of this ride is refused as
  /// `unknownPayment`.
  package mutating func apply(
    _ result: PaymentResult, at now: Instant, policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    guard let index = charges.firstIndex(where: { $0.hasAsked(result.key) }) else {
      throw Refusal(
        .unknownPayment, "ride \(rideIdentifier) has asked for nothing under this key", path: "key")
    }
    let effect = charges[index].apply(result, at: now, policy: policy)
    var effects = MoneyEffects(commands: effect.commands)
    switch (effect.movement, charges[index].purpose) {
    case (.captured(let amount), .fare):
      post(.captured, .gatewayClearing, .riderReceivable, amount, at: now, to: &effects)
    case (.captured(let amount), .tip):
      post(.tip, .gatewayClearing, .tipsPayable, amount, at: now, to: &effects)
    case (.refunded(let amount, let note), _):
      refunds.append(Refund(amount: amount, reason: note ?? ""))
      post(.refund, .refunds, .gatewayClearing, amount, note: note, at: now, to: &effects)
    case (nil, _): break
    }
    return effects
  }

  /// When a command is asked again; nil when nothing is awaited.
  package var nextDue: Instant? { charges.compactMap(\.nextDue).min() }

  /// Asks again for what has become due.
  package mutating func askAgain(at now: Instant, policy: PaymentPolicy) -> MoneyEffects {
    var effects = MoneyEffects()
    for index in charges.indices {
      effects.commands += charges[index].askAgain(at: now, policy: policy)
    }
    return effects
  }
}
