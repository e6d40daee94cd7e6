import CPostgres
import RideStore

/// Where a database is and how to get in: the parameters of a URL, one set for each of its hosts.
///
/// libpq reads the URL. It would try its hosts in turn by itself too, but does not keep a time for
/// each when it must not block.
struct PostgresAddress {
  /// A parameter of libpq, such as `host` or `sslmode`.
  struct Parameter {
    let keyword: String
    let value: String
  }

  /// For each host all that leads to it.
  let hosts: [[Parameter]]
  /// `connect_timeout` of the URL, in seconds; nil when it has none.
  let connectSeconds: Int?

  /// Throws `failed` for what is no URL of a database; no part of it is told, since any part may be
  /// a piece of the password.
  init(url: String) throws(StoreError) {
    var given = try Self.parse(url)
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

  /// What holds where the URL says nothing else.
  ///
  /// A silent peer is noticed within ten seconds. A standby cannot keep rides, so it is passed
  /// over. Kerberos is asked for by whoever wants it: looking for its tickets can block.
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

  private static func parse(_ url: String) throws(StoreError) -> [String: String] {
    guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
      throw refusal("expected postgres:// or postgresql:// at its beginning")
    }
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(url, &message)
    defer {
      PQconninfoFree(options)
      PQfreemem(message)
    }
    guard let options else {
      // libpq quotes the part that it does not understand, or all.
      throw refusal(String(String(libpq: message).prefix { $0 != "\"" && $0 != ":" }))
    }
    var given: [String: String] = [:]
    var next = options
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.val { given[String(cString: keyword)] = String(cString: value) }
      next += 1
    }
    return given
  }

  private static func refusal(_ detail: String) -> StoreError {
    StoreError(.failed, operation: "read the URL of the database", detail: detail)
  }
}

extension PostgresAddress: CustomStringConvertible, CustomReflectable {
  /// How many hosts there are: everything else could give a secret away.
  var description: String { "a database on \(hosts.count) host(s)" }

  var customMirror: Mirror { Mirror(self, children: ["hosts": hosts.count]) }
}
