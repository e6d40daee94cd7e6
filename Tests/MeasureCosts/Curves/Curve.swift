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

  /// How long one work is measured at one size, in microseconds of wall time, if it takes long.
  static let patience = 1_500_000.0
  static let rounds = 7

  func tell() throws {
    for size in steps {
      for (work, batch) in try works(size) {
        var work = work
        let cost = try work.cost(batch: batch, patience: Self.patience, rounds: Self.rounds)
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
