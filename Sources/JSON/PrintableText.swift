/// Texts from outside as they may be shown on a terminal or in a log.
///
/// Control characters can move the cursor, color the screen and break lines, and characters that
/// set the direction of writing can make a line read as another one. Each becomes its JSON escape,
/// such as `\u202e`, so that the same bytes are right within a text and within a JSON string.
package enum PrintableText {
  /// The text with each unprintable character escaped, line feeds among them.
  package static func of(_ text: String) -> String {
    var text = text
    return text.withUTF8 { utf8 in
      isPrintable(utf8) ? nil : escaped(utf8) { escape(UInt32($0)) }
    }.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// A JSON text on one line, whose strings have each unprintable character escaped.
  ///
  /// In JSON, characters below U+0020 occur only between values, as white space.
  package static func json(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { utf8 in
      isPrintable(utf8) ? nil : escaped(utf8) { $0 < 0x20 ? [0x20] : escape(UInt32($0)) }
    } ?? bytes
  }

  /// Whether a character is one that is escaped: C0, DEL, C1, what sets the direction of writing
  /// (Unicode's Bidi_Control), and the separators of lines and paragraphs.
  package static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Most texts have none of the bytes that an unprintable character begins with.
  private static func isPrintable(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.allSatisfy { byte in
      switch byte {
      case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2: false
      default: true
      }
    }
  }

  private static func escaped(
    _ utf8: UnsafeBufferPointer<UInt8>, ascii: (UInt8) -> [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 16)
    for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
      if !isUnprintable(scalar) {
        bytes += UTF8.encode(scalar) ?? .init()
      } else if let byte = UInt8(exactly: scalar.value), scalar.isASCII {
        bytes += ascii(byte)
      } else {
        bytes += escape(scalar.value)
      }
    }
    return bytes
  }

  private static func escape(_ value: UInt32) -> [UInt8] {
    let digits = String(value, radix: 16)
    return Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
  }
}
