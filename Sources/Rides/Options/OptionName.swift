// `String._nfd` is the only door to Unicode normalisation in the standard library; the domain has
// no other import.
@_spi(_Unicode) import Swift

/// The comparison of option names (rules L3 and L6).
package enum OptionName {
  /// The key that equal names share.
  ///
  /// Canonical decomposition (NFD), case and diacritical marks folded, white space trimmed and
  /// collapsed. Only marks of the combining-diacritics blocks go: the dependent vowels of Indic
  /// scripts and the voicing marks of kana are letters to their readers.
  package static func folded(_ name: String) -> String {
    if let key = foldedASCII(name) { return key }
    var key = String.UnicodeScalarView()
    var isSpaceDue = false
    for scalar in name._nfd {
      if scalar.properties.isWhitespace {
        isSpaceDue = !key.isEmpty
      } else if !isDiacritic(scalar) {
        if isSpaceDue { key.append(" ") }
        isSpaceDue = false
        // Up and then down folds what has no single lower form: ß and SS, ς and σ.
        for upper in scalar.properties.uppercaseMapping.unicodeScalars {
          key.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
    return String(key)
  }

  /// The key of a name of ASCII alone, for which nothing has to be looked up; nil for another.
  private static func foldedASCII(_ name: String) -> String? {
    var name = name
    return name.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { key in
        var (count, isSpaceDue) = (0, false)
        for byte in bytes {
          if byte == 0x20 || (0x09...0x0D).contains(byte) {
            isSpaceDue = count > 0
            continue
          }
          if isSpaceDue {
            key[count] = 0x20
            count += 1
          }
          isSpaceDue = false
          key[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
          count += 1
        }
        return count
      }
    }
  }

  private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }

  /// The distance of a folded text from a folded name; nil if they are not similar.
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

  /// Words of one letter are ignored.
  private static func haveCommonWord(_ text: String, _ name: String) -> Bool {
    let words = Set(name.split(separator: " ").filter { $0.unicodeScalars.count >= 2 })
    return text.split(separator: " ").contains(where: words.contains)
  }
}

/// The distance of two texts: the number of letters to change, add, remove or swap with a neighbor
/// (optimal string alignment).
package enum EditDistance {
  /// The distance, or nil above a limit.
  package static func between(_ first: String, _ second: String, atMost limit: Int) -> Int? {
    between(Array(first.unicodeScalars), Array(second.unicodeScalars), atMost: limit)
  }

  /// The same for texts that are already split.
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
