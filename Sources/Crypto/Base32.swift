/// Base32 in lower case and without padding (RFC 4648, section 6), for identifiers.
package enum Base32 {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// The text of some bytes, of `a` to `z` and `2` to `7` alone.
  package static func encode(_ bytes: [UInt8]) -> String {
    let length = (bytes.count * 8 + 4) / 5
    return String(unsafeUninitializedCapacity: length) { text in
      var written = 0
      var bits: UInt32 = 0
      var waiting = 0
      for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        waiting += 8
        while waiting >= 5 {
          waiting -= 5
          text[written] = alphabet[Int(bits >> UInt32(waiting) & 0x1F)]
          written += 1
        }
      }
      if waiting > 0 {
        text[written] = alphabet[Int(bits << UInt32(5 - waiting) & 0x1F)]
        written += 1
      }
      return written
    }
  }
}
