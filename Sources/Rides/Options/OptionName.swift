// `String._nfd` is the only door to Unicode normalisation in the standard library; the domain has
// no other import.
@_spi(_Unicode) import Swift

/// How option names are compared (rules L3 and L6).
package enum OptionName {
  /// The key under which two names are one name.
  ///
  /// Canonical decomposition (NFD), case and diacritical marks folded, white space trimmed and
  /// collapsed. Only marks of the combining-diacritics blocks go: the dependent vowels of Indic
  /// scripts and the voicing marks of kana are letters to their readers.
  package static func folded(_ name: String) -> String {
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

  private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
