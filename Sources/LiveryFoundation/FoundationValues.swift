public import Foundation
public import LiveryMessages

extension Date {
  /// The same moment, to the precision of `Date`: some tenths of a microsecond in this century.
  public init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
  }
}

extension Instant {
  /// The same moment, rounded to the microsecond; nil for one that is over 290,000 years away.
  public init?(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    guard let whole = Int64(exactly: microseconds) else { return nil }
    self.init(microseconds: whole)
  }
}

extension Decimal {
  /// The same number.
  public init(_ number: DecimalNumber) {
    self.init(
      sign: number.units < 0 ? .minus : .plus, exponent: -number.fractionDigits,
      significand: Decimal(number.units.magnitude))
  }
}

extension DecimalNumber {
  /// A number with so many digits after the point, such as those of its currency; nil for one that
  /// needs more digits, and for one that 64 bits cannot hold.
  public init?(_ number: Decimal, fractionDigits: Int) {
    guard 0...18 ~= fractionDigits, number.isFinite else { return nil }
    let scaled = number * pow(10, fractionDigits)
    guard let units = Int64("\(scaled)") else { return nil }
    self.init(units: units, fractionDigits: fractionDigits)
  }
}
