extension RideAccount {
  /// What the ride costs, without a tip; nothing before it has ended.
  package var total: Money { sum((bill ?? []).map(\.item.price)) }

  /// What payment systems have taken for the ride and is owed, without a tip.
  package var captured: Money { sum(charges.filter { $0.purpose == .fare }.map(\.captured)) }

  /// What payment systems have taken as a tip.
  package var tip: Money { sum(charges.filter { $0.purpose == .tip }.map(\.captured)) }

  /// What was taken in excess of what the ride costs and has not been given back.
  package var overpaid: Money { sum(charges.map(\.overpaid)) }

  /// What has been given back of what was owed.
  package var refunded: Money { sum(charges.map(\.refunded)) }

  /// What an order can give back now.
  package var refundable: Money { sum(charges.map(\.orderable)) }

  /// What the ride costs and nobody has paid.
  package var outstanding: Money {
    total.minus(captured).minus(collected).minus(settledOutside)
  }

  /// What the rider bears in the end: the ride and the tip less what was given back.
  package var owed: Money { total.plus(tip).minus(refunded) }

  /// The payment as a completed ride reports it; nil before the end, and for a ride that costs
  /// nothing because it was not driven.
  ///
  /// What is on its way is outstanding until it has come (rule A9).
  package var payment: CompletionStatus.Payment? {
    guard let bill, !bill.isEmpty else { return nil }
    let outstanding = outstanding
    return outstanding.minorUnits > 0
      ? CompletionStatus.Payment(state: .outstanding, amount: outstanding)
      : CompletionStatus.Payment(state: .settled, amount: total)
  }

  private func sum(_ amounts: [Money]) -> Money { amounts.reduce(.zero(currency)) { $0.plus($1) } }
}
