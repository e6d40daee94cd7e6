/// Where the store of the rides is.
package enum StoreLocation: Hashable, Sendable {
  /// A database file of SQLite, made by `livery migrate` when it is absent.
  case sqlite(path: String)
  /// A URL for libpq, with `postgres://` or `postgresql://` at its beginning.
  case postgres(url: String)

  /// Reads `sqlite:PATH` or a PostgreSQL URL; nil for anything else.
  package init?(_ text: String) {
    if text.hasPrefix("sqlite:") {
      let path = text.dropFirst("sqlite:".utf8.count)
      guard !path.isEmpty else { return nil }
      self = .sqlite(path: String(path))
    } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      self = .postgres(url: text)
    } else {
      return nil
    }
  }
}

extension StoreLocation: CustomStringConvertible, CustomReflectable {
  /// The location without a password: of a URL, its scheme, host, port and database alone.
  package var description: String {
    switch self {
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres(let url): Self.withoutSecrets(url)
    }
  }

  /// Mirrors only the description, so that no dump shows a password.
  package var customMirror: Mirror { Mirror(self, children: ["location": description]) }

  private static func withoutSecrets(_ url: String) -> String {
    let scheme = url.prefix { $0 != "/" }
    // A password may stand before the last "@", or among the parameters after "?".
    let address = url.dropFirst(scheme.count + 2).prefix { $0 != "?" && $0 != "#" }
    guard let at = address.lastIndex(of: "@") else { return "\(scheme)//\(address)" }
    return "\(scheme)//***@\(address[address.index(after: at)...])"
  }
}
