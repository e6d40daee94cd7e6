extension RideAccount {
  /// Replaces the bill of an ended ride by another, charges what is missing and refunds what was
  /// taken too much.
  ///
  /// What the driver has collected counts as collected in its new amount. Refuses another currency
  /// or a sum below nothing (`notAvailableHere`), less than was given back or paid in another way
  /// (`refundTooLarge`), and any correction while money is on its way (`refundUnderWay`).
  package mutating func correct(
    _ lines: [BilledLine], for reason: LedgerTransaction.Reason, at now: Instant,
    policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    guard let before = bill else {
      throw Refusal(.illegalMove, "expected a ride that has ended and is billed")
    }
    try checkRest()
    let new = try total(of: lines)
    let difference = new.minus(total)
    // Also a fare that is nothing now: the driver has collected what comes in its place.
    let isCash =
      charges.isEmpty && payer == nil && !before.contains { $0.account == .cancellationFees }
    let collectedNow = isCash ? collected.plus(difference) : collected
    let due = new.minus(collectedNow).minus(settledOutside)
    try checkLeast(due, of: new, collectedNow)
    var effects = MoneyEffects()
    let entries = BillDifference(from: before, to: lines).entries(in: currency)
    post(reason, entries, order: settlements.count + 1, at: now, to: &effects)
    if isCash, difference.minorUnits != 0 {
      post(
        .collectedByDriver, .driverCollected, .riderReceivable, difference, at: now, to: &effects)
    }
    bill = lines
    collected = collectedNow
    let rest = share(due, at: now, policy, &effects)
    if rest.minorUnits > 0, let method {
      effects.commands += open(.fare, method, rest, at: now, policy)
    }
    return effects
  }

  /// The total of another bill, which has the ride's currency and is not below nothing.
  private func total(of lines: [BilledLine]) throws(Refusal) -> Money {
    guard let total = try? lines.map(\.item.price).checkedSum(in: currency), total.minorUnits >= 0
    else {
      throw Refusal(.notAvailableHere, "expected a fare that can be billed", path: "fare")
    }
    return total
  }

  /// Refuses a correction while an answer about the ride's money is awaited.
  private func checkRest() throws(Refusal) {
    guard !isFareOnItsWay, !charges.contains(where: \.isReturningExcess),
      !refundOrders.contains(where: { $0.state == .inProgress })
    else {
      throw Refusal(
        .refundUnderWay,
        "money of the ride is on its way; order it under a new message_id when that has ended")
    }
  }

  /// Refuses a bill below what was given back of it or paid in another way.
  private func checkLeast(_ due: Money, of new: Money, _ collected: Money) throws(Refusal) {
    let given = charges.filter { $0.purpose == .fare }.map(\.refunded).sum(in: currency)
    guard collected.minorUnits < 0 || due.minorUnits < given.minorUnits else { return }
    throw Refusal(
      .refundTooLarge,
      "expected at least what was given back or paid in another way, "
        + "\(settledOutside.plus(given).decimalString) \(currency.code), came \(new.decimalString)",
      path: "fare")
  }

  /// Divides an amount among the charges of the fare, and returns the rest: what was given back
  /// stays with them, then what was captured, also in excess, then what is owed.
  private mutating func share(
    _ amount: Money, at now: Instant, _ policy: PaymentPolicy, _ effects: inout MoneyEffects
  ) -> Money {
    var rest = amount
    var shares = charges.map { _ in Money.zero(currency) }
    for part in [\Charge.refunded, \.captured, \.kept, \.wanted] {
      for index in charges.indices where charges[index].purpose == .fare {
        let more = charges[index][keyPath: part].minus(shares[index]).atMost(rest)
        guard more.minorUnits > 0 else { continue }
        shares[index] = shares[index].plus(more)
        rest = rest.minus(more)
      }
    }
    for index in charges.indices where charges[index].purpose == .fare {
      effects.commands += charges[index].want(shares[index], at: now, policy)
    }
    return rest
  }
}

/// The difference of two bills of a ride, for the ledger.
private struct BillDifference {
  private let before: [RideAccount.BilledLine]
  private let after: [RideAccount.BilledLine]

  init(from before: [RideAccount.BilledLine], to after: [RideAccount.BilledLine]) {
    self.before = before
    self.after = after
  }

  /// The entries of the accounts of revenue, and that of what the rider owes; where these are the
  /// same and the lines are not, the lines of both bills, so that the change is a transaction.
  func entries(in currency: Currency) -> [LedgerEntry] {
    let revenue = LedgerAccount.allCases.map { account in
      func sum(_ lines: [RideAccount.BilledLine]) -> Money {
        lines.filter { $0.account == account }.map(\.item.price).sum(in: currency)
      }
      return LedgerEntry(account: account, amount: sum(before).minus(sum(after)))
    }
    let debt = revenue.map(\.amount).sum(in: currency).negated
    if before != after, revenue.allSatisfy({ $0.amount.minorUnits == 0 }) {
      return before.map { LedgerEntry(account: $0.account, amount: $0.item.price) }
        + after.map { LedgerEntry(account: $0.account, amount: $0.item.price.negated) }
    }
    return [LedgerEntry(account: .riderReceivable, amount: debt)] + revenue
  }
}
