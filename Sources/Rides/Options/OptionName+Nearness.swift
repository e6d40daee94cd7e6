extension OptionName {
  /// How far a folded text is from a folded name; nil when nobody would take one for the other.
  ///
  /// 0 is a beginning of at least two letters, or a whole word in common ("suv please", "the big
  /// taxi"); then come one wrong letter, and two in a name of five or more. In a shorter name two
  /// letters are most of it: "van" is not nearly "SUV".
  static func distance(of text: String, from name: String) -> Int? {
    let letters = Array(text.unicodeScalars)
    let wanted = Array(name.unicodeScalars)
    guard letters.count >= 2, !wanted.isEmpty else { return nil }
    if wanted.starts(with: letters) || haveCommonWord(text, name) { return 0 }
    let limit = wanted.count >= 5 ? 2 : 1
    let edits = edits(letters, wanted)
    return edits <= limit ? max(1, edits) : nil
  }

  /// Words of one letter tell nothing.
  private static func haveCommonWord(_ text: String, _ name: String) -> Bool {
    let words = Set(name.split(separator: " ").filter { $0.unicodeScalars.count >= 2 })
    return text.split(separator: " ").contains(where: words.contains)
  }

  /// The letters to change, add, remove or swap with their neighbours to make one text the other
  /// (optimal string alignment).
  private static func edits(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    guard abs(first.count - second.count) <= 2 else { return .max }
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
    return previous[second.count]
  }
}
