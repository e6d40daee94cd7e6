extension JSONParser {
  /// Reads a number by the grammar of RFC 8259, section 6.
  mutating func number() throws(JSONFault) -> JSONValue {
    let start = index
    let isNegative = peek == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var digits = Digits()
    if peek == UInt8(ascii: "0") {
      index += 1
    } else {
      guard take(into: &digits) > 0 else { throw unexpected("a value") }
    }
    var isWhole = true
    if peek == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      let count = take(into: &digits)
      guard count > 0 else { throw unexpected("a digit") }
      digits.exponent -= count
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isWhole = false
      try exponent(into: &digits)
    }
    // `-0` keeps its sign only as a floating-point number.
    if isWhole, digits.fits, !(isNegative && digits.mantissa == 0),
      let magnitude = Int64(exactly: digits.mantissa)
    {
      return .integer(isNegative ? -magnitude : magnitude)
    }
    return .number(try floatingPoint(digits, isNegative: isNegative, from: start))
  }

  private mutating func take(into digits: inout Digits) -> Int {
    let start = index
    while let byte = peek, 0x30...0x39 ~= byte {
      digits.append(byte - 0x30)
      index += 1
    }
    return index - start
  }

  private mutating func exponent(into digits: inout Digits) throws(JSONFault) {
    index += 1
    let isNegative = peek == UInt8(ascii: "-")
    if isNegative || peek == UInt8(ascii: "+") { index += 1 }
    var power = Digits()
    guard take(into: &power) > 0 else { throw unexpected("a digit") }
    // Beyond this the number is zero or too large whatever its digits are: a text has 64 Ki of them
    // at most.
    let magnitude = power.fits ? Int(min(power.mantissa, 1_000_000)) : 1_000_000
    digits.exponent += isNegative ? -magnitude : magnitude
  }

  private func floatingPoint(
    _ digits: Digits, isNegative: Bool, from start: Int
  ) throws(JSONFault) -> Double {
    if let magnitude = digits.exactQuotient { return isNegative ? -magnitude : magnitude }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw JSONFault(.outOfRange, "expected a number that a double holds at byte \(start)")
    }
    return value
  }
}

/// The digits of a number as an integer, and the power of ten to multiply it with.
private struct Digits {
  var mantissa: UInt64 = 0
  var exponent = 0
  /// Whether the mantissa holds all digits.
  var fits = true

  mutating func append(_ digit: UInt8) {
    let (tens, isTooLarge) = mantissa.multipliedReportingOverflow(by: 10)
    let (sum, isStillTooLarge) = tens.addingReportingOverflow(UInt64(digit))
    if isTooLarge || isStillTooLarge { fits = false } else { mantissa = sum }
  }

  /// The value where one division or multiplication of two exact doubles gives it correctly rounded
  /// (Clinger 1990).
  var exactQuotient: Double? {
    guard fits, mantissa <= 1 << 53, abs(exponent) < Self.powers.count else { return nil }
    let value = Double(mantissa)
    return exponent < 0 ? value / Self.powers[-exponent] : value * Self.powers[exponent]
  }

  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
