package import HTTP

/// The settings of the operator's console.
package struct ConsoleConfiguration: Sendable {
  package var port: UInt16 = 8_088
  package var address = ListenAddress.loopback
  /// The path of the file of the accounts; nil when none was named.
  package var accounts: String?
  /// The header in which a proxy names the user whom it has signed in; nil when no proxy does.
  package var proxyHeader: String?
  /// Where browsers see the console; nil when they ask it directly.
  package var origin: WebOrigin?
  /// The template of the URLs of the map's tiles.
  package var tiles: String?
  /// The folder of the site.
  package var site = "/usr/share/livery/console"
  /// The folder of recordings of discarded dead letters; without one none is discarded.
  package var recordings: String?
  /// The base URL of the broker's management API, with user and password.
  package var brokerAPI: String?

  /// The defaults.
  package init() {}

  /// The text of a setting of the console with secrets withheld; nil for another one.
  func redactedText(of name: SettingName) -> String? {
    switch name {
    case .consolePort: "\(port)"
    case .consoleAddress: "\(address)"
    case .consoleAccounts: accounts ?? ""
    case .consoleProxyHeader: proxyHeader ?? ""
    case .consoleOrigin: origin?.description ?? ""
    case .consoleTiles: tiles ?? ""
    case .consoleSite: site
    case .consoleRecordings: recordings ?? ""
    case .brokerAPI: brokerAPI.map { WebOrigin.beginning($0)?.description ?? "***" } ?? ""
    default: nil
    }
  }
}

extension SettingReader {
  /// Reads the settings of the console.
  mutating func console() -> ConsoleConfiguration {
    var console = ConsoleConfiguration()
    console.port = UInt16(exactly: integer(.consolePort)) ?? 0
    console.address = parsed(.consoleAddress, ListenAddress.init) ?? .loopback
    console.accounts = nonEmptyText(of: .consoleAccounts)
    console.proxyHeader = parsed(.consoleProxyHeader) { text in
      let isName = text.lowercased().utf8.allSatisfy { byte in
        byte == 0x2D || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte
      }
      return isName && !text.isEmpty ? text : nil
    }
    console.origin = parsed(.consoleOrigin) { text in
      WebOrigin(text).flatMap { $0.isSecure || $0.isLoopback ? $0 : nil }
    }
    console.tiles = parsed(.consoleTiles) { WebOrigin.beginning($0) == nil ? nil : $0 }
    console.site = nonEmptyText(of: .consoleSite) ?? console.site
    console.recordings = nonEmptyText(of: .consoleRecordings)
    console.brokerAPI = parsed(.brokerAPI, isShown: false) { text in
      WebOrigin.beginning(text) == nil ? nil : text
    }
    return console
  }
}

/// An origin of the web (RFC 6454): scheme, host and port.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  package let isSecure: Bool
  /// The host in lower case, with the port where it is not the scheme's own.
  package let authority: String

  package var description: String { "\(isSecure ? "https" : "http")://\(authority)" }

  /// Reads `https://host:port`; nil for anything else, such as one with a path.
  package init?(_ text: String) {
    let text = text.lowercased()
    let isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else { return nil }
    let authority = text.dropFirst(isSecure ? 8 : 7)
    guard let (host, port) = Self.parts(of: authority) else { return nil }
    self.isSecure = isSecure
    let isUsual = port == nil || port == (isSecure ? 443 : 80)
    self.authority = isUsual ? host : "\(host):\(port ?? 0)"
  }

  /// The origin of a URL, without user and password; nil for a text that is none.
  package static func beginning(_ url: String) -> WebOrigin? {
    guard let scheme = ["http://", "https://"].first(where: url.lowercased().hasPrefix) else {
      return nil
    }
    let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return WebOrigin(scheme + host)
  }

  /// Whether the host is this machine under a name that no other machine has.
  package var isLoopback: Bool { Self.isLoopback(authority: authority) }

  /// Whether a host, with a port or without, is this machine under such a name.
  package static func isLoopback(authority: String) -> Bool {
    let host = parts(of: authority[...])?.host
    return host.map(["localhost", "127.0.0.1", "[::1]"].contains) ?? false
  }

  /// Host and port; nil for a text of other characters.
  private static func parts(of authority: Substring) -> (host: String, port: UInt16?)? {
    let hostEnd: Substring.Index
    if authority.hasPrefix("[") {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      hostEnd = authority.index(after: bracket)
    } else {
      hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
    }
    let (host, rest) = (authority[..<hostEnd], authority[hostEnd...])
    guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
    if rest.isEmpty { return (String(host), nil) }
    guard rest.first == ":", rest.dropFirst().utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let port = UInt16(rest.dropFirst()), port > 0
    else { return nil }
    return (String(host), port)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "0"..."9", ".", "-", "_", "[", "]", ":": true
    default: false
    }
  }
}
