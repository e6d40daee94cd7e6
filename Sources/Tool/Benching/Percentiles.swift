/// The spread of some measured values.
struct Percentiles: Hashable, Sendable {
  private let sorted: [UInt32]

  init(_ values: [UInt32]) { sorted = values.sorted() }

  var count: Int { sorted.count }

  /// The least value that so many percent of the values do not exceed (nearest rank); nil without
  /// values.
  func value(_ percent: Double) -> UInt32? {
    precondition((0...100).contains(percent), "a percentile is a share of a hundred")
    guard !sorted.isEmpty else { return nil }
    let rank = Int((percent * Double(sorted.count) / 100).rounded(.up))
    return sorted[max(1, rank) - 1]
  }
}
