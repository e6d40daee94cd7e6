import Foundation
import LiveryFoundation
import LiveryMessages
import Testing

@Suite("Foundation's types for the values of the messages") struct FoundationValueTests {
  @Test(
    "A moment is the same as a date and back",
    arguments: [
      "2026-11-29T12:00:00.123456Z", "1969-12-31T23:59:59.999999Z", "0001-01-01T00:00:00Z",
    ])
  func moments(text: String) throws {
    let instant = try #require(Instant(text))
    #expect(Instant(Date(instant)) == instant)
  }

  @Test("A date that no moment can name is refused")
  func distantDates() {
    #expect(Instant(Date(timeIntervalSince1970: 1e13)) == nil)
    #expect(Instant(Date(timeIntervalSince1970: .nan)) == nil)
  }

  @Test(
    "A number is exact as a decimal and back",
    arguments: ["0.00", "66.62", "-5", "0.000000000000000001", "9223372036854775807"])
  func numbers(text: String) throws {
    let number = try #require(DecimalNumber(text))
    #expect(DecimalNumber(Decimal(number), fractionDigits: number.fractionDigits) == number)
  }

  @Test(
    "A decimal that does not fit is refused",
    arguments: [("1.005", 2), ("9223372036854775808", 0), ("1", 19), ("NaN", 2)])
  func decimals(text: String, digits: Int) throws {
    let number = try #require(Decimal(string: text) ?? (text == "NaN" ? .nan : nil))
    #expect(DecimalNumber(number, fractionDigits: digits) == nil)
  }
}
