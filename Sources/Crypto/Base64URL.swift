/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
package enum Base64URL {
  /// The text of some bytes, of the letters, the digits, `-` and `_` alone.
  package static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
      var written = 0
      var bits: UInt32 = 0
      var waiting: UInt32 = 0
      for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        waiting += 8
        while waiting >= 6 {
          waiting -= 6
          text[written] = character(UInt8(truncatingIfNeeded: bits >> waiting) & 0x3F)
          written += 1
        }
      }
      if waiting > 0 {
        text[written] = character(UInt8(truncatingIfNeeded: bits << (6 - waiting)) & 0x3F)
        written += 1
      }
      return written
    }
  }

  /// The bytes of a text, or nil when `encode` would never have written it.
  ///
  /// Refused are other characters, padding, a length that no bytes have, and unused bits that are
  /// not zero: two texts never mean the same bytes, so a signed token has one spelling.
  package static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var bits: UInt32 = 0
    var waiting: UInt32 = 0
    for character in text.utf8 {
      guard let value = value(character) else { return nil }
      bits = bits << 6 | UInt32(value)
      waiting += 6
      if waiting >= 8 {
        waiting -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> waiting))
      }
    }
    guard bits & (1 << waiting - 1) == 0 else { return nil }
    return bytes
  }

  private static func character(_ value: UInt8) -> UInt8 {
    switch value {
    case ..<26: UInt8(ascii: "A") + value
    case ..<52: UInt8(ascii: "a") + value - 26
    case ..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
