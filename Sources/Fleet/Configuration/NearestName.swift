/// Finds what a mistyped name was meant to be.
package enum NearestName {
  /// The candidate with the fewest changes of a letter, or nil above a third of the name.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    let ranked = candidates.map { (name: $0, distance: distance(name, $0)) }
    guard let nearest = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance * 3 <= name.utf8.count ? nearest.name : nil
  }

  /// The Levenshtein distance: the fewest insertions, deletions and replacements of one byte.
  static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right.utf8)
    var row = Array(0...right.count)
    for (index, byte) in left.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let replaced = diagonal + (byte == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}
