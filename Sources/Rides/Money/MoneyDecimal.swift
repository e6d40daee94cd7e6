extension Money {
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

  /// The amount as it goes over the wire, with the currency's own number of digits: "5.00", "1235",
  /// "-4.00".
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
}
