/// The texts of an address, in which `%` and two digits stand for a byte (RFC 3986, section 2.1).
package enum EscapedText {
  /// The text that is meant; nil where an escape is wrong, or stands for U+0000.
  ///
  /// In a path `%2F` and `%25` stay, until it is split into its parts.
  static func decoded(_ text: String, isPath: Bool = false) -> String? {
    var (rest, bytes): (ArraySlice, [UInt8]) = (Array(text.utf8)[...], [])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = value(of: rest.prefix(2)) else { return nil }
      rest = rest.dropFirst(2)
      switch Unicode.Scalar(value) {
      case "/" where isPath: bytes += Array("%2F".utf8)
      case "%" where isPath: bytes += Array("%25".utf8)
      default: bytes.append(value)
      }
    }
    return bytes.contains(0) ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// A part of the path of a request, as it is meant.
  package static func part(_ text: Substring) -> String {
    String(text.replacing("%2F", with: "/").replacing("%25", with: "%"))
  }

  private static func value(of digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
