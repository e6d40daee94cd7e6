import Glibc
import PostgresStore
package import RideStore
import SQLiteStore

/// Opens sessions of the configured store.
package enum StoreSession {
  /// A new session for the calling thread.
  package static func open(_ location: StoreLocation) throws(StoreError) -> any RideStore {
    try open { location }
  }

  /// A new session for a snapshot of all that a fleet knows, which may take longer than a worker
  /// waits.
  package static func openForSnapshot(
    _ location: StoreLocation
  ) throws(StoreError) -> any RideStore {
    guard case .postgres(let url) = location else { return try open(location) }
    return try PostgresStore(url: url, timeouts: .snapshot)
  }

  /// A new session for a thread that mostly reads what other sessions change.
  ///
  /// SQLite then forgets the pages of a session at each transaction, so a cache would be in vain.
  static func openReader(
    _ location: @escaping () -> StoreLocation
  ) throws(StoreError) -> any RideStore {
    guard case .sqlite(let path) = location() else { return try open(location) }
    return try SQLiteStore(path: path, cacheKilobytes: 250)
  }

  /// A new session for the calling thread, which reads its location at each connection: a password
  /// may have changed.
  static func open(_ location: @escaping () -> StoreLocation) throws(StoreError) -> any RideStore {
    switch location() {
    case .sqlite(let path): try SQLiteStore(path: path)
    case .postgres(let url): try PostgresStore(url: location().postgresURL ?? url)
    }
  }

  /// Brings the store to the schema of this build.
  ///
  /// - Parameter retry: Pauses, and returns whether to try again: another session of PostgreSQL has
  ///   a lock.
  package static func migrate(
    _ location: StoreLocation, _ options: MigrationOptions = MigrationOptions(),
    retry: (MigrationWait) -> Bool = { _ in false }
  ) throws(StoreError) -> MigrationReport {
    switch location {
    case .sqlite(let path):
      try SQLiteStore.migrate(path: path, isFinishing: options.isFinishing)
    case .postgres(let url): try PostgresStore.migrate(url: url, options, retry: retry)
    }
  }

  /// A part of the fleet that has permissions in a PostgreSQL database.
  package enum Part: Sendable {
    case worker, reader, redriver, console
  }

  /// The SQL that lets a role of PostgreSQL work as that part; nil for a name that no role has.
  package static func grants(to role: String, as part: Part) -> [String]? {
    let part: PostgresGrants.Part =
      switch part {
      case .worker: .worker
      case .reader: .reader
      case .redriver: .redriver
      case .console: .console
      }
    return PostgresGrants(of: part).statements(for: role)
  }
}

/// A copy of a database of SQLite in the folder for temporary files, removed with the value.
package final class StoreCopy: Sendable {
  private let path: String

  /// Copies a database as it is now; workers may use it meanwhile.
  package init(of original: String) throws(StoreError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let copy = "\(folder)/livery-replay-\(getpid())-\(UInt64.random(in: 0...(.max))).db"
    path = copy
    try SQLiteStore.copy(from: original, to: copy)
  }

  deinit {
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
  }

  /// A new session on the copy.
  package func open() throws(StoreError) -> any RideStore { try SQLiteStore(path: path) }
}
