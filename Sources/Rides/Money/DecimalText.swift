/// A plain decimal number as an integer and the digits after its point: "41.75" is 4175 with two.
struct DecimalText {
  let value: Int64
  let fractionDigits: Int

  /// Reads an optional minus, digits, and perhaps a point with digits after it; nothing else, not
  /// even a blank.
  init(_ text: String) throws(MoneyError) {
    var value: Int64 = 0
    var digits = 0
    var fraction: Int?
    var isNegative = false
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // Eighteen digits fit into 64 bits whatever they are; an amount has at most 13.
        guard digits < 18 else { throw Self.tooLong(text) }
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        digits += 1
        fraction = fraction.map { $0 + 1 }
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: ".") where fraction == nil && digits > 0: fraction = 0
      default: throw Self.notDecimal(text)
      }
    }
    guard digits > 0, fraction != 0 else { throw Self.notDecimal(text) }
    self.value = isNegative ? -value : value
    self.fractionDigits = fraction ?? 0
  }

  /// A number of 10^-`scale` with `least` digits after the point, or as many more as are needed.
  static func of(_ value: Int64, scale: Int, atLeast least: Int) -> String {
    var digits = String(value.magnitude)
    digits = String(repeating: "0", count: max(0, scale + 1 - digits.utf8.count)) + digits
    var fraction = digits.suffix(scale)
    while fraction.utf8.count > least, fraction.hasSuffix("0") { fraction.removeLast() }
    return (value < 0 ? "-" : "") + digits.dropLast(scale)
      + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The value in units of 10^-`digits`, which are at least as many as the text has.
  func scaled(to digits: Int, text: String) throws(MoneyError) -> Int64 {
    guard fractionDigits <= digits else {
      throw MoneyError(
        .surplusDigits, expected: "at most \(digits) digits after the point", came: "\"\(text)\"")
    }
    var scaled = value
    for _ in fractionDigits..<digits {
      let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw Self.tooLong(text) }
      scaled = product
    }
    return scaled
  }

  private static func notDecimal(_ text: String) -> MoneyError {
    MoneyError(.notDecimal, expected: "a decimal number such as 41.75", came: "\"\(text)\"")
  }

  private static func tooLong(_ text: String) -> MoneyError {
    MoneyError(.outOfRange, expected: "at most 18 digits", came: "\"\(text)\"")
  }
}
