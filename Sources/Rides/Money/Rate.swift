/// A price for one kilometre, mile or minute, which may have more digits than the currency.
package struct Rate: Hashable, Sendable {
  /// Millionths of the currency's main unit: 2.25 dollars are 2 250 000.
  package let microUnits: Int64
  package let currency: Currency

  package init(microUnits: Int64, currency: Currency) {
    self.microUnits = microUnits
    self.currency = currency
  }

  /// A rate from its text in a catalogue, exactly, with up to six digits after the point.
  package init(decimal text: String, currency: Currency) throws(MoneyError) {
    microUnits = try DecimalText(text).scaled(to: 6, text: text)
    self.currency = currency
  }

  /// The amount for a distance or a time: the exact product, rounded once, half away from zero.
  ///
  /// The quantity is taken to a millionth (of a mile: under two millimetres), so that what follows
  /// is integer arithmetic and 17.3 is 17.3, not the binary fraction next to it (rule M7). Refused
  /// are a quantity that is not finite or beyond 10^9, and an amount beyond `Money.limit`.
  package func amount(for quantity: Double) throws(MoneyError) -> Money {
    guard quantity.magnitude <= 1e9 else {
      throw MoneyError(.outOfRange, expected: "a quantity within 1e9", came: "\(quantity)")
    }
    let millionths = Int128((quantity * 1e6).rounded(.toNearestOrAwayFromZero))
    let product = millionths * Int128(microUnits)
    let unit = Self.minorUnitDivisors[currency.fractionDigits]
    let half = product < 0 ? -unit / 2 : unit / 2
    guard let minorUnits = Int64(exactly: (product + half) / unit) else {
      throw MoneyError(
        .outOfRange, expected: "at most \(Money.limit) minor units", came: "a larger amount")
    }
    return try Money(checking: minorUnits, currency: currency)
  }

  /// 10^(12 - digits): how many millionths of millionths of a main unit make one minor unit, by
  /// fraction digits.
  private static let minorUnitDivisors: [Int128] = [
    1_000_000_000_000, 100_000_000_000, 10_000_000_000, 1_000_000_000, 100_000_000,
  ]
}
