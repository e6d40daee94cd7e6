/// How far local time is from UTC in a time zone, at any instant.
///
/// A value of one reference: copying costs one count, and hashing takes the name alone.
package struct TimeZoneRules: Sendable {
  private let table: ZoneTable

  /// The IANA name, such as `America/Chicago`.
  package var name: String { table.name }

  /// UTC, where local time and UTC are the same.
  package static let utc = TimeZoneRules(name: "UTC", fixedOffsetSeconds: 0)

  /// The rules of a file in the form TZif (RFC 9636), versions 1 to 4.
  ///
  /// Read is the part with 64-bit times where there is one, and the footer with the rule for the
  /// time after the last transition. Files that count leap seconds are refused: instants here do
  /// not.
  package init(name: String, tzif bytes: [UInt8]) throws(TimeZoneError) {
    table = try TZifReader.table(name: name, bytes: bytes)
  }

  /// A zone that has always been and will always be so far ahead of UTC.
  package init(name: String, fixedOffsetSeconds: Int) {
    table = ZoneTable(
      name: name, firstOffset: fixedOffsetSeconds, transitions: [], offsets: [], rule: nil)
  }

  /// The seconds that local time is ahead of UTC at an instant.
  package func offsetSeconds(at instant: Instant) -> Int {
    table.offset(at: Int(instant.microseconds).dividedDown(by: 1_000_000))
  }

  /// What a clock in the zone shows at an instant; a fraction of a second is cut off.
  package func local(_ instant: Instant) -> LocalDateTime {
    let seconds = Int(instant.microseconds).dividedDown(by: 1_000_000)
    return LocalDateTime(clockSeconds: seconds + table.offset(at: seconds))
  }

  /// The hour that a clock in the zone shows at an instant, 0 to 23.
  func hour(at instant: Instant) -> Int {
    let seconds = Int(instant.microseconds).dividedDown(by: 1_000_000)
    let clock = seconds + table.offset(at: seconds)
    return (clock - clock.dividedDown(by: 86_400) * 86_400) / 3_600
  }

  /// When a clock in the zone shows a time, ascending.
  ///
  /// None when the clock jumps over it, two when it shows it twice, and else one.
  package func instants(of local: LocalDateTime) -> [Instant] {
    let clock = local.clockSeconds
    let seconds = table.offsets(around: clock).map { clock - $0 }
      .filter { $0 + table.offset(at: $0) == clock }
    return Set(seconds).sorted().map { Instant(seconds: Int64($0)) }
  }
}

extension TimeZoneRules: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.table === right.table || left.table.hasRules(of: right.table)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
