/// A number of a JSON text by RFC 8259, section 6.
struct JSONNumber {
  /// The nearest floating-point number; nil when that is infinite, or zero and the number is not.
  private(set) var double: Double?
  private var isNegative = false
  /// The digits without the point and without zeros at the end, as far as 64 bits hold them.
  private var digits: UInt64 = 0
  private var holdsAllDigits = true
  /// The power of ten by which the digits are multiplied.
  private var exponent = 0
  /// Whether there is neither a point nor an exponent.
  private var isPlain = true
  private var index = 0

  /// Nil for what JSON does not take for a number, such as `01`, `1.` and `+1`.
  init?(_ text: Span<UInt8>) {
    isNegative = skip("-", text)
    let isZero = index < text.count && text[index] == UInt8(ascii: "0")
    let count = readDigits(text)
    guard count == 1 || count > 0 && !isZero else { return nil }
    if skip(".", text) {
      let count = readDigits(text)
      guard count > 0 else { return nil }
      exponent -= count
      isPlain = false
    }
    if skip("e", text) || skip("E", text) {
      guard readExponent(text) else { return nil }
      isPlain = false
    }
    guard index == text.count else { return nil }
    double = exactly ?? nearest(to: text)
  }

  /// The number if it is whole and fits 64 bits, `3.0` and `1e2` included.
  var integer: Int64? {
    if !isPlain {
      guard let double, let nearest = Int64(exactly: double) else { return nil }
      // Below that each whole number is a double.
      if double.magnitude < 0x1p53 { return nearest }
    }
    guard let magnitude = scaledDigits else { return nil }
    return Int64(exactly: isNegative ? -Int128(magnitude) : Int128(magnitude))
  }

  /// The number where digits and power of ten are both exact in a double, so that there is one
  /// rounding, as in Clinger, "How to Read Floating Point Numbers Accurately".
  private var exactly: Double? {
    guard holdsAllDigits, digits < 1 << 53, abs(exponent) < Self.powers.count else { return nil }
    let magnitude =
      exponent < 0
      ? Double(digits) / Self.powers[-exponent] : Double(digits) * Self.powers[exponent]
    return isNegative ? -magnitude : magnitude
  }

  private func nearest(to text: Span<UInt8>) -> Double? {
    let copy = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    guard let double = Double(copy), double.isFinite else { return nil }
    return double != 0 || digits == 0 ? double : nil
  }

  /// The digits times the power of ten, a fraction cut off; nil beyond 64 bits.
  private var scaledDigits: UInt64? {
    guard holdsAllDigits else { return nil }
    if digits == 0 { return 0 }
    var value = digits
    for _ in 0..<max(0, -exponent) { value /= 10 }
    for _ in 0..<max(0, exponent) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = product
    }
    return value
  }

  /// Reads digits; returns how many there were.
  private mutating func readDigits(_ text: Span<UInt8>) -> Int {
    let start = index
    while index < text.count, 0x30...0x39 ~= text[index] {
      let digit = text[index] - 0x30
      // Zeros wait for a digit after them: at the end they are a power of ten.
      if digit > 0 {
        for _ in 0..<exponent { append(0) }
        exponent = 0
        append(digit)
      } else {
        exponent += 1
      }
      index += 1
    }
    return index - start
  }

  private mutating func append(_ digit: UInt8) {
    let (tenfold, isTooMuch) = digits.multipliedReportingOverflow(by: 10)
    let (sum, overflow) = tenfold.addingReportingOverflow(UInt64(digit))
    if isTooMuch || overflow { holdsAllDigits = false } else if holdsAllDigits { digits = sum }
  }

  private mutating func readExponent(_ text: Span<UInt8>) -> Bool {
    let isSmall = skip("-", text)
    if !isSmall { _ = skip("+", text) }
    guard index < text.count else { return false }
    var value = 0
    while index < text.count, 0x30...0x39 ~= text[index] {
      // Whatever is beyond is beyond every number that there is.
      value = min(value * 10 + Int(text[index] - 0x30), 100_000)
      index += 1
    }
    exponent += isSmall ? -value : value
    return true
  }

  private mutating func skip(_ character: Unicode.Scalar, _ text: Span<UInt8>) -> Bool {
    guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// The powers of ten that are exact in a double.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
