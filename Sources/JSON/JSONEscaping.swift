extension [UInt8] {
  /// Appends a text with what RFC 8259 wants escaped, and nothing else: runs of other bytes are
  /// copied in one piece.
  mutating func appendEscaped(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for index in utf8.indices where utf8[index].isEscapedInJSON {
        append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
        appendEscape(of: utf8[index])
        start = index + 1
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
  }

  private mutating func appendEscape(of byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0D: append(UInt8(ascii: "r"))
    case 0x09: append(UInt8(ascii: "t"))
    default:
      append(contentsOf: "u00".utf8)
      append(byte >> 4 + 0x30)
      append(byte & 0xF < 10 ? byte & 0xF + 0x30 : byte & 0xF + 0x57)
    }
  }

  /// Appends an integer in decimal digits.
  mutating func appendDecimal(_ value: Int64) {
    if 0..<10 ~= value {
      append(UInt8(truncatingIfNeeded: value) + 0x30)
    } else {
      append(contentsOf: String(value).utf8)
    }
  }
}

extension UInt8 {
  fileprivate var isEscapedInJSON: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
