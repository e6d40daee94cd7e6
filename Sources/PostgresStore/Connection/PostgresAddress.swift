import CPostgres
import RideStore

/// Where a database is and how to get in: the parameters of a URL, one set for each of its hosts.
///
/// libpq reads the URL. It could try its hosts in turn as well, but keeps no time for each in
/// non-blocking mode.
struct PostgresAddress {
  /// A parameter of libpq, such as `host` or `sslmode`.
  struct Parameter {
    let keyword: String
    let value: String
  }

  /// For each host all that leads to it; `host` may be a name, whose addresses are looked up.
  let hosts: [[Parameter]]
  /// `connect_timeout` of the URL, in seconds; nil when it has none.
  let connectSeconds: Int?

  /// Throws `failed` if it is no URL of a database; no part of it is quoted, since any part may
  /// belong to the password.
  init(url: String) throws(StoreError) {
    guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
      throw Self.refusal("expected postgres:// or postgresql:// at its beginning")
    }
    let (settings, complaint) = connectionSettings(of: url)
    guard var given = settings else {
      // libpq quotes the part that it does not understand, or all.
      throw Self.refusal(String(complaint.prefix { $0 != "\"" && $0 != ":" }))
    }
    if given["host"] == nil, given["hostaddr"] == nil {
      given.merge(environmentSettings().filter { Self.place.contains($0.key) }) { own, _ in own }
    }
    let hosts = Self.list(given.removeValue(forKey: "host"))
    let addresses = Self.list(given.removeValue(forKey: "hostaddr"))
    let ports = Self.list(given.removeValue(forKey: "port"))
    connectSeconds = given.removeValue(forKey: "connect_timeout").flatMap { Int($0) }
    guard ports.allSatisfy({ $0.isEmpty || 1...65535 ~= Int($0) ?? 0 }) else {
      throw Self.refusal("expected a port from 1 to 65535")
    }
    let count = max(hosts.count, addresses.count, 1)
    guard [0, 1, count].contains(ports.count),
      hosts.isEmpty || addresses.isEmpty || hosts.count == addresses.count
    else { throw Self.refusal("expected one port, or one for each host") }
    let common = Self.defaults.merging(given) { $1 }
    self.hosts = (0..<count).map { index in
      var own = common
      if !hosts.isEmpty { own["host"] = hosts[index] }
      if !addresses.isEmpty { own["hostaddr"] = addresses[index] }
      if !ports.isEmpty { own["port"] = ports[ports.count == 1 ? 0 : index] }
      return own.filter { !$0.value.isEmpty }
        .map { Parameter(keyword: $0.key, value: $0.value) }
        .sorted { $0.keyword < $1.keyword }
    }
  }

  /// What says where a server is; libpq has it from its environment where a URL does not have it.
  private static let place: Set = ["host", "hostaddr", "port"]

  /// The defaults of the URL's options.
  ///
  /// A silent peer is detected within ten seconds. A standby cannot store rides, so it is skipped.
  /// Kerberos is off unless the URL enables it: the search for its tickets can block.
  private static let defaults = [
    "fallback_application_name": "livery", "client_encoding": "UTF8",
    "target_session_attrs": "read-write", "gssencmode": "disable",
    "keepalives": "1", "keepalives_idle": "3", "keepalives_interval": "2",
    "keepalives_count": "3", "tcp_user_timeout": "9000",
  ]

  private static func list(_ value: String?) -> [String] {
    guard let value, !value.isEmpty else { return [] }
    return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func refusal(_ detail: String) -> StoreError {
    StoreError(.failed, operation: "read the URL of the database", detail: detail)
  }
}

extension [PostgresAddress.Parameter] {
  subscript(keyword: String) -> String? { first { $0.keyword == keyword }?.value }

  /// The host whose addresses are to be looked up; nil for a socket's folder, and where the URL has
  /// the address.
  var lookedUpHost: String? {
    guard let host = self["host"], self["hostaddr"] == nil, !"/@".contains(host.prefix(1)) else {
      return nil
    }
    return host
  }

  /// How the log names the server: its host, and the address that was looked up.
  var server: String {
    guard let host = self["host"], host != self["hostaddr"] else {
      return self["hostaddr"] ?? "the server"
    }
    return host + (self["hostaddr"].map { " (\($0))" } ?? "")
  }
}

extension PostgresAddress: CustomStringConvertible, CustomReflectable {
  /// Only the number of hosts: everything else could reveal a secret.
  var description: String { "a database on \(hosts.count) host(s)" }

  var customMirror: Mirror { Mirror(self, children: ["hosts": hosts.count]) }
}

/// The parts of a URL that may be shown: its target, but not its user.
package struct PostgresURL: Sendable, CustomStringConvertible {
  /// The scheme, the hosts with their ports, and the database.
  package let description: String

  /// Reads a URL as libpq does; the error describes the mistake without quoting the URL.
  package init(_ text: String) throws(PostgresURLMistake) {
    guard let settings = connectionSettings(of: text).settings else { throw Self.unreadable(text) }
    try Self.check(settings)
    let scheme = text.prefix { $0 != ":" }
    let isPersonal = settings["user"] != nil || settings["password"] != nil
    description =
      "\(scheme)://\(isPersonal ? "***@" : "")\(Self.servers(settings))/\(settings["dbname"] ?? "")"
  }

  private static func unreadable(_ text: String) -> PostgresURLMistake {
    let parameters = text.split(separator: "?", maxSplits: 1).dropFirst().joined()
      .split(separator: "&")
    if let wrong = parameters.firstIndex(where: {
      connectionSettings(of: "postgresql://?\($0)").settings == nil
    }) {
      return PostgresURLMistake("an unknown or incomplete parameter, number \(wrong + 1) after '?'")
    }
    return PostgresURLMistake("a part that libpq cannot read; \(PostgresURLMistake.advice)")
  }

  /// Checks what libpq checks when it connects, where a mistake would look like an outage.
  private static func check(_ settings: [String: String]) throws(PostgresURLMistake) {
    try check(settings["sslmode"], named: "sslmode", among: sslModes)
    try check(
      settings["target_session_attrs"], named: "target_session_attrs", among: sessionAttributes)
    let hosts = list(settings["host"] ?? settings["hostaddr"])
    let ports = list(settings["port"])
    guard ports.count <= 1 || ports.count == max(1, hosts.count) else {
      throw PostgresURLMistake("\(hosts.count) hosts and \(ports.count) ports")
    }
    // For an empty one libpq uses its default.
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
      // An IPv6 address contains colons, the folder of a Unix socket slashes.
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

/// What a URL sets, by libpq's names; nil, and libpq's complaint, where libpq cannot read the URL.
///
/// The complaint may quote the whole URL.
private func connectionSettings(
  of url: String
) -> (settings: [String: String]?, complaint: String) {
  var message: UnsafeMutablePointer<CChar>?
  let options = PQconninfoParse(url, &message)
  defer {
    PQconninfoFree(options)
    PQfreemem(message)
  }
  guard let options else { return (nil, String(libpq: message)) }
  return (settings(of: options), "")
}

/// What libpq takes from its environment, such as `PGHOST`.
private func environmentSettings() -> [String: String] {
  guard let options = PQconndefaults() else { return [:] }
  defer { PQconninfoFree(options) }
  return settings(of: options)
}

private func settings(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
  var next = options
  var settings: [String: String] = [:]
  while let keyword = next.pointee.keyword {
    if let value = next.pointee.val { settings[String(cString: keyword)] = String(cString: value) }
    next += 1
  }
  return settings
}
