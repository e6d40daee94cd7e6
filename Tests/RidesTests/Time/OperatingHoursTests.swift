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
}
