/// The form of `traceparent` by W3C Trace Context, section 3.2.2.
enum TraceParent {
  /// Whether the text is `version-traceid-parentid-flags` in lower-case hexadecimal with
  /// identifiers that are not all zero.
  ///
  /// A later version than 00 may go on after that.
  static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].count == 2, parts[1].count == 32, parts[2].count == 16,
      parts[3].count == 2, parts[0...3].allSatisfy({ $0.allSatisfy(isDigit) }),
      !parts[0].elementsEqual("ff".utf8), !isZero(parts[1]), !isZero(parts[2])
    else { return false }
    return parts[0].elementsEqual("00".utf8) ? parts.count == 4 : text.utf8.count <= 255
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x66 ~= byte
  }

  private static func isZero(_ part: Substring.UTF8View) -> Bool {
    part.allSatisfy { $0 == UInt8(ascii: "0") }
  }
}
