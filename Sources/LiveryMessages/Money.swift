/// An exact amount of money.
public struct Money: Hashable, Sendable, CustomStringConvertible {
  /// The amount, with at most as many digits after the point as the currency has.
  public var amount: DecimalNumber
  /// The currency by ISO 4217, such as `USD`.
  public var currencyCode: String

  /// So much of a currency.
  public init(_ amount: DecimalNumber, currencyCode: String) {
    self.amount = amount
    self.currencyCode = currencyCode
  }

  /// An amount by its text, such as `66.62`; nil for a text that is no decimal number.
  public init?(_ amount: String, currencyCode: String) {
    guard let amount = DecimalNumber(amount) else { return nil }
    self.init(amount, currencyCode: currencyCode)
  }

  /// The amount and its currency.
  public var description: String { "\(amount) \(currencyCode)" }
}

/// An exact decimal number.
///
/// Two are equal that are written alike; Livery writes amounts with all digits of their currency.
public struct DecimalNumber: Hashable, Sendable, LosslessStringConvertible {
  /// How many there are of the last digit: 6662 for `66.62`.
  public let units: Int64
  /// How many digits there are after the point, 0 to 18.
  public let fractionDigits: Int

  /// A number of 0 to 18 digits after the point, by how many there are of the last one.
  public init(units: Int64, fractionDigits: Int) {
    precondition(0...18 ~= fractionDigits, "no number of digits: \(fractionDigits)")
    self.units = units
    self.fractionDigits = fractionDigits
  }

  /// A number by its text, such as `66.62` or `-5`; nil for any other text.
  public init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8(Self.read) else { return nil }
    self = number
  }

  private static func read(_ text: UnsafeBufferPointer<UInt8>) -> DecimalNumber? {
    var (rest, fractionDigits, isFraction) = (text[...], 0, false)
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    guard let first = rest.first, let last = rest.last, first != UInt8(ascii: "."),
      last != UInt8(ascii: ".")
    else { return nil }
    // Below zero there is one number more than above.
    var negative = Int64(0)
    for byte in rest {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
        continue
      }
      let (tens, isTooSmall) = negative.multipliedReportingOverflow(by: 10)
      guard 0x30...0x39 ~= byte, !isTooSmall else { return nil }
      let (sum, isBelow) = tens.subtractingReportingOverflow(Int64(byte - 0x30))
      guard !isBelow else { return nil }
      negative = sum
      if isFraction { fractionDigits += 1 }
    }
    let (positive, isAbove) = Int64(0).subtractingReportingOverflow(negative)
    guard fractionDigits <= 18, isNegative || !isAbove else { return nil }
    return DecimalNumber(
      units: isNegative ? negative : positive, fractionDigits: fractionDigits)
  }

  /// The number as a text.
  public var description: String {
    let digits = String(units.magnitude)
    let zeros = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.utf8.count))
    let all = (units < 0 ? "-" : "") + zeros + digits
    return fractionDigits == 0
      ? all : "\(all.dropLast(fractionDigits)).\(all.suffix(fractionDigits))"
  }
}

/// A point on the earth, in WGS 84.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public var latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public var longitude: Double

  /// A point by its degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  static let blank = Coordinate(latitude: 0, longitude: 0)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("latitude", &latitude)
    try member("longitude", &longitude)
  }
}
