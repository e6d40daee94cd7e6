/// How far two texts are from each other: the letters to change, add, remove or swap with their
/// neighbors to make one the other (optimal string alignment).
package enum EditDistance {
  /// The distance, or nil above a limit.
  package static func between(_ first: String, _ second: String, atMost limit: Int) -> Int? {
    between(Array(first.unicodeScalars), Array(second.unicodeScalars), atMost: limit)
  }

  /// The same of texts that are taken apart already.
  static func between(
    _ first: [Unicode.Scalar], _ second: [Unicode.Scalar], atMost limit: Int
  ) -> Int? {
    guard abs(first.count - second.count) <= limit else { return nil }
    var before: [Int] = []
    var previous = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let isSame = first[row] == second[column]
        var least = min(
          previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, previous) = (previous, current)
    }
    return previous[second.count] <= limit ? previous[second.count] : nil
  }
}
