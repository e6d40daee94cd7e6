import Glibc

/// Where the probes of a worker are asked: a host and a port.
struct ProbeTarget: Hashable, Sendable, CustomStringConvertible {
  /// A name, or an IPv4 or IPv6 address without brackets.
  let host: String
  let port: UInt16

  /// Takes `host:port`, `[IPv6]:port`, or such with `http://` before and a path behind; nil for
  /// anything else.
  init?(_ text: String) {
    var rest = text[...]
    if rest.lowercased().hasPrefix("http://") { rest = rest.dropFirst(7) }
    if let path = rest.firstIndex(of: "/") { rest = rest[..<path] }
    guard let colon = rest.lastIndex(of: ":"),
      let port = Self.port(rest[rest.index(after: colon)...]),
      let host = Self.host(rest[..<colon])
    else { return nil }
    self.host = host
    self.port = port
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  private static func port(_ text: Substring) -> UInt16? {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = UInt16(text), port > 0 else {
      return nil
    }
    return port
  }

  private static func host(_ text: Substring) -> String? {
    if text.first == "[" {
      guard text.last == "]" else { return nil }
      let address = String(text.dropFirst().dropLast())
      var bytes = in6_addr()
      return inet_pton(AF_INET6, address, &bytes) == 1 ? address : nil
    }
    let isName =
      !text.isEmpty && text.utf8.count <= 253
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
    return isName ? String(text) : nil
  }
}
