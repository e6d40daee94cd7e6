import RandomFixture
import Rides
import Testing

@Suite("Time zone files") struct TimeZoneFileTests {
  private static let good = ZoneBytes.file(
    types: [-21_600, -18_000], transitions: [(-1_000, 1), (1_000, 0), (2_000, 1)],
    footer: "CST6CDT,M3.2.0,M11.1.0")

  /// Asks a zone for all that it can be asked.
  private static func use(_ bytes: [UInt8]) -> Bool {
    guard let zone = try? TimeZoneRules(name: "Test/Zone", tzif: bytes) else { return false }
    let times: [Int64] = [-9_000_000_000_000, -1_001, 0, 1_500, 1_795_237_440, 9_000_000_000_000]
    for seconds in times {
      _ = zone.instants(of: zone.local(Instant(seconds: seconds)))
    }
    return true
  }

  @Test("A file that is cut off anywhere is refused")
  func truncated() {
    #expect(Self.use(Self.good))
    for count in Self.good.indices { #expect(!Self.use(Array(Self.good[..<count])), "\(count)") }
  }

  @Test("A file with any byte changed is refused or read, and never traps")
  func garbled() {
    var refused = 0
    for index in Self.good.indices {
      for value in [0, 1, 0x0A, 0x39, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = Self.good
        bytes[index] = value
        if !Self.use(bytes) { refused += 1 }
      }
    }
    #expect(refused > 0)
  }

  @Test("Noise after a header is refused or read, and never traps")
  func noise() {
    var generator = SeededNumbers(seed: 3)
    for _ in 0..<2_000 {
      var bytes = Self.good
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      _ = Self.use(bytes)
    }
  }

  @Test("Leap seconds, descending transitions, a type beyond and no type at all are refused")
  func refused() {
    for bytes in [
      ZoneBytes.file(types: [0], footer: "", leapSeconds: 1),
      ZoneBytes.file(types: [0], transitions: [(5, 0), (5, 0)], footer: ""),
      ZoneBytes.file(types: [0], transitions: [(5, 1)], footer: ""),
      ZoneBytes.file(types: [], footer: ""), ZoneBytes.file(types: [93_600], footer: ""),
      Array("tzif2".utf8), [],
    ] {
      #expect(!Self.use(bytes))
    }
  }
}
