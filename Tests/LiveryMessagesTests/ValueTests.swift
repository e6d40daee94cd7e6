import LiveryMessages
import Rides
import Testing

private typealias Moment = LiveryMessages.Instant
private typealias FleetMoment = Rides.Instant

@Suite("Numbers and moments of a client")
struct ValueTests {
  @Test(
    "A decimal number is exact, and written as it came",
    arguments: [
      ("66.62", 6662, 2), ("0.05", 5, 2), ("-0.05", -5, 2), ("-5", -5, 0), ("0", 0, 0),
      ("1.5000", 15000, 4), ("9223372036854775807", .max, 0),
      ("-9.223372036854775808", .min, 18),
    ] as [(String, Int64, Int)])
  func decimals(text: String, units: Int64, digits: Int) throws {
    let number = try #require(DecimalNumber(text))
    #expect(number == DecimalNumber(units: units, fractionDigits: digits))
    #expect(number.description == text)
  }

  @Test(
    "What is no decimal number is none",
    arguments: ["", "-", ".5", "5.", "1.2.3", "+1", "1e3", "1,5", " 1", "9223372036854775808", "٣"])
  func noDecimals(_ text: String) {
    #expect(DecimalNumber(text) == nil)
    #expect(LiveryMessages.Money(text, currencyCode: "USD") == nil)
  }

  @Test("Money says its amount and its currency")
  func money() {
    #expect(LiveryMessages.Money("66.62", currencyCode: "USD")?.description == "66.62 USD")
  }

  @Test(
    "A moment is the one that the fleet reads and writes",
    arguments: [
      "2026-11-21T05:09:00Z", "2026-11-20t23:09:00.5-06:00", "1969-12-31T23:59:59.999999z",
      "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2024-02-29T12:00:00+14:00",
      "2000-02-29T00:00:00Z", "2016-12-31T23:59:60Z", "2026-11-21T05:09:00.123456789Z",
      "1600-03-01T00:00:00Z",
    ])
  func moments(_ text: String) throws {
    let moment = try #require(Moment(text))
    let expected = try #require(FleetMoment(rfc3339: text))
    #expect(moment.microseconds == expected.microseconds)
    #expect(moment.description == expected.rfc3339)
    #expect(Moment(moment.description) == moment)
  }

  @Test(
    "What is no moment in RFC 3339 is none",
    arguments: [
      "", "2026-11-21", "2026-11-21T05:09:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
      "2026-11-21T24:00:00Z", "2026-11-21T05:09:60Z", "2026-11-21T05:09:00.Z",
      "2026-11-21T05:09:00.1234567890Z", "2026-11-21T05:09:00+0600", "2026-11-21 05:09:00Z",
      "0000-01-01T00:00:00+01:00", "2026-11-21T05:09:00ZZ", "2026-11-21T05:09:00.5.5Z",
      "2026-11-00T00:00:00Z", "2026-11-21T05:60:00Z", "202a-11-21T05:09:00Z",
    ])
  func noMoments(_ text: String) {
    #expect(Moment(text) == nil)
    #expect(FleetMoment(rfc3339: text) == nil)
  }

  @Test("A moment beyond the years that can be written is the nearest one")
  func limits() {
    #expect(Moment(microseconds: .max).description == "9999-12-31T23:59:59Z")
    #expect(Moment(microseconds: .min).description == "0000-01-01T00:00:00Z")
    #expect(Moment(seconds: .max) == Moment(microseconds: .max))
    #expect(Moment(seconds: .min) == Moment(microseconds: .min))
  }
}
