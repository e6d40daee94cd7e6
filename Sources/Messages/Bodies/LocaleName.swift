/// Locale identifiers as producers write them.
enum LocaleName {
  /// `language[_Script][_REGION]` with the letter case of BCP 47 and underscores; nil for anything
  /// else.
  static func normalised(_ text: String) -> String? {
    // Almost every message brings one of these.
    if text == "en_US" { return text }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    guard let language = parts.first, isLanguage(language), parts.count <= 3 else { return nil }
    var result = language.lowercased()
    var rest = parts.dropFirst()
    if let script = rest.first, isScript(script) {
      result += "_" + script.prefix(1).uppercased() + script.dropFirst().lowercased()
      rest = rest.dropFirst()
    }
    if let region = rest.first {
      guard isRegion(region) else { return nil }
      result += "_" + region.uppercased()
      rest = rest.dropFirst()
    }
    return rest.isEmpty ? result : nil
  }

  private static func isLanguage(_ part: Substring) -> Bool {
    2...3 ~= part.utf8.count && part.utf8.allSatisfy(isLetter)
  }

  private static func isScript(_ part: Substring) -> Bool {
    part.utf8.count == 4 && part.utf8.allSatisfy(isLetter)
  }

  private static func isRegion(_ part: Substring) -> Bool {
    (part.utf8.count == 2 && part.utf8.allSatisfy(isLetter))
      || (part.utf8.count == 3 && part.utf8.allSatisfy { 0x30...0x39 ~= $0 })
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
}
