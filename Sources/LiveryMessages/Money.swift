/// An exact amount of money: a decimal number of at most four digits after the point, with its
/// currency.
///
/// Two are equal that are written alike; Livery writes all digits that the currency has.
public struct Money: Hashable, Sendable, CustomStringConvertible {
  /// How many there are of the last digit: 6662 for `66.62`.
  public let units: Int64
  /// How many digits there are after the point, 0 to 4.
  public let fractionDigits: Int
  /// The currency by ISO 4217, such as `USD`.
  public let currencyCode: String

  /// So many of the smallest units of a currency that has so many digits after the point.
  ///
  /// There are 0 to 4 of these digits.
  public init(units: Int64, fractionDigits: Int, currencyCode: String) {
    precondition(0...4 ~= fractionDigits, "expected 0 to 4 digits, got \(fractionDigits)")
    self.units = units
    self.fractionDigits = fractionDigits
    self.currencyCode = currencyCode
  }

  /// An amount by its text, such as `66.62` or `-5`; nil for any other text.
  public init?(_ amount: String, currencyCode: String) {
    let parts = amount.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let digits = parts[0].first == UInt8(ascii: "-") ? parts[0].dropFirst() : parts[0]
    let fraction = parts.count == 2 ? parts[1] : "".utf8[...]
    guard parts.count <= 2, (parts.count == 1) == fraction.isEmpty, fraction.count <= 4,
      !digits.isEmpty, (Array(digits) + fraction).allSatisfy({ 0x30...0x39 ~= $0 }),
      let units = Int64(String(decoding: Array(parts[0]) + fraction, as: UTF8.self))
    else { return nil }
    self.init(units: units, fractionDigits: fraction.count, currencyCode: currencyCode)
  }

  /// The amount as a decimal number, such as `66.62`.
  public var amount: String {
    let digits = String(units.magnitude)
    let zeros = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.utf8.count))
    let all = (units < 0 ? "-" : "") + zeros + digits
    return fractionDigits == 0
      ? all : "\(all.dropLast(fractionDigits)).\(all.suffix(fractionDigits))"
  }

  public var description: String { "\(amount) \(currencyCode)" }
}
