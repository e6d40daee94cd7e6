import Glibc

/// How many lanes a worker has where `LIVERY_LANES` is absent.
package enum LaneCount {
  /// The rule in words, as documents show it.
  package static let rule = "1 with SQLite; 2 with PostgreSQL, 1 on a single processor"

  /// The number of lanes for a store and a number of processors.
  ///
  /// SQLite has one writer at a time, so that a second lane only waits for the first. With
  /// PostgreSQL a lane waits for the server and for the broker's confirms most of its time, and a
  /// second lane works meanwhile.
  package static func fitting(_ store: StoreLocation, processors: Int) -> Int {
    switch store {
    case .sqlite: 1
    case .postgres: min(2, max(1, processors))
    }
  }

  /// The processors that are online; sysconf(3).
  package static func processors() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
