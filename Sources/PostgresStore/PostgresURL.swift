import CPostgres

/// A URL that libpq can read, as far as it may be shown: where it leads, but not who goes there.
package struct PostgresURL: Sendable, CustomStringConvertible {
  /// The scheme, the hosts with their ports, and the database.
  package let description: String

  /// Reads a URL as libpq does; what is wrong with it is told without quoting it.
  package init(_ text: String) throws(PostgresURLMistake) {
    guard let settings = Self.settings(text) else { throw Self.unreadable(text) }
    try Self.check(settings)
    let scheme = text.prefix { $0 != ":" }
    let isPersonal = settings["user"] != nil || settings["password"] != nil
    description =
      "\(scheme)://\(isPersonal ? "***@" : "")\(Self.servers(settings))/\(settings["dbname"] ?? "")"
  }

  /// What the URL itself sets, by libpq's names; nil when libpq cannot read it.
  private static func settings(_ text: String) -> [String: String]? {
    // Its message may quote the whole URL.
    guard let options = PQconninfoParse(text, nil) else { return nil }
    defer { PQconninfoFree(options) }
    var settings: [String: String] = [:]
    var next = options
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.val {
        settings[String(cString: keyword)] = String(cString: value)
      }
      next += 1
    }
    return settings
  }

  private static func unreadable(_ text: String) -> PostgresURLMistake {
    let parameters = text.split(separator: "?", maxSplits: 1).dropFirst().joined()
      .split(separator: "&")
    if let wrong = parameters.firstIndex(where: { settings("postgresql://?\($0)") == nil }) {
      return PostgresURLMistake("an unknown or incomplete parameter, number \(wrong + 1) after '?'")
    }
    return PostgresURLMistake("a part that libpq cannot read; \(PostgresURLMistake.advice)")
  }

  /// Checks what libpq checks when it connects, which would be told as an outage.
  private static func check(_ settings: [String: String]) throws(PostgresURLMistake) {
    try check(settings["sslmode"], named: "sslmode", among: sslModes)
    try check(
      settings["target_session_attrs"], named: "target_session_attrs", among: sessionAttributes)
    let hosts = list(settings["host"] ?? settings["hostaddr"])
    let ports = list(settings["port"])
    guard ports.count <= 1 || ports.count == max(1, hosts.count) else {
      throw PostgresURLMistake("\(hosts.count) hosts and \(ports.count) ports")
    }
    // Of an empty one libpq takes its default.
    guard ports.allSatisfy({ $0.isEmpty || UInt16($0).map { $0 > 0 } == true }) else {
      throw PostgresURLMistake("a port that is no number up to 65535; \(PostgresURLMistake.advice)")
    }
    // A password with one of these signs in it is cut there, and its rest read as something else.
    let isCut =
      hosts.contains { $0.dropFirst().contains("@") }
      || settings["dbname"]?.contains { "@/".contains($0) } == true
    guard !isCut else {
      throw PostgresURLMistake("an '@' or '/' too many; \(PostgresURLMistake.advice)")
    }
  }

  private static func check(
    _ value: String?, named name: String, among known: [String]
  ) throws(PostgresURLMistake) {
    guard let value, !known.contains(value) else { return }
    throw PostgresURLMistake("another \(name) than \(known.joined(separator: ", "))")
  }

  private static let sslModes = [
    "disable", "allow", "prefer", "require", "verify-ca", "verify-full",
  ]
  private static let sessionAttributes = [
    "any", "read-write", "read-only", "primary", "standby", "prefer-standby",
  ]

  private static func servers(_ settings: [String: String]) -> String {
    let ports = list(settings["port"])
    return list(settings["host"] ?? settings["hostaddr"]).enumerated().map { index, host in
      // An address of IPv6 has colons of its own, the folder of a Unix socket slashes.
      let shown = host.contains(":") ? "[\(host)]" : host.replacing("/", with: "%2F")
      let port = ports.count > 1 ? ports[index] : ports.first ?? ""
      return port.isEmpty ? shown : "\(shown):\(port)"
    }.joined(separator: ",")
  }

  private static func list(_ text: String?) -> [Substring] {
    text?.split(separator: ",", omittingEmptySubsequences: false) ?? []
  }
}

/// What is wrong with a URL for libpq, in words that may be shown: "a URL with …".
package struct PostgresURLMistake: Error, Hashable, Sendable {
  static let advice =
    "in user and password, '@', '/', ':', '?' and '%' are written %40, %2F, %3A, %3F and %25"

  package let explanation: String

  init(_ explanation: String) { self.explanation = explanation }
}
