import Rides
import Testing

@Suite("Operating hours") struct OperatingHoursTests {
  private static let hours = OperatingHours(spans: [
    .init(days: [.monday, .tuesday], fromMinute: 300, toMinute: 1_560),
    .init(days: [.sunday], fromMinute: 600, toMinute: 1_440),
    .init(days: [.sunday], fromMinute: 1_320, toMinute: 1_500),
  ])

  @Test(
    "Hours apply by the local clock, pass midnight, and exclude their end",
    arguments: [
      ("2026-11-23T04:59:59", false), ("2026-11-23T05:00:00", true), ("2026-11-24T01:59:59", true),
      ("2026-11-24T02:00:00", false), ("2026-11-25T01:59:59", true), ("2026-11-25T02:00:00", false),
      ("2026-11-25T12:00:00", false), ("2026-11-22T09:59:59", false), ("2026-11-22T10:00:00", true),
      ("2026-11-23T00:59:59", true), ("2026-11-23T01:00:00", false),
    ])
  func hours(text: String, isOpen: Bool) throws {
    let zone = TimeZoneRules(name: "Test/Kathmandu", fixedOffsetSeconds: 20_700)
    let local = try #require(LocalDateTime(text))
    let instant = try #require(zone.instants(of: local).first)
    #expect(Self.hours.contains(instant, in: zone) == isOpen)
  }

  private static let newYear = Holiday(name: "newYear", dates: ["01-01"].compactMap(DateRange.init))
  private static let easter = Holiday(
    name: "easter", dates: ["2026-04-05/2026-04-06"].compactMap(DateRange.init))

  /// Whether a span holds at a local time of UTC.
  private func holds(_ span: OperatingHours.Span, at text: String) throws -> Bool {
    let local = try #require(LocalDateTime(text))
    let instant = try #require(TimeZoneRules.utc.instants(of: local).first)
    return OperatingHours(spans: [span]).contains(instant, in: .utc)
  }

  @Test(
    "Dates are days of a year or of every year, and may pass New Year or have no end",
    arguments: [
      ("2026-07-04", "2026-07-04T12:00", true), ("2026-07-04", "2026-07-05T00:00", false),
      ("12-25", "2031-12-25T23:59", true), ("02-29", "2028-02-29T12:00", true),
      ("12-24/01-02", "2026-12-23T23:59", false), ("12-24/01-02", "2026-12-24T00:00", true),
      ("12-24/01-02", "2027-01-02T23:59", true), ("12-24/01-02", "2027-01-03T00:00", false),
      ("2026-01-05/..", "2026-01-04T23:59", false), ("2026-01-05/..", "2999-01-05T00:00", true),
      ("../2026-01-04", "2026-01-04T23:59", true), ("../2026-01-04", "2026-01-05T00:00", false),
    ])
  func dates(range: String, time: String, expected: Bool) throws {
    let dates = [try #require(DateRange(range))]
    #expect(dates[0].description == range)
    #expect(try holds(OperatingHours.Span(dates: dates), at: time) == expected)
  }

  @Test(
    "A text that is no date, or ends before it starts, is no range of dates",
    arguments: [
      "", "..", "../..", "2026-02-30", "02-30", "2026-7-4", "2026-07-04/12-25", "12-25/..",
      "2026-07-04/2026-07-03", "2026-07-04/", "2026-07-04/2026-07-05/2026-07-06", "2026-07-04T",
    ])
  func noDates(text: String) { #expect(DateRange(text) == nil) }

  @Test(
    "A night of a holiday ends the next morning, and one on no holiday may end on a holiday",
    arguments: [
      ("2026-01-01T21:59", false, false), ("2026-01-01T22:00", true, false),
      ("2026-01-02T05:59", true, false), ("2026-01-02T06:00", false, false),
      ("2026-01-01T05:00", false, true), ("2026-01-02T22:00", false, true),
      ("2026-04-06T23:00", true, false), ("2026-04-07T05:59", true, false),
      ("2026-04-07T23:00", false, true),
    ])
  func holidays(time: String, isOnHoliday: Bool, isOnNone: Bool) throws {
    let known = [Self.newYear, Self.easter]
    let night = (from: 1_320, to: 1_800)
    let on = OperatingHours.Span(fromMinute: night.from, toMinute: night.to, holidays: known)
    let notOn = OperatingHours.Span(fromMinute: night.from, toMinute: night.to, notOn: known)
    #expect(try holds(on, at: time) == isOnHoliday)
    #expect(try holds(notOn, at: time) == isOnNone)
  }

  @Test(
    "A span may count for one kind of booking alone",
    arguments: [
      (nil, .ahead, true), (nil, .now, true), (.ahead, .ahead, true), (.ahead, .now, false),
      (.now, .now, true), (.now, .ahead, false), (.ahead, nil, true),
    ] as [(OperatingHours.Booked?, OperatingHours.Booked?, Bool)])
  func booked(span: OperatingHours.Booked?, ride: OperatingHours.Booked?, holds: Bool) {
    let hours = OperatingHours(spans: [.init(booked: span)])
    #expect(hours.contains(Fixture.now, in: .utc, for: ride) == holds)
  }
}
