/// Where a broker listens and as whom to log in there.
package struct AMQPEndpoint: Hashable, Sendable {
  /// A host name or an address; an IPv6 address without its brackets.
  package var host: String
  package var port: UInt16
  package var virtualHost: String
  package var user: String
  package var password: String
  /// How the connection is secured, with the scheme `amqps`; nil when it is not.
  package var security: AMQPSecurity?

  package init(
    host: String, port: UInt16, virtualHost: String, user: String, password: String,
    security: AMQPSecurity? = nil
  ) {
    self.host = host
    self.port = port
    self.virtualHost = virtualHost
    self.user = user
    self.password = password
    self.security = security
  }

  /// Reads one URL of the RabbitMQ URI specification, `amqp://user:password@host:port/vhost`.
  ///
  /// Parts are percent-decoded. Absent parts have defaults: user and password `guest`, host
  /// `localhost`, port 5672 (5671 for `amqps`), virtual host `/`. A `/` with nothing after it names
  /// the virtual host with the empty name. With `amqps` the options of `AMQPSecurity` may follow
  /// after a `?`, separated by `&`; an unknown option is refused, since it would have no effect.
  package init(url: String) throws(AMQPEndpointError) {
    do throws(AMQPEndpointError.Reason) {
      self = try Self.parse(url)
    } catch {
      throw AMQPEndpointError(error, position: 1)
    }
  }

  /// Reads URLs that are separated by commas and are to be tried in turn.
  ///
  /// Spaces around a URL do not count. A comma within a password is written `%2C`.
  package static func list(_ text: String) throws(AMQPEndpointError) -> [AMQPEndpoint] {
    var endpoints: [AMQPEndpoint] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      do throws(AMQPEndpointError.Reason) {
        endpoints.append(try parse(part.trimmingSpaces()))
      } catch {
        throw AMQPEndpointError(error, position: endpoints.count + 1)
      }
    }
    return endpoints
  }
}

extension AMQPEndpoint: CustomStringConvertible, CustomReflectable {
  /// The URL with `***` for the password and without options, fit for a log.
  package var description: String {
    let scheme = security == nil ? "amqp" : "amqps"
    // A name can have any character, written %XX; shown as it is it could pass for a user.
    let isAddress = host.contains(":") && host.utf8.allSatisfy(Self.isAddressByte)
    let shownHost = isAddress ? "[\(host)]" : PercentEncoding.encode(host)
    let path = PercentEncoding.encode(virtualHost)
    let login = usesCertificateToLogIn ? "" : "\(PercentEncoding.encode(user)):***@"
    return "\(scheme)://\(login)\(shownHost):\(port)/\(path)"
  }

  /// The same with its options, to show a configuration.
  package var fullDescription: String { description + (security?.query ?? "") }

  /// Whether the client's certificate names the user, so that user and password are not used.
  package var usesCertificateToLogIn: Bool { security?.mechanism == .external }

  /// Mirrors only the description, so that no dump shows the password.
  package var customMirror: Mirror {
    Mirror(self, children: ["url": description])
  }
}

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
    // RFC 3986, 3.1: schemes are compared without case; 0x20 is the difference between the cases of
    // a letter.
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

  /// Hexadecimal digits, dots and colons, and the characters of a zone identifier (RFC 6874).
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

extension StringProtocol {
  /// The text without ASCII white space at its ends.
  fileprivate func trimmingSpaces() -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let kept = Array(utf8).drop(while: isSpace)
    let end = kept.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? kept.startIndex
    return String(decoding: kept[kept.startIndex..<end], as: UTF8.self)
  }
}
