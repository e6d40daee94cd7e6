/// How far local time is from UTC in a time zone, at any instant.
///
/// A value of one reference: copying costs one count, and hashing takes the name alone.
package struct TimeZoneRules: Sendable, Hashable {
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

  package static func == (left: Self, right: Self) -> Bool {
    left.table === right.table || left.table.hasRules(of: right.table)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Why the rules of a time zone cannot be used; trying again does not help.
package struct TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expected and the actual value, and the place.
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The times at which the offset of a zone changes, and the rule for the time after the last.
final class ZoneTable: Sendable {
  let name: String
  /// The seconds ahead of UTC before the first transition.
  private let firstOffset: Int
  /// In seconds since 1970, ascending.
  private let transitions: [Int]
  /// The offset from each transition on.
  private let offsets: [Int]
  /// Nil when the last offset holds for ever.
  private let rule: YearlyRule?

  /// The changes of the rule until 2100 are added to the transitions: a lookup takes a tenth of the
  /// time of the rule, and a file may have no transitions of its own after 2007.
  init(name: String, firstOffset: Int, transitions: [Int], offsets: [Int], rule: YearlyRule?) {
    self.name = name
    self.firstOffset = firstOffset
    self.rule = rule
    guard let rule, let last = transitions.last, Instant.writableSeconds.contains(last) else {
      self.transitions = transitions
      self.offsets = offsets
      return
    }
    // The rule holds from the last transition on.
    let changes = [last] + rule.changes(in: 1970...2100).filter { $0 > last }
    self.transitions = transitions.dropLast() + changes
    self.offsets = offsets.dropLast() + changes.map { rule.offset(at: $0) }
  }

  func hasRules(of other: ZoneTable) -> Bool {
    name == other.name && firstOffset == other.firstOffset && transitions == other.transitions
      && offsets == other.offsets && rule == other.rule
  }

  /// The offset at a time in seconds since 1970.
  func offset(at seconds: Int) -> Int {
    let count = transitions(until: seconds)
    if count == transitions.count, let rule { return rule.offset(at: seconds) }
    return count == 0 ? firstOffset : offsets[count - 1]
  }

  /// Every offset that may be in force while clocks show a time.
  ///
  /// No zone is 26 hours from UTC (RFC 9636, 3.2), so that the instant is at most so far from the
  /// same figures in UTC.
  func offsets(around clockSeconds: Int) -> [Int] {
    let earliest = clockSeconds - 26 * 3_600
    let latest = clockSeconds + 26 * 3_600
    var found = [offset(at: earliest), offset(at: latest)]
    for index in transitions(until: earliest)..<transitions(until: latest) {
      found.append(offsets[index])
    }
    if let rule { found += rule.offsets }
    return found
  }

  /// How many transitions are not later than a time, by halving.
  private func transitions(until seconds: Int) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
