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
      bytes.withUnsafeBufferPointer { bytes in
        alphabet.withUnsafeBufferPointer { encode(bytes, into: room, alphabet: $0) }
      }
      text.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<((bytes.count * 4 + 2) / 3)]))
    }
  }

  private static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>,
    alphabet: UnsafeBufferPointer<UInt8>
  ) {
    func write(_ bits: UInt32, at place: Int) {
      room[place] = alphabet[Int(bits >> 18)]
      room[place + 1] = alphabet[Int(bits >> 12 & 0x3F)]
      room[place + 2] = alphabet[Int(bits >> 6 & 0x3F)]
      room[place + 3] = alphabet[Int(bits & 0x3F)]
    }
    let groups = bytes.count / 3
    for group in 0..<groups {
      let first = group &* 3
      write(
        UInt32(bytes[first]) << 16 | UInt32(bytes[first &+ 1]) << 8 | UInt32(bytes[first &+ 2]),
        at: group &* 4)
    }
    let rest = bytes[(groups * 3)...]
    guard let first = rest.first else { return }
    write(
      UInt32(first) << 16 | (rest.count > 1 ? UInt32(bytes[bytes.count - 1]) << 8 : 0),
      at: groups * 4)
  }

  /// The bytes of a text, or nil when `encode` would never have written it.
  ///
  /// Refused are other characters, padding, a length that no bytes have, and unused bits that are
  /// not zero: two texts never mean the same bytes, so a signed token has one spelling.
  package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

  /// The bytes of a text in ASCII, or nil when `append` would never have written it.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var isRight = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { room, count in
      count = room.count
      isRight = text.withUnsafeBufferPointer { text in
        values.withUnsafeBufferPointer { decode(text, into: room, values: $0) }
      }
    }
    return isRight ? bytes : nil
  }

  /// Whether four characters at a time and those that are left over were right.
  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>,
    values: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (place, wrong) = (0, UInt8(0))
    for start in stride(from: 0, to: text.count, by: 4) {
      var bits: UInt32 = 0
      let end = min(start + 4, text.count)
      for index in start..<end {
        let value = values[Int(text[index])]
        wrong |= value
        bits = bits << 6 | UInt32(value & 0x3F)
      }
      // Of two characters the last 4 bits are unused, of three the last 2.
      let unused = UInt32(end - start) * 6 % 8
      guard bits & (1 << unused - 1) == 0 else { return false }
      bits >>= unused
      for last in stride(from: (end - start) * 6 / 8 - 1, through: 0, by: -1) {
        room[place + last] = UInt8(truncatingIfNeeded: bits)
        bits >>= 8
      }
      place += (end - start) * 6 / 8
    }
    return wrong & 0x80 == 0
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of each byte as a character, 0x80 for one that is none.
  private static let values = (UInt8.min...UInt8.max).map { byte in
    alphabet.firstIndex(of: byte).map(UInt8.init) ?? 0x80
  }
}
