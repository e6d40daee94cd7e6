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
    return EditDistance.between(letters, wanted, atMost: limit).map { max(1, $0) }
  }

  /// Words of one letter tell nothing.
  private static func haveCommonWord(_ text: String, _ name: String) -> Bool {
    let words = Set(name.split(separator: " ").filter { $0.unicodeScalars.count >= 2 })
    return text.split(separator: " ").contains(where: words.contains)
  }
}
