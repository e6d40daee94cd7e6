/// By what a price is multiplied, in ten-thousandths: 1.5 is 15 000.
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
    let fraction = String(basisPoints.magnitude % 10_000)
    var digits = String(repeating: "0", count: 4 - fraction.utf8.count) + fraction
    while digits.utf8.count > 2, digits.hasSuffix("0") { digits.removeLast() }
    return "\(basisPoints < 0 ? "-" : "")\(basisPoints.magnitude / 10_000).\(digits)"
  }
}

extension Money {
  /// A share of an amount in ten-thousandths, rounded once, half away from zero.
  ///
  /// An amount within `limit` and a share of up to a hundred are far from the end of 64 bits; what
  /// is beyond is refused.
  func share(basisPoints: Int) throws(MoneyError) -> Money {
    let product = Int128(minorUnits) * Int128(basisPoints)
    let rounded = (product + (product < 0 ? -5_000 : 5_000)) / 10_000
    return try Money(checking: Int64(clamping: rounded), currency: currency)
  }
}
