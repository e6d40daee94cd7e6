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

  /// The price of one unit with the digits of the currency, or as many more as are needed.
  package var decimalString: String {
    DecimalText.of(microUnits, scale: 6, atLeast: currency.fractionDigits)
  }

  /// The amount for a distance or a time: the exact product, rounded once, half away from zero.
  ///
  /// The quantity is rounded to a millionth (of a mile: under two millimeters), so that the rest is
  /// integer arithmetic and 17.3 is 17.3, not the nearest binary fraction (rule M7). Refused are a
  /// quantity that is not finite or beyond 10^9, and an amount beyond `Money.limit`.
  package func amount(for quantity: Double) throws(MoneyError) -> Money {
    try Money(micros: try micros(of: quantity), currency: currency)
  }

  /// The exact price of a quantity, in millionths of millionths of the main unit.
  @inline(__always)
  func micros(of quantity: Double) throws(MoneyError) -> Int128 {
    guard quantity.magnitude <= 1e9 else {
      throw MoneyError(.outOfRange, expected: "a quantity within 1e9", came: "\(quantity)")
    }
    return Int128((quantity * 1e6).rounded(.toNearestOrAwayFromZero)) * Int128(microUnits)
  }
}

extension Money {
  /// An amount in millionths of millionths of the main unit, rounded once, half away from zero.
  init(micros: Int128, currency: Currency) throws(MoneyError) {
    try self.init(
      rounding: micros, by: Self.minorUnitDivisors[currency.fractionDigits], currency: currency)
  }

  /// The amount in millionths of millionths of the main unit.
  var micros: Int128 { Int128(minorUnits) * Self.minorUnitDivisors[currency.fractionDigits] }

  /// Whether an amount in millionths of millionths is one of whole minor units.
  static func isWhole(micros: Int128, _ currency: Currency) -> Bool {
    micros % minorUnitDivisors[currency.fractionDigits] == 0
  }

  /// 10^(12 - digits): how many millionths of millionths of a main unit make one minor unit, by
  /// fraction digits.
  private static let minorUnitDivisors: [Int128] = [
    1_000_000_000_000, 100_000_000_000, 10_000_000_000, 1_000_000_000, 100_000_000,
  ]
}

/// The factor of a price, in ten-thousandths: 1.5 is 15 000.
package struct Multiplier: Hashable, Sendable {
  /// Ten-thousandths, of one or of a percentage's hundred.
  package let basisPoints: Int

  package init(basisPoints: Int) { self.basisPoints = basisPoints }

  /// A multiplier from its text, exactly, with up to four digits after the point: "1.50".
  package init(decimal text: String) throws(MoneyError) {
    basisPoints = Int(try DecimalText(text).scaled(to: 4, text: text))
  }

  /// A share from its percentage, exactly, with up to two digits after the point: "12.5".
  package init(percent text: String) throws(MoneyError) {
    basisPoints = Int(try DecimalText(text).scaled(to: 2, text: text))
  }

  /// The text with two digits after the point, or as many more as are needed: "1.50", "1.125".
  package var decimalString: String {
    DecimalText.of(Int64(basisPoints), scale: 4, atLeast: 2)
  }
}
