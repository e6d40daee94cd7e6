import CSQLite
import Glibc
import RideStore

extension SQLiteConnection {
  /// Opens the file and sets all that every connection to a store needs.
  ///
  /// - write-ahead log: readers and the one writer do not wait for each other
  /// - `synchronous = FULL`: the log is flushed at each commit, which so outlives a loss of power
  /// - 4 MB of cache: a batch of hundreds of bookings is written once, at its commit
  /// - a checkpoint each 4000 pages, 16 MB of log: a page that many batches change is written back
  ///   once
  /// - `trusted_schema = OFF`: nothing in the file's schema may call functions with side effects
  static func configured(path: String, busyTimeout: Duration) throws(StoreError) -> Self {
    let (seconds, attoseconds) = busyTimeout.components
    let milliseconds = Int(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    var connection = try SQLiteConnection(path: path, busyMilliseconds: milliseconds)
    try connection.useWriteAheadLog(path: path, within: busyTimeout)
    try connection.run(script: settings, operation: "open \(path)")
    return connection
  }

  private static let settings = """
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -4000;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
    """

  /// Asks for the write-ahead log and reads the answer, which is the old mode where it cannot be
  /// had.
  ///
  /// The switch needs the file for itself for a moment, and SQLite does not call its busy handler
  /// there: of several processes that make the file at once, all but one would be refused. So it is
  /// asked for again for a while.
  private mutating func useWriteAheadLog(
    path: String, within time: Duration
  ) throws(StoreError) {
    let operation = "open \(path)"
    // Of constants alone: the path is in the name, not in the text.
    let sql = SQL(operation, "PRAGMA journal_mode = WAL")
    let deadline = ContinuousClock.now + time
    while true {
      do throws(StoreError) {
        let modes = try rows(sql) { (row) throws(StoreError) in row.text() }
        if modes == ["wal"] { return }
        let detail = "the journal mode must be wal, the file allows \(modes.joined())"
        throw StoreError(.failed, operation: operation, detail: detail)
      } catch {
        if error.code != .unavailable || ContinuousClock.now >= deadline { throw error }
        usleep(10_000)
      }
    }
  }
}
