import Rides

extension Instant {
  /// From 1970-01-01, which this code counts from, to 2000-01-01, which PostgreSQL counts from.
  private static let shift: Int64 = 946_684_800_000_000

  /// What a `timestamptz` can hold, in its own count: from 4714-11-24 BC on, before 294277-01-01,
  /// which is later than any instant here.
  private static let range: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000

  /// The instant of a `timestamptz`; nil for the two infinities and for what no server sends.
  init?(postgres microseconds: Int64) {
    let (sum, overflow) = microseconds.addingReportingOverflow(Self.shift)
    guard Self.range.contains(microseconds), !overflow else { return nil }
    self.init(microseconds: sum)
  }

  /// The instant as a `timestamptz`; nil for one that it cannot hold.
  var postgres: Int64? {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(Self.shift)
    return overflow || !Self.range.contains(difference) ? nil : difference
  }

  /// The instant as a bound for a search: before all that can be stored it is `-infinity`.
  var postgresBound: Int64 { postgres ?? .min }
}
