import Foundation
import RandomFixture
import Rides
import Testing

@Suite("Instants") struct InstantTests {
  @Test(
    "A timestamp of RFC 3339 is read to the microsecond",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-21T05:09:00Z", 1_795_237_740_000_000),
      ("2026-11-20t23:09:00-06:00", 1_795_237_740_000_000),
      ("2026-11-21T05:09:00.5z", 1_795_237_740_500_000),
      ("2026-11-21T05:09:00.123456999Z", 1_795_237_740_123_456),
      ("1969-12-31T23:59:59.25Z", -750_000), ("1985-04-12T23:20:50.52Z", 482_196_050_520_000),
      ("1990-12-31T23:59:60Z", 662_688_000_000_000),
      ("1990-12-31T15:59:60-08:00", 662_688_000_000_000),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130_000),
      ("2000-02-29T00:00:00-00:00", 951_782_400_000_000),
      ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
      ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ])
  func reads(text: String, microseconds: Int64) {
    #expect(Instant(rfc3339: text)?.microseconds == microseconds)
  }

  @Test(
    "What is not a timestamp of RFC 3339, or no moment, is refused",
    arguments: [
      "", "2026-11-21", "2026-11-21T05:09:00", "2026-11-21 05:09:00Z", "2026-11-21T05:09Z",
      "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
      "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z",
      "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
      "2026-01-01T12:00:60Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234567890Z",
      "2026-01-01T00:00:00+0600", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+05:60",
      "2026-01-01T00:00:00Z ", " 2026-01-01T00:00:00Z", "+026-01-01T00:00:00Z",
      "2026-1-01T00:00:00Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:60Z",
      "２026-01-01T00:00:00Z",
    ])
  func refuses(text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  @Test(
    "A moment is written in UTC with no, three or six digits of a second",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_795_237_740_000_000, "2026-11-21T05:09:00Z"),
      (1_795_237_740_500_000, "2026-11-21T05:09:00.500Z"),
      (1_795_237_740_000_001, "2026-11-21T05:09:00.000001Z"), (-1, "1969-12-31T23:59:59.999999Z"),
      (-1_000_000, "1969-12-31T23:59:59Z"), (-86_400_000_000, "1969-12-31T00:00:00Z"),
      (.max, "9999-12-31T23:59:59Z"), (.min, "0000-01-01T00:00:00Z"),
    ])
  func writes(microseconds: Int64, text: String) {
    #expect(Instant(microseconds: microseconds).rfc3339 == text)
  }

  @Test("Every day from 1600 to 2400 is read and written as Foundation has it")
  func calendar() throws {
    let style = Date.ISO8601FormatStyle()
    for day in stride(from: -135_140, through: 157_054, by: 1) {
      let instant = Instant(seconds: Int64(day) * 86_400 + 45_296)
      let text = instant.rfc3339
      guard Instant(rfc3339: text) == instant else {
        Issue.record("\(text) is not read back")
        return
      }
      if day % 97 == 0 {
        let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 45_296)
        #expect(text == date.formatted(style))
      }
    }
  }

  @Test("Random moments of the writable years survive writing and reading")
  func roundTrip() {
    var generator = SeededNumbers(seed: 1)
    for _ in 0..<10_000 {
      let instant = Instant(
        microseconds: .random(
          in: -62_167_219_200_000_000...253_402_300_799_999_999, using: &generator))
      #expect(Instant(rfc3339: instant.rfc3339) == instant)
    }
  }
}
