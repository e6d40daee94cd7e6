import Rides
import Testing

@Suite("Scheduled pickups") struct SchedulingTests {
  /// Saturday 04:00 in a city with Chicago's clocks.
  private static let now = Instant(rfc3339: "2026-10-31T09:00:00Z")!  // a moment as text
  private static let start = "scheduledPickupTime.start"
  private static let end = "scheduledPickupTime.end"

  private static func scheduling(
    _ policy: SchedulingPolicy? = SchedulingPolicy(), hours: [OperatingHours] = [],
    at now: Instant = now
  ) throws -> Scheduling {
    var area = try Fixture.area()
    area.timeZone = try ZoneBytes.rules("CST6CDT,M3.2.0,M11.1.0")
    area.policies.scheduling = policy
    return Scheduling(area: area, hours: hours, at: now)
  }

  /// `2026-11-01T07:00` is local, `2026-11-01T13:00:00Z` is not.
  private static func time(_ text: String) throws -> PickupTime {
    if let instant = Instant(rfc3339: text) { return .instant(instant) }
    return .local(try #require(LocalDateTime(text)))
  }

  private static func request(_ start: String, _ end: String? = nil) throws -> RequestedPickup {
    RequestedPickup(start: try time(start), end: try end.map(time))
  }

  private static func refusal(
    _ request: RequestedPickup, _ scheduling: Scheduling
  ) throws -> Refusal {
    try #require(#expect(throws: Refusal.self) { try scheduling.window(for: request) })
  }

  @Test(
    "B1: A scheduled pickup is a window in UTC with the zone of its area",
    arguments: [
      ("2026-11-02T07:00", nil, "2026-11-02T13:00:00Z", "2026-11-02T13:10:00Z"),
      ("2026-11-02T07:00:30", "2026-11-02T08:00", "2026-11-02T13:00:30Z", "2026-11-02T14:00:00Z"),
      ("2026-10-31T23:00:00Z", "2026-10-31T19:00", "2026-10-31T23:00:00Z", "2026-11-01T00:00:00Z"),
      // A day that begins in summer time and ends in winter time.
      ("2026-10-31T22:00", "2026-11-01T03:00", "2026-11-01T03:00:00Z", "2026-11-01T09:00:00Z"),
      // The soonest and the latest that can be booked.
      ("2026-10-31T09:15:00Z", nil, "2026-10-31T09:15:00Z", "2026-10-31T09:25:00Z"),
      ("2026-11-30T09:00:00Z", nil, "2026-11-30T09:00:00Z", "2026-11-30T09:10:00Z"),
    ])
  func B1_window(start: String, end: String?, from: String, until: String) throws {
    let window = try Self.scheduling().window(for: try Self.request(start, end))
    #expect(window.start.rfc3339 == from && window.end.rfc3339 == until)
    #expect(window.timeZone == "Test/Zone")
  }

  @Test(
    "B1: A pickup that cannot be booked ahead is refused with its reason and path",
    arguments: [
      ("2026-10-31T08:59:59Z", nil, .inPast, start), ("2026-10-31T03:59", nil, .inPast, start),
      ("2026-10-31T09:14:59Z", nil, .tooSoon, start),
      ("2026-11-30T09:00:01Z", nil, .tooFarAhead, start),
      ("9999-12-31T23:59", nil, .tooFarAhead, start),
      ("0000-01-01T00:00", nil, .inPast, start),
      ("2026-11-02T07:00", "2026-11-02T07:00", .inPast, end),
      ("2026-11-02T07:00", "2026-11-02T12:59:00Z", .inPast, end),
      ("2026-11-02T07:00", "2026-11-30T09:10:01Z", .tooFarAhead, end),
      ("2026-11-01T01:30", nil, .ambiguousLocalTime, start),
    ] as [(String, String?, Refusal.Reason, String)])
  func B1_refused(begin: String, finish: String?, reason: Refusal.Reason, path: String) throws {
    let refusal = try Self.refusal(try Self.request(begin, finish), try Self.scheduling())
    #expect(refusal.reason == reason && refusal.path == path)
  }

  @Test("B1: A time that clocks leave out is refused, at either end of the window")
  func B1_gap() throws {
    let now = try #require(Instant(rfc3339: "2026-03-07T12:00:00Z"))
    let scheduling = try Self.scheduling(at: now)
    let starting = try Self.refusal(try Self.request("2026-03-08T02:30"), scheduling)
    #expect(starting.reason == .nonexistentLocalTime && starting.path == Self.start)
    let ending = try Self.refusal(
      try Self.request("2026-03-08T01:45", "2026-03-08T02:15"), scheduling)
    #expect(ending.reason == .nonexistentLocalTime && ending.path == Self.end)
  }

  @Test("B1: A time that occurs twice has both windows, and one after the other is past")
  func B1_repeat() throws {
    let request = try Self.request("2026-11-01T01:30", "2026-11-01T01:45")
    let both = try Self.scheduling().candidates(for: request)
    #expect(both.map(\.start.rfc3339) == ["2026-11-01T06:30:00Z", "2026-11-01T07:30:00Z"])
    #expect(both.map(\.end.rfc3339) == ["2026-11-01T06:45:00Z", "2026-11-01T07:45:00Z"])
    let between = try #require(Instant(rfc3339: "2026-11-01T06:50:00Z"))
    let later = try Self.scheduling(at: between).window(for: request)
    #expect(later.start.rfc3339 == "2026-11-01T07:30:00Z")
    let after = try #require(Instant(rfc3339: "2026-11-01T07:50:00Z"))
    #expect(try Self.refusal(request, try Self.scheduling(at: after)).reason == .inPast)
  }

  @Test("B1: Pickups are booked ahead only where the area's policy says so, and never repeating")
  func B1_policy() throws {
    let request = try Self.request("2026-11-02T07:00")
    let none = try Self.refusal(request, try Self.scheduling(nil))
    #expect(none.reason == .tooFarAhead && none.path == "scheduledPickupTime")
    var repeating = request
    repeating.recurs = true
    let refusal = try Self.refusal(repeating, try Self.scheduling())
    #expect(refusal.reason == .recurrenceUnsupported)
    #expect(refusal.path == "scheduledPickupTime.recurrenceRule")
  }

  @Test(
    "B1: A scheduled pickup starts within the hours of area and product, by the area's clocks",
    arguments: [
      ("2026-11-02T04:59", false), ("2026-11-02T05:00", true), ("2026-11-02T11:00:00Z", true),
      ("2026-11-02T19:59", true), ("2026-11-02T20:00", false), ("2026-11-01T12:00", false),
    ])
  func B1_hours(start: String, isOpen: Bool) throws {
    let days = Weekday.allCases
    let scheduling = try Self.scheduling(hours: [
      OperatingHours(spans: [.init(days: days, fromMinute: 300, toMinute: 1_560)]),
      OperatingHours(spans: [.init(days: [.monday], fromMinute: 0, toMinute: 1_200)]),
    ])
    let request = try Self.request(start)
    if isOpen {
      #expect(throws: Never.self) { try scheduling.window(for: request) }
    } else {
      #expect(try Self.refusal(request, scheduling).reason == .outsideOperatingHours)
    }
  }
}
