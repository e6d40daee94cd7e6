import Glibc
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

/// How many lanes a worker has where `LIVERY_LANES` is absent.
package enum LaneCount {
  /// The rule in words, as documents show it.
  package static let rule = "1 with SQLite; 2 with PostgreSQL, 1 on a single processor"

  /// The number of lanes for a store and a number of processors.
  ///
  /// SQLite has one writer at a time, so a second lane would only wait for the first. With
  /// PostgreSQL a lane mostly waits for the server and for the broker's confirms; a second lane
  /// uses that time.
  package static func fitting(_ store: StoreLocation, processors: Int) -> Int {
    switch store {
    case .sqlite: 1
    case .postgres: min(2, max(1, processors))
    }
  }

  /// The processors that are online; sysconf(3).
  package static func processors() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
