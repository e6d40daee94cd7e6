/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
package enum Base64URL {
  /// The text of some bytes, of the letters, the digits, `-` and `_` alone.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of some bytes in ASCII.
  package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    // Three bytes are four characters; of the last four those are left out that no byte reaches.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: (bytes.count + 2) / 3 * 4) { room in
      alphabet.withUnsafeBufferPointer { alphabet in
        for (group, index) in stride(from: 0, to: bytes.count, by: 3).enumerated() {
          let rest = bytes.count - index
          let bits =
            UInt32(bytes[index]) << 16 | (rest > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
            | (rest > 2 ? UInt32(bytes[index + 2]) : 0)
          for place in 0..<4 {
            room[group * 4 + place] = alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 0x3F)]
          }
        }
      }
      text.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<((bytes.count * 4 + 2) / 3)]))
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

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

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
