import Catalogues
import Foundation
import MachineFixture
import Rides
import Testing

@Suite("Zone files of the system") struct ZoneFilesTests {
  static let zones = ZoneFiles(folder: "/usr/share/zoneinfo")

  private static func offset(_ name: String, _ time: String) throws -> Int {
    try zones.rules(named: name).offsetSeconds(at: try #require(Instant(rfc3339: time)))
  }

  @Test(
    "Known zones have their known offsets, long ago and long hence",
    arguments: [
      ("UTC", "2026-06-01T00:00:00Z", 0), ("America/Chicago", "1800-01-01T00:00:00Z", -21_036),
      ("America/Chicago", "1945-01-01T00:00:00Z", -18_000),
      ("America/Chicago", "2060-07-01T00:00:00Z", -18_000),
      ("America/Chicago", "2060-12-01T00:00:00Z", -21_600),
      ("Australia/Lord_Howe", "2026-01-15T00:00:00Z", 39_600),
      ("Australia/Lord_Howe", "2060-07-15T00:00:00Z", 37_800),
      ("Asia/Kathmandu", "2026-06-01T00:00:00Z", 20_700),
      ("Europe/Dublin", "2026-01-15T00:00:00Z", 0),
      ("Europe/Dublin", "2060-07-15T00:00:00Z", 3_600),
      ("America/Santiago", "2060-01-15T00:00:00Z", -10_800),
      ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000),
      ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400),
      ("America/Argentina/Buenos_Aires", "2026-01-15T00:00:00Z", -10_800),
      ("Etc/GMT+5", "2026-01-15T00:00:00Z", -18_000),
    ])
  func offsets(name: String, time: String, offset: Int) throws {
    #expect(try Self.offset(name, time) == offset)
  }

  @Test(
    "Clocks of real zones jump and repeat",
    arguments: [
      ("America/Chicago", "2026-03-08T02:30:00", 0), ("America/Chicago", "2026-11-01T01:30:00", 2),
      ("America/Chicago", "2060-03-14T02:30:00", 0), ("America/Chicago", "2060-11-07T01:30:00", 2),
      ("Australia/Lord_Howe", "2026-10-04T02:15:00", 0),
      ("Australia/Lord_Howe", "2026-10-04T02:30:00", 1),
      ("Australia/Lord_Howe", "2026-04-05T01:45:00", 2),
      ("Europe/Dublin", "2026-03-29T01:30:00", 0), ("Europe/Dublin", "2026-10-25T01:30:00", 2),
      ("Asia/Kathmandu", "2026-03-29T01:30:00", 1),
    ])
  func clocks(name: String, local: String, count: Int) throws {
    let zone = try Self.zones.rules(named: name)
    #expect(zone.instants(of: try #require(LocalDateTime(local))).count == count)
  }

  @Test(
    "A zone has the offsets that the C library finds, from 1900 to 2400",
    arguments: [
      "Africa/Cairo", "Africa/Casablanca", "America/Caracas", "America/Chicago", "America/Nuuk",
      "America/Santiago", "Asia/Gaza", "Asia/Jerusalem", "Atlantic/Azores", "Asia/Kathmandu",
      "Asia/Tehran", "Australia/Lord_Howe", "Europe/Dublin", "Europe/Moscow", "Pacific/Apia",
    ])
  func everyOffset(name: String) throws {
    let zone = try Self.zones.rules(named: name)
    let times = stride(from: -2_208_988_800, to: 13_569_465_600, by: 12_345_678).map { Int64($0) }
    let ours = times.map { Self.shown(zone.offsetSeconds(at: Instant(seconds: $0))) }
    #expect(try ours == Self.offsetsOfDate(name, times))
  }

  /// `-05:50:36`, as `date` has it.
  private static func shown(_ offset: Int) -> String {
    let parts = [offset.magnitude / 3_600, offset.magnitude / 60 % 60, offset.magnitude % 60]
    return (offset < 0 ? "-" : "+")
      + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// What GNU date tells, which asks the C library.
  private static func offsetsOfDate(_ zone: String, _ times: [Int64]) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try times.map { "@\($0)\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let date = try ChildProcess.run(
      URL(filePath: "/bin/date"), ["-f", file.path, "+%::z"], environment: ["TZ": zone])
    return date.output.split(separator: "\n").map(String.init)
  }

  @Test(
    "A name that is none leads to no file",
    arguments: [
      "", "/etc/passwd", "../../../etc/passwd", "America/../UTC", "America/", "America", "/UTC",
      ".", "America//Chicago", "America/Chicago\0", "Chicago", "américa", "tzdata.zi",
      "right/America/Chicago", String(repeating: "A", count: 10_000),
    ])
  func names(name: String) {
    #expect(throws: TimeZoneError.self) { try Self.zones.rules(named: name) }
  }

  @Test("A zone that cannot be read is a mistake of the catalogue")
  func mistake() throws {
    let text = try CatalogueFileTests.text()
    let unknown = text.replacing("America/Chicago", with: "America/Chicagou")
    #expect(
      try CatalogueFileTests.problems(unknown).mistakes.map(\.path) == ["serviceAreas[0].timeZone"])
    let number = text.replacing("\"America/Chicago\"", with: "7")
    #expect(
      try CatalogueFileTests.problems(number).mistakes.map(\.path) == ["serviceAreas[0].timeZone"])
    let problems = #expect(throws: CatalogueProblems.self) {
      try CatalogueFile.decode(Array(text.utf8), name: "test", zones: ZoneFiles(folder: "/nowhere"))
    }
    #expect(
      problems?.mistakes.map(\.description) == [
        "serviceAreas[0].timeZone: expected a time zone of /nowhere, came \"America/Chicago\""
      ])
  }
}
