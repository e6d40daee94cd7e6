import RandomFixture
import Rides
import Testing

@Suite("Time zones") struct TimeZoneTests {
  private static func instant(_ text: String) throws -> Instant {
    try #require(Instant(rfc3339: text))
  }

  private static func instants(_ zone: TimeZoneRules, _ local: String) throws -> [String] {
    zone.instants(of: try #require(LocalDateTime(local))).map(\.rfc3339)
  }

  @Test(
    "The footer gives the offset in any year, with any season",
    arguments: [
      ("CST6CDT,M3.2.0,M11.1.0", "2026-03-08T07:59:59Z", -21_600),
      ("CST6CDT,M3.2.0,M11.1.0", "2026-03-08T08:00:00Z", -18_000),
      ("CST6CDT,M3.2.0,M11.1.0", "2060-11-07T06:59:59Z", -18_000),
      ("CST6CDT,M3.2.0,M11.1.0", "2060-11-07T07:00:00Z", -21_600),
      // The south: summer passes New Year.
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2050-01-01T00:00:00Z", 39_600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2050-12-31T13:30:00Z", 39_600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2050-07-01T00:00:00Z", 36_000),
      // Half an hour of summer time.
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-01-15T00:00:00Z", 39_600),
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-04-04T14:59:59Z", 39_600),
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-04-04T15:00:00Z", 37_800),
      // Ireland's winter time is the exception and summer the standard.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-15T00:00:00Z", 0),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29T00:59:59Z", 0),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29T01:00:00Z", 3_600),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T01:00:00Z", 0),
      // Times beyond a day and before midnight (RFC 9636, 3.3.1).
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27T23:59:59Z", 7_200),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 10_800),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7_200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3_600),
      // Summer all the year.
      ("XXX3EDT4,0/0,J365/23", "2026-01-01T02:59:59Z", -14_400),
      ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:00:00Z", -14_400),
      ("XXX3EDT4,0/0,J365/23", "2026-12-31T12:00:00Z", -14_400),
      // The sixtieth day is the first of March where the leap day does not count.
      ("AAA0BBB,J60/0,J300/0", "2028-02-29T23:59:59Z", 0),
      ("AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 3_600),
      ("AAA0BBB,59/0,299/0", "2028-02-29T00:00:00Z", 3_600),
      ("<+0545>-5:45", "2026-06-01T00:00:00Z", 20_700),
    ])
  func footer(rule: String, time: String, offset: Int) throws {
    #expect(try ZoneBytes.rules(rule).offsetSeconds(at: try Self.instant(time)) == offset)
  }

  @Test(
    "A footer that is no rule is refused",
    arguments: [
      "CST", "CST6CDT", "CST6CDT,M3.2.0", "CST6CDT,M3.2.0,M11.1.0,", "CST6CDT,M13.2.0,M11.1.0",
      "CST6CDT,M3.0.0,M11.1.0", "CST6CDT,M3.2.7,M11.1.0", "CST25", "<+05-5", "CS6", "6", "CST6:60",
      "CST6CDT,J0,J365", "CST6CDT,M3.2.0/168,M11.1.0", "CST6CDT,366,1", "CST6CDT,M3.2.0,M11.1.0 ",
      "CST6CDT,99999999999999999999,1", "é6",
    ])
  func noFooter(rule: String) {
    #expect(throws: TimeZoneError.self) { try ZoneBytes.rules(rule) }
  }

  @Test("Transitions come before the footer, and the first type before them")
  func transitions() throws {
    let zone = try TimeZoneRules(
      name: "Test/Zone",
      tzif: ZoneBytes.file(
        types: [100, 7_200, -3_600], transitions: [(-1_000, 1), (1_000, 2), (2_000, 1)],
        footer: "AAA-1"))
    let expected = [
      (-1_001, 100), (-1_000, 7_200), (999, 7_200), (1_000, -3_600), (1_999, -3_600),
      (2_000, 3_600), (9_999_999, 3_600),
    ]
    for (seconds, offset) in expected {
      #expect(zone.offsetSeconds(at: Instant(seconds: Int64(seconds))) == offset, "\(seconds)")
    }
    // A fraction before a whole second belongs to the second before it.
    #expect(zone.offsetSeconds(at: Instant(microseconds: -1_000_000_001)) == 100)
  }

  @Test("Without a rule in the footer the last offset stays; so it is in a file of version 1")
  func noRule() throws {
    let transitions: [(Int, type: UInt8)] = [(0, 1), (86_400, 0)]
    for bytes in [
      ZoneBytes.file(types: [60, 120], transitions: transitions, footer: ""),
      ZoneBytes.firstVersion(types: [60, 120], transitions: transitions),
    ] {
      let zone = try TimeZoneRules(name: "Test/Zone", tzif: bytes)
      #expect(zone.offsetSeconds(at: Instant(seconds: 86_399)) == 120)
      #expect(zone.offsetSeconds(at: try Self.instant("2999-01-01T00:00:00Z")) == 60)
    }
  }

  @Test("A time in a gap is at no instant, a repeated one at two, any other at one")
  func gapsAndRepeats() throws {
    let chicago = try ZoneBytes.rules("CST6CDT,M3.2.0,M11.1.0")
    #expect(try Self.instants(chicago, "2026-03-08T02:00:00") == [])
    #expect(try Self.instants(chicago, "2026-03-08T02:59:59") == [])
    #expect(try Self.instants(chicago, "2026-03-08T03:00:00") == ["2026-03-08T08:00:00Z"])
    #expect(
      try Self.instants(chicago, "2026-11-01T01:30:00") == [
        "2026-11-01T06:30:00Z", "2026-11-01T07:30:00Z",
      ])
    #expect(try Self.instants(chicago, "2026-11-01T02:00:00") == ["2026-11-01T08:00:00Z"])
    #expect(try Self.instants(.utc, "2026-11-01T01:30:00") == ["2026-11-01T01:30:00Z"])
  }

  @Test("A day that a zone leaves out, as Samoa did in 2011, is at no instant")
  func missingDay() throws {
    let samoa = try TimeZoneRules(
      name: "Test/Samoa",
      tzif: ZoneBytes.file(
        types: [-36_000, 50_400], transitions: [(1_325_239_200, 1)], footer: "<+14>-14"))
    #expect(try Self.instants(samoa, "2011-12-30T12:00:00") == [])
    #expect(try Self.instants(samoa, "2011-12-29T23:59:59") == ["2011-12-30T09:59:59Z"])
    #expect(try Self.instants(samoa, "2011-12-31T00:00:00") == ["2011-12-30T10:00:00Z"])
  }

  @Test("A local time and its instant lead to each other, at any time of two years")
  func roundTrip() throws {
    var generator = SeededNumbers(seed: 7)
    for rule in ["CST6CDT,M3.2.0,M11.1.0", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "AAA-14"] {
      let zone = try ZoneBytes.rules(rule)
      for _ in 0..<500 {
        let instant = Instant(
          seconds: Int64.random(in: 1_767_225_600..<1_830_297_600, using: &generator))
        let local = zone.local(instant)
        #expect(zone.instants(of: local).contains(instant), "\(rule) \(instant.rfc3339)")
        #expect(LocalDateTime("\(local)") == local)
      }
    }
  }

  @Test("Zones of other rules differ though their names agree, and equal ones hash alike")
  func equality() throws {
    let one = try ZoneBytes.rules("CST6CDT,M3.2.0,M11.1.0")
    let same = try ZoneBytes.rules("CST6CDT,M3.2.0,M11.1.0")
    #expect(one == same && one.hashValue == same.hashValue)
    #expect(try one != ZoneBytes.rules("CST6CDT,M3.2.0,M11.2.0"))
    #expect(TimeZoneRules(name: "UTC", fixedOffsetSeconds: 0) == .utc)
  }

  @Test("No instant is too far for a zone")
  func extremes() throws {
    let zone = try ZoneBytes.rules("CST6CDT,M3.2.0,M11.1.0")
    for instant in [Instant(microseconds: .min), Instant(microseconds: .max)] {
      let local = zone.local(instant)
      #expect((0...9_999).contains(local.year))
      #expect(zone.instants(of: local).count == 1)
    }
  }
}
