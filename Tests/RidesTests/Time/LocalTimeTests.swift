import Rides
import Testing

@Suite("Local time") struct LocalTimeTests {
  @Test(
    "A local time is read with its seconds or without",
    arguments: [
      ("2026-11-22T07:00:00", "2026-11-22T07:00:00"), ("2026-11-22T07:00", "2026-11-22T07:00:00"),
      ("2028-02-29t23:59:59", "2028-02-29T23:59:59"), ("0000-01-01T00:00", "0000-01-01T00:00:00"),
      ("9999-12-31T23:59:59", "9999-12-31T23:59:59"),
    ])
  func reads(text: String, shown: String) {
    #expect(LocalDateTime(text)?.description == shown)
  }

  @Test(
    "What is no local time is refused",
    arguments: [
      "", "2026-11-22", "2026-11-22T07", "2026-11-22T07:00Z", "2026-11-22T07:00:00Z",
      "2026-11-22T07:00:00.5", "2026-11-22 07:00", "2026-02-29T00:00", "2026-11-22T24:00",
      "2026-11-22T07:60", "2026-11-22T07:00:60", "2026-11-22T07:00:", "2026-00-01T00:00",
    ])
  func refuses(text: String) {
    #expect(LocalDateTime(text) == nil)
  }

  @Test("Parts that are no date are refused, the largest too")
  func parts() {
    #expect(LocalDateTime(year: .max, month: .max, day: .max, hour: 0, minute: 0) == nil)
    #expect(LocalDateTime(year: 2026, month: .min, day: 1, hour: 0, minute: 0) == nil)
    #expect(LocalDateTime(year: 2026, month: 11, day: 22, hour: 7, minute: 0) != nil)
  }

  @Test(
    "A date has its weekday",
    arguments: [
      ("1970-01-01T00:00", Weekday.thursday), ("1969-12-31T00:00", .wednesday),
      ("2026-11-21T23:59", .saturday), ("2026-11-22T00:00", .sunday),
      ("2000-02-29T12:00", .tuesday),
      ("0000-01-01T00:00", .saturday), ("9999-12-31T00:00", .friday),
    ])
  func weekdays(text: String, weekday: Weekday) {
    #expect(LocalDateTime(text)?.weekday == weekday)
  }

  @Test("The day after each day is the one whose day before it is")
  func neighbours() {
    #expect(Weekday.allCases.map(\.next.previous) == Weekday.allCases)
    #expect(Weekday.sunday.next == .monday && Weekday.monday.previous == .sunday)
  }
}
