/// The receipt of an ended ride for its rider: the price and the payments.
///
/// The lines add up to the price, and so do the payments together with the outstanding amount. A
/// tip, refunds and an excess are separate from both.
package struct Receipt: Hashable, Sendable {
  /// The means of a payment.
  package enum Means: Hashable, Sendable {
    case method(PaymentMethod)
    /// In cash, to the driver.
    case driver
    /// In another way after the ride, with a reason.
    case outside(reason: String?)
  }

  /// A payment by one means.
  package struct Payment: Hashable, Sendable {
    package var means: Means
    package var amount: Money

    package init(means: Means, amount: Money) {
      self.means = means
      self.amount = amount
    }
  }

  package let rideIdentifier: RideIdentifier
  package let lines: [FareLineItem]
  /// The sum of the lines.
  package let price: Money
  package let charges: [Payment]
  package let refunds: [RideAccount.Refund]
  /// Nil without a tip.
  package let tip: Payment?
  /// The unpaid part of the price.
  package let outstanding: Money
  /// The captured excess that is not refunded.
  package let overpaid: Money

  /// Throws a `MoneyError` unless the lines, and the payments with the outstanding amount, add up
  /// to the price.
  ///
  /// More than five parameters: the checked values are stored.
  package init(
    rideIdentifier: RideIdentifier, lines: [FareLineItem], price: Money, charges: [Payment],
    refunds: [RideAccount.Refund] = [], tip: Payment? = nil, outstanding: Money,
    overpaid: Money? = nil
  ) throws(MoneyError) {
    let currency = price.currency
    let explained = try lines.filter(\.kind.isPartOfSum).map(\.price).checkedSum(in: currency)
    guard explained == price else { throw Self.differs("lines of", price, explained) }
    let paid = try charges.map(\.amount).checkedSum(in: currency).adding(outstanding)
    guard paid == price else { throw Self.differs("charges of", price, paid) }
    self.rideIdentifier = rideIdentifier
    self.lines = lines
    self.price = price
    self.charges = charges
    self.refunds = refunds
    self.tip = tip
    self.outstanding = outstanding
    self.overpaid = overpaid ?? .zero(currency)
  }

  private static func differs(_ what: String, _ expected: Money, _ came: Money) -> MoneyError {
    MoneyError(
      .doesNotReconcile, expected: "\(what) \(expected.decimalString) \(expected.currency.code)",
      came: came.decimalString)
  }
}

extension RideAccount {
  /// The receipt of a ride that has ended; nil before.
  package var receipt: Receipt? {
    guard let bill else { return nil }
    var payments: [Receipt.Payment] = charges.filter { $0.purpose == .fare }.map {
      Receipt.Payment(means: .method($0.method), amount: $0.captured)
    }
    payments.append(Receipt.Payment(means: .driver, amount: collected))
    let settlements = settlements.filter { $0.deed == nil }
    let settled = settlements.map(\.amount).sum(in: currency)
    payments += settlements.map {
      Receipt.Payment(means: .outside(reason: $0.reason), amount: $0.amount)
    }
    // A settlement by an earlier build has its reason only in the ledger.
    payments.append(
      Receipt.Payment(means: .outside(reason: nil), amount: settledOutside.minus(settled)))
    let tip = charges.first { $0.purpose == .tip && $0.captured.minorUnits > 0 }
    // An account always reconciles; if one did not, no receipt would be better than a wrong one.
    return try? Receipt(
      rideIdentifier: rideIdentifier, lines: bill.map(\.item), price: total,
      charges: payments.filter { $0.amount.minorUnits != 0 }, refunds: refunds,
      tip: tip.map { Receipt.Payment(means: .method($0.method), amount: $0.captured) },
      outstanding: outstanding, overpaid: overpaid)
  }
}
