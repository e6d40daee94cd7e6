import JSON

/// A decimal number, exactly: a tolerance of a cent has to mean a cent.
package struct DecimalNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let units: Int128
  /// The digits after the point.
  private let digits: Int

  private init(units: Int128, digits: Int) {
    self.units = units
    self.digits = digits
  }

  /// Reads an optional minus, digits, and perhaps a point with digits after it; at most 18 digits.
  package init?(_ text: String) {
    var units: Int128 = 0
    var count = 0
    var fraction: Int?
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard count < 18 else { return nil }
        units = units * 10 + Int128(byte - UInt8(ascii: "0"))
        count += 1
        fraction = fraction.map { $0 + 1 }
      case UInt8(ascii: "-") where index == 0: continue
      case UInt8(ascii: ".") where fraction == nil && count > 0: fraction = 0
      default: return nil
      }
    }
    guard count > 0, fraction != 0 else { return nil }
    self.init(units: text.utf8.first == UInt8(ascii: "-") ? -units : units, digits: fraction ?? 0)
  }

  /// The value of a number, or of a string with a decimal number; nil for anything else.
  init?(_ value: JSONValue) {
    switch value {
    case .integer(let integer): self.init(units: Int128(integer), digits: 0)
    case .number(let number): self.init(number.description)
    case .string(let text): self.init(text)
    default: return nil
    }
  }

  /// Microseconds as seconds.
  init(microseconds: Int64) {
    var (units, digits) = (Int128(microseconds), 6)
    while digits > 0, units % 10 == 0 { (units, digits) = (units / 10, digits - 1) }
    self.init(units: units, digits: digits)
  }

  package static func == (left: Self, right: Self) -> Bool {
    let (left, right, _) = aligned(left, right)
    return left == right
  }

  package static func < (left: Self, right: Self) -> Bool {
    let (left, right, _) = aligned(left, right)
    return left < right
  }

  package func hash(into hasher: inout Hasher) {
    var (units, digits) = (units, digits)
    while digits > 0, units % 10 == 0 { (units, digits) = (units / 10, digits - 1) }
    hasher.combine(units)
    hasher.combine(digits)
  }

  static func + (left: Self, right: Self) -> Self {
    let (left, right, digits) = aligned(left, right)
    return DecimalNumber(units: left + right, digits: digits)
  }

  static func - (left: Self, right: Self) -> Self {
    let (left, right, digits) = aligned(left, right)
    return DecimalNumber(units: left - right, digits: digits)
  }

  var magnitude: Self { DecimalNumber(units: units < 0 ? -units : units, digits: digits) }

  package var description: String {
    let text = String(units.magnitude)
    let sign = units < 0 ? "-" : ""
    guard digits > 0 else { return sign + text }
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
    return "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }

  /// The number with its sign also when it is positive.
  var signed: String { units > 0 ? "+\(description)" : description }

  /// 18 digits after the point on one side and 19 before it on the other fit into 128 bits.
  private static func aligned(_ left: Self, _ right: Self) -> (Int128, Int128, Int) {
    let digits = max(left.digits, right.digits)
    return (
      left.units * power(digits - left.digits), right.units * power(digits - right.digits), digits
    )
  }

  private static func power(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
