/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of each ASCII character, 0xFF where it has none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The text of some bytes, of the letters, the digits, `-` and `_` alone.
  package static func encode(_ bytes: [UInt8]) -> String {
    let length = (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: length) { text in
      var written = 0
      var bits: UInt32 = 0
      var waiting = 0
      for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        waiting += 8
        while waiting >= 6 {
          waiting -= 6
          text[written] = alphabet[Int(bits >> UInt32(waiting) & 0x3F)]
          written += 1
        }
      }
      if waiting > 0 {
        text[written] = alphabet[Int(bits << UInt32(6 - waiting) & 0x3F)]
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
    let characters = text.utf8
    guard characters.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var bits: UInt32 = 0
    var waiting = 0
    for character in characters {
      let value = values[Int(character)]
      guard value != 0xFF else { return nil }
      bits = bits << 6 | UInt32(value)
      waiting += 6
      if waiting >= 8 {
        waiting -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(waiting)))
      }
    }
    guard bits & ((1 << UInt32(waiting)) - 1) == 0 else { return nil }
    return bytes
  }
}
