// The grammar of the RabbitMQ URI specification (https://www.rabbitmq.com/docs/uri-spec):
//   "amqp" ["s"] "://" [user [":" password] "@"] [host] [":" port] ["/" vhost] ["?" options]

extension AMQPEndpoint {
  static func parse(_ text: String) throws(AMQPEndpointError.Reason) -> AMQPEndpoint {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw .empty }
    let (usesTLS, afterScheme) = try scheme(of: bytes)
    let queryMark = bytes[afterScheme...].firstIndex(of: Byte.question) ?? bytes.endIndex
    let rest = bytes[afterScheme..<queryMark]
    let query = bytes[queryMark...].dropFirst()
    guard !bytes.contains(Byte.hash), usesTLS || queryMark == bytes.endIndex else { throw .query }

    let authorityEnd = rest.firstIndex(of: Byte.slash) ?? rest.endIndex
    let authority = rest[..<authorityEnd]
    let path = rest[authorityEnd...]
    guard !path.dropFirst().contains(Byte.slash) else { throw .path }

    let (user, password, hostPart) = try credentials(of: authority)
    let (host, port) = try address(of: hostPart)
    return AMQPEndpoint(
      host: host, port: port ?? (usesTLS ? 5671 : 5672),
      virtualHost: path.isEmpty
        ? "/" : try PercentEncoding.decode(path.dropFirst(), of: "virtual host"),
      user: user ?? "guest", password: password ?? "guest",
      security: usesTLS ? try AMQPSecurity(query: query) : nil)
  }

  private static func scheme(
    of bytes: [UInt8]
  ) throws(AMQPEndpointError.Reason) -> (usesTLS: Bool, end: Int) {
    // RFC 3986, 3.1: schemes are compared without case; 0x20 is what tells cases of letters apart.
    let lowercased = bytes.prefix(8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    if lowercased.starts(with: "amqps://".utf8) { return (true, 8) }
    if lowercased.starts(with: "amqp://".utf8) { return (false, 7) }
    throw .scheme
  }

  private static func credentials(
    of authority: ArraySlice<UInt8>
  ) throws(AMQPEndpointError.Reason) -> (
    user: String?, password: String?, host: ArraySlice<UInt8>
  ) {
    guard let at = authority.lastIndex(of: Byte.at) else { return (nil, nil, authority) }
    let info = authority[..<at]
    guard !info.contains(Byte.at) else { throw .userInfo }
    let parts = info.split(separator: Byte.colon, omittingEmptySubsequences: false)
    guard parts.count <= 2 else { throw .userInfo }
    return (
      try PercentEncoding.decode(parts[0], of: "user"),
      parts.count == 2 ? try PercentEncoding.decode(parts[1], of: "password") : nil,
      authority[(at + 1)...]
    )
  }

  private static func address(
    of bytes: ArraySlice<UInt8>
  ) throws(AMQPEndpointError.Reason) -> (host: String, port: UInt16?) {
    if bytes.first == Byte.openBracket {
      guard let close = bytes.firstIndex(of: Byte.closeBracket) else { throw .host }
      let literal = bytes[(bytes.startIndex + 1)..<close]
      guard literal.contains(Byte.colon), literal.allSatisfy(isAddressByte) else { throw .host }
      return (String(decoding: literal, as: UTF8.self), try port(of: bytes[(close + 1)...]))
    }
    let colon = bytes.firstIndex(of: Byte.colon) ?? bytes.endIndex
    let name = try PercentEncoding.decode(bytes[..<colon], of: "host")
    guard name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .host }
    return (name.isEmpty ? "localhost" : name, try port(of: bytes[colon...]))
  }

  private static func port(
    of bytes: ArraySlice<UInt8>
  ) throws(AMQPEndpointError.Reason) -> UInt16? {
    guard let first = bytes.first else { return nil }
    guard first == Byte.colon else { throw .host }
    let digits = bytes.dropFirst()
    // RFC 3986, 3.2.3: a port may be empty, and then is the default one.
    if digits.isEmpty { return nil }
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt16(String(decoding: digits, as: UTF8.self)), number > 0
    else { throw .port }
    return number
  }

  /// Hexadecimal digits, dots and colons, and what a zone identifier is made of (RFC 6874).
  static func isAddressByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x25, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  private enum Byte {
    static let hash = UInt8(ascii: "#")
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let question = UInt8(ascii: "?")
    static let at = UInt8(ascii: "@")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
  }
}
