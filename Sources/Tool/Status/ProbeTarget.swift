import Fleet
import Glibc
import Hosts

/// The address of a worker's probes: a host and a port.
package struct ProbeTarget: Hashable, Sendable, CustomStringConvertible {
  /// A name, or an IPv4 or IPv6 address without brackets.
  let host: String
  let port: UInt16

  /// Reads `host:port` or `[IPv6]:port`, also with `http://` before it and a path after it; nil for
  /// anything else.
  package init?(_ text: String) {
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

  private init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

  /// Each address of a name that has several of one family, as of a headless service.
  ///
  /// They are as many workers. Another name stands for one, also if that has an address of each
  /// family.
  func all(by names: HostNames, within limit: Duration) -> [ProbeTarget] {
    guard var known = try? names.addresses(of: host, port: "\(port)", within: limit) else {
      return [self]
    }
    var found: [String] = []
    while let address = known.next() { found.append(address) }
    let families = Dictionary(grouping: found) { $0.contains(":") }
    guard
      let several = [families[false], families[true]].lazy.compactMap(\.self)
        .first(where: { $0.count > 1 })
    else { return [self] }
    return several.sorted().map { ProbeTarget(host: $0, port: port) }
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

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

/// Determines the workers to ask.
enum StatusTargets {
  /// The addresses of the command line, else of its file, else of the setting.
  static func of(
    _ arguments: Arguments, _ context: ToolContext
  ) throws(ToolError) -> [ProbeTarget] {
    if let path = arguments.text("--file") {
      guard arguments.operands.isEmpty else {
        throw ToolError(.usage, "expected addresses or --file, got both")
      }
      return try read(path)
    }
    if !arguments.operands.isEmpty { return try targets(arguments.operands, .usage, "ADDRESS") }
    let name = SettingName.statusWorkers.rawValue
    let listed = try context.configuration().statusWorkers
    guard !listed.isEmpty else {
      throw ToolError(.usage, "expected addresses, --file or \(name), got none of them")
    }
    return try targets(listed, .configuration, name)
  }

  private static func read(_ path: String) throws(ToolError) -> [ProbeTarget] {
    guard let bytes = SystemEnvironment.readFile(path == "-" ? "/dev/stdin" : path) else {
      throw ToolError(.data, "\(path): expected a file that can be read")
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.prefix { $0 != "#" }.trimmed
      }
    let addresses = lines.filter { !$0.isEmpty }
    guard !addresses.isEmpty else {
      throw ToolError(.data, "\(path): expected addresses, got none")
    }
    return try targets(addresses, .data, path)
  }

  private static func targets(
    _ texts: [String], _ code: ExitCode, _ source: String
  ) throws(ToolError) -> [ProbeTarget] {
    var targets: [ProbeTarget] = []
    for text in texts {
      guard let target = ProbeTarget(text) else {
        throw ToolError(
          code, "\(source): expected HOST:PORT, [IPv6]:PORT or http://HOST:PORT, got '\(text)'")
      }
      if !targets.contains(target) { targets.append(target) }
    }
    return targets
  }
}

extension Substring {
  /// The text without blanks at both ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
