extension JSONParser {
  /// Reads a string from its opening to its closing quote; without escapes it is copied in one
  /// piece.
  mutating func string() throws(JSONFault) -> String {
    index += 1
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        index += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw unexpected("an escaped control character") }
      index += 1
    }
    throw unexpected("'\"'")
  }

  private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
    var text = Array(bytes[start..<index])
    while index < bytes.count {
      let byte = bytes[index]
      guard byte >= 0x20 else { throw unexpected("an escaped control character") }
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      default: text.append(byte)
      }
    }
    throw unexpected("'\"'")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    let plain: UInt8
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = bytes[index]
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "u"):
      index += 1
      text.append(contentsOf: UTF8.encode(try scalar()) ?? UTF8.encodedReplacementCharacter)
      return
    default: throw unexpected("an escape")
    }
    index += 1
    text.append(plain)
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair (RFC 8259, section 7).
  private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, peek == UInt8(ascii: "\\") else { throw unexpected("a surrogate pair") }
    index += 1
    guard peek == UInt8(ascii: "u") else { throw unexpected("a surrogate pair") }
    index += 1
    let second = try hexadecimal()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw unexpected("a surrogate pair before here") }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected("a hexadecimal digit")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
