/// An amount of one currency, in its minor units.
package struct Money: Hashable, Sendable {
  package let minorUnits: Int64
  package let currency: Currency

  package init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// The largest amount in minor units, either way: far above any fare, far below an overflow of a
  /// sum.
  package static let limit: Int64 = 1_000_000_000_000

  /// An amount from its text on the wire, exactly: "41.75", "-4", "1235".
  ///
  /// Fewer digits than the currency has are filled up; surplus ones, exponents, blanks, a plus sign
  /// and amounts beyond `limit` are refused.
  package init(decimal text: String, currency: Currency) throws(MoneyError) {
    let minorUnits = try DecimalText(text).scaled(to: currency.fractionDigits, text: text)
    try self.init(checking: minorUnits, currency: currency)
  }

  /// An amount that is within `limit`.
  package init(checking minorUnits: Int64, currency: Currency) throws(MoneyError) {
    guard minorUnits.magnitude <= Self.limit.magnitude else {
      throw MoneyError(
        .outOfRange, expected: "at most \(Self.limit) minor units", came: "\(minorUnits)")
    }
    self.init(minorUnits: minorUnits, currency: currency)
  }

  /// The amount on the wire, with the currency's number of digits: "5.00", "1235", "-4.00".
  package var decimalString: String {
    let digits = currency.fractionDigits
    let units = String(minorUnits.magnitude)
    let sign = minorUnits < 0 ? "-" : ""
    guard digits > 0 else { return sign + units }
    let padded = String(repeating: "0", count: max(0, digits + 1 - units.utf8.count)) + units
    return "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }

  /// The sum of two amounts of one currency (rule M8), within `limit`.
  package func adding(_ other: Money) throws(MoneyError) -> Money {
    guard currency == other.currency else {
      throw MoneyError(
        .otherCurrency, expected: "an amount in \(currency.code)", came: other.currency.code)
    }
    let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
    return try Money(checking: overflow ? .max : sum, currency: currency)
  }

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

  /// Refuses another currency than a ride's, and amounts beyond `limit` (rule M8).
  func checked(in currency: Currency) throws(MoneyError) -> Money {
    try Money.zero(currency).adding(self)
  }

  /// So many percent of the amount, rounded once, half away from zero.
  package func share(percent: Int) throws(MoneyError) -> Money {
    try Money(rounding: Int128(minorUnits) * Int128(percent), by: 100, currency: currency)
  }

  /// A share of an amount in ten-thousandths, rounded once, half away from zero.
  func share(basisPoints: Int) throws(MoneyError) -> Money {
    try Money(rounding: Int128(minorUnits) * Int128(basisPoints), by: 10_000, currency: currency)
  }

  /// A quotient in minor units, rounded once, half away from zero; refused beyond `limit`.
  init(rounding product: Int128, by unit: Int128, currency: Currency) throws(MoneyError) {
    let half = product < 0 ? -unit / 2 : unit / 2
    guard let minorUnits = Int64(exactly: (product + half) / unit) else {
      throw MoneyError(
        .outOfRange, expected: "at most \(Money.limit) minor units", came: "a larger amount")
    }
    try self.init(checking: minorUnits, currency: currency)
  }

  /// The smaller of two amounts of one currency.
  func atMost(_ other: Money) -> Money { other.minorUnits < minorUnits ? other : self }
}

extension Sequence<Money> {
  /// The sum of amounts that are known to be of a currency and within `limit`.
  func sum(in currency: Currency) -> Money { reduce(.zero(currency)) { $0.plus($1) } }

  /// The sum, with each step checked as in `adding`.
  func checkedSum(in currency: Currency) throws(MoneyError) -> Money {
    var sum = Money.zero(currency)
    for amount in self { sum = try sum.adding(amount) }
    return sum
  }
}

/// A price or a span of prices, as `INPriceRange` of SiriKit has it.
///
/// At least one bound is set; the currency is one.
package struct PriceRange: Hashable, Sendable {
  package let minimumPrice: Money?
  package let maximumPrice: Money?
  package let currency: Currency

  /// One fixed price (rule M1).
  package init(price: Money) {
    minimumPrice = price
    maximumPrice = price
    currency = price.currency
  }

  /// From one price to another, in either order; nil when their currencies differ (rule M8).
  package init?(_ first: Money, _ second: Money) {
    guard first.currency == second.currency else { return nil }
    minimumPrice = first.minorUnits <= second.minorUnits ? first : second
    maximumPrice = first.minorUnits <= second.minorUnits ? second : first
    currency = first.currency
  }

  /// "Starting from" a price.
  package init(minimumPrice: Money) {
    self.minimumPrice = minimumPrice
    maximumPrice = nil
    currency = minimumPrice.currency
  }

  /// "Up to" a price.
  package init(maximumPrice: Money) {
    minimumPrice = nil
    self.maximumPrice = maximumPrice
    currency = maximumPrice.currency
  }
}

/// Why an amount is invalid: the expected and the actual text.
///
/// Trying again cannot help.
package struct MoneyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The closed list of what can be wrong with an amount.
  package enum Reason: Hashable, Sendable {
    /// The text is not a plain decimal number: a sign, digits, and perhaps a point between digits.
    case notDecimal
    /// The text has more digits after the point than the currency.
    case surplusDigits
    /// Two amounts that meet are of different currencies (rule M8).
    case otherCurrency
    /// The amount is beyond `Money.limit`.
    case outOfRange
    /// Sums that have to be equal are not.
    case doesNotReconcile
  }

  package let reason: Reason
  package let expected: String
  package let came: String

  package init(_ reason: Reason, expected: String, came: String) {
    self.reason = reason
    self.expected = expected
    self.came = came
  }

  package var description: String { "expected \(expected), came \(came)" }
}
