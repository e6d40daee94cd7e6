/// Why a text is not the URL of a broker; it never quotes the text, which may hold a password.
package struct AMQPEndpointError: Error, Hashable, Sendable {
  package var reason: Reason
  /// Which URL of a comma-separated list, counted from 1.
  package var position: Int

  package init(_ reason: Reason, position: Int) {
    self.reason = reason
    self.position = position
  }

  /// What is wrong with the URL.
  package enum Reason: Error, Hashable, Sendable {
    case empty
    case scheme
    case userInfo
    case host
    case port
    case path
    /// A `#`, or options without `amqps`.
    case query
    /// An option that has another name than those that are known, or no value.
    case unknownOption
    /// A known option, and its expected value.
    case option(_ name: String, _ expected: String)
    /// A `%` without two hexadecimal digits, bytes that are not UTF-8, or a NUL.
    case encoding(part: String)
  }
}

extension AMQPEndpointError: CustomStringConvertible {
  package var description: String {
    "broker URL \(position): \(reason.explanation)"
  }
}

extension AMQPEndpointError.Reason {
  fileprivate var explanation: String {
    switch self {
    case .empty: "expected amqp://user:password@host:port/vhost, but it is empty"
    case .scheme: "expected it to start with amqp:// or amqps://"
    case .userInfo: "expected at most one ':' and one '@' before the host; write others as %3A, %40"
    case .host: "expected a host name, an IPv4 address, or an IPv6 address in brackets"
    case .port: "expected a port from 1 to 65535 after the ':' of the host"
    case .path: "expected one path segment, the virtual host; write '/' within it as %2F"
    case .query: "expected no '#', and a '?' with options in an amqps:// URL alone"
    case .unknownOption:
      "expected cacertfile, certfile, keyfile, verify, server_name_indication or auth_mechanism "
        + "with '=' and a value, separated by '&', after the '?'"
    case .option(let name, let expected): "expected \(expected) in the option \(name)"
    case .encoding(let part):
      "expected %XX and UTF-8 without NUL in the \(part), but it cannot be decoded"
    }
  }
}

/// Percent-encoding of URL parts (RFC 3986, 2.1).
package enum PercentEncoding {
  /// The text of encoded bytes; an error names the part of the URL.
  package static func decode(
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

  /// The text with all but unreserved characters encoded.
  package static func encode(_ text: String) -> String {
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
