import Fleet
import Messages
import RideStore
import Rides

/// How the cost of one request grows with one thing, for several kinds of requests.
struct Curve {
  /// What is counted on the axis, and how it is said in a figure.
  let name: String
  let axis: String
  let steps: [Int]
  /// The works to be measured where the thing has a size, each with its batch.
  let works: (_ size: Int) throws -> [(work: Work, batch: Int)]

  /// The sizes from which on only a whole measurement goes.
  static let whole = 10_000_000

  func tell(_ extent: Extent) throws {
    for size in steps where extent.has(size) {
      for (work, batch) in try works(size) {
        var work = work
        let cost = try work.cost(batch: batch, patience: extent.patience, rounds: extent.rounds)
        var row = Row(
          [("figure", "curve"), ("curve", name), ("axis", axis), ("series", work.name)],
          [
            ("x", Double(size)), ("microseconds", cost.cpu), ("wallMicroseconds", cost.wall),
            ("allocations", cost.allocations),
          ])
        row.tell()
      }
    }
  }
}

/// How thoroughly is measured.
struct Extent {
  private let isQuick: Bool
  private let isWhole: Bool

  init(flags: [String]) {
    isQuick = flags.contains("--quick")
    isWhole = flags.contains("--whole")
  }

  /// How long one work is measured at one size, in microseconds of wall time, if it takes long.
  var patience: Double { isQuick ? 100_000 : 1_500_000 }
  var rounds: Int { isQuick ? 2 : 7 }

  func has(_ size: Int) -> Bool {
    isQuick ? size <= 1_000 : isWhole || size < Curve.whole
  }
}
