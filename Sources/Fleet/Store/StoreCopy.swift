import Glibc
package import RideStore
import SQLiteStore

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
