/// Percent-encoding of URL parts (RFC 3986, 2.1).
enum PercentEncoding {
  static func decode(
    _ bytes: ArraySlice<UInt8>, of part: String
  ) throws(AMQPEndpointError.Reason) -> String {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimal),
        let low = rest.popFirst().flatMap(hexadecimal)
      else { throw .encoding(part: part) }
      decoded.append(high << 4 | low)
    }
    // A NUL would end the text early in C.
    guard !decoded.contains(0), let text = String(validating: decoded, as: UTF8.self) else {
      throw .encoding(part: part)
    }
    return text
  }

  static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
