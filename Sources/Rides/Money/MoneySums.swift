extension Money {
  /// Nothing, of a currency.
  package static func zero(_ currency: Currency) -> Money {
    Money(minorUnits: 0, currency: currency)
  }

  /// The same amount the other way.
  package var negated: Money { Money(minorUnits: 0 &- minorUnits, currency: currency) }

  /// The sum with an amount that is known to be of this currency and within `limit`.
  ///
  /// A million such amounts are far from the end of 64 bits; a sum beyond that wraps and does not
  /// trap.
  func plus(_ other: Money) -> Money {
    Money(minorUnits: minorUnits &+ other.minorUnits, currency: currency)
  }

  /// The difference to an amount that is known to be of this currency and within `limit`.
  func minus(_ other: Money) -> Money { plus(other.negated) }

  /// Refuses another currency than a ride's, and what is beyond `limit` (rule M8).
  func checked(in currency: Currency) throws(MoneyError) -> Money {
    try Money.zero(currency).adding(self)
  }
}

extension Money {
  /// So many percent of the amount, rounded once, half away from zero.
  package func share(percent: Int) throws(MoneyError) -> Money {
    let product = Int128(minorUnits) * Int128(percent)
    guard let share = Int64(exactly: (product + (product < 0 ? -50 : 50)) / 100) else {
      throw MoneyError(
        .outOfRange, expected: "at most \(Money.limit) minor units", came: "a larger amount")
    }
    return try Money(checking: share, currency: currency)
  }
}
