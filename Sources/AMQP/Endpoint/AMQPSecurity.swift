/// How a connection over TLS is secured.
///
/// Its options are named as RabbitMQ's URI query parameters
/// (https://www.rabbitmq.com/docs/uri-query-parameters). Unlike there, the broker's certificate is
/// always checked: `verify_none` is refused.
package struct AMQPSecurity: Hashable, Sendable {
  /// How the client authenticates.
  package enum Mechanism: String, Hashable, Sendable, CaseIterable {
    /// By user and password.
    case plain
    /// By its certificate.
    case external
  }

  /// The file of the authorities, in PEM, whose certificates are trusted.
  package var authorities = Self.systemAuthorities
  /// The file of the client's certificate, in PEM, with those between it and its authority.
  package var certificate: String?
  /// The file of the client's private key, in PEM.
  package var key: String?
  /// The name that the broker's certificate must have; nil for the host of the URL.
  package var serverName: String?
  package var mechanism = Mechanism.plain

  package init() {}

  /// The authorities that Debian's `ca-certificates` installs; librabbitmq 0.11 loads none by
  /// itself.
  package static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"
}

extension AMQPSecurity {
  /// The options as a query that reads as the same, with its `?`; empty when all are the default.
  var query: String {
    let options: [(String, String?)] = [
      ("cacertfile", authorities == Self.systemAuthorities ? nil : authorities),
      ("certfile", certificate), ("keyfile", key), ("server_name_indication", serverName),
      ("auth_mechanism", mechanism == .plain ? nil : mechanism.rawValue),
    ]
    let shown = options.compactMap { name, value in
      value.map { "\(name)=\(PercentEncoding.encode($0))" }
    }
    return shown.isEmpty ? "" : "?" + shown.joined(separator: "&")
  }

  /// Reads options, what follows a `?`.
  init(query: ArraySlice<UInt8>) throws(AMQPEndpointError.Reason) {
    var seen: Set<String> = []
    for option in query.split(separator: UInt8(ascii: "&")) {
      guard let equals = option.firstIndex(of: UInt8(ascii: "=")) else { throw .unknownOption }
      let name = String(decoding: option[..<equals], as: UTF8.self)
      guard Self.options.contains(name) else { throw .unknownOption }
      guard seen.insert(name).inserted else { throw .option(name, "it to be given once") }
      let value = try PercentEncoding.decode(option[(equals + 1)...], of: "option \(name)")
      guard !value.isEmpty else { throw .option(name, "a value") }
      try set(name, to: value)
    }
    guard (certificate == nil) == (key == nil) else {
      throw .option(certificate == nil ? "certfile" : "keyfile", "certfile and keyfile together")
    }
    guard mechanism == .plain || certificate != nil else {
      throw .option("auth_mechanism", "certfile and keyfile with external")
    }
  }

  private static let options = [
    "cacertfile", "certfile", "keyfile", "verify", "server_name_indication", "auth_mechanism",
  ]

  private mutating func set(_ name: String, to value: String) throws(AMQPEndpointError.Reason) {
    switch name {
    case "cacertfile": authorities = value
    case "certfile": certificate = value
    case "keyfile": key = value
    case "verify":
      guard value == "verify_peer" else {
        throw .option(name, "verify_peer, as who is not checked could be anybody")
      }
    case "server_name_indication":
      guard value != "disable" else { throw .option(name, "the name in the certificate") }
      serverName = value
    default:
      guard let known = Mechanism(rawValue: value) else {
        throw .option(name, "plain or external")
      }
      mechanism = known
    }
  }
}
