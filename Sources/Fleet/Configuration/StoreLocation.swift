import PostgresStore

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

extension StoreLocation {
  /// The URL of a PostgreSQL database, password included.
  var postgresURL: String? {
    if case .postgres(let url) = self { url } else { nil }
  }
}

extension StoreLocation: CustomStringConvertible, CustomReflectable {
  /// The location without a password: of a URL, its scheme, hosts, ports and database alone.
  package var description: String {
    switch self {
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres(let url): (try? PostgresURL(url))?.description ?? "postgres://***"
    }
  }

  /// Mirrors only the description, so that no dump shows a password.
  package var customMirror: Mirror { Mirror(self, children: ["location": description]) }
}
