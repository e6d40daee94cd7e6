extension [UInt8] {
  /// The texts, of six bytes at least, that occur in these bytes.
  func occurring(of texts: Set<String>) -> Set<String> {
    var beginnings: [UInt64: [String]] = [:]
    for text in texts {
      beginnings[text.utf8.prefix(6).reduce(0, Self.shift), default: []].append(text)
    }
    var found: Set<String> = []
    var window: UInt64 = 0
    for (place, byte) in enumerated() {
      window = Self.shift(window, byte)
      guard let candidates = beginnings[window] else { continue }
      for text in candidates where self[(place - 5)...].starts(with: text.utf8) {
        found.insert(text)
      }
    }
    return found
  }

  /// The last six bytes, of which `byte` is the last.
  private static func shift(_ window: UInt64, _ byte: UInt8) -> UInt64 {
    (window << 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF
  }
}
