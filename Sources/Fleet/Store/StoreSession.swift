package import RideStore
import SQLiteStore

/// Opens sessions of whatever store the configuration names.
package enum StoreSession {
  /// A new session for the calling thread.
  package static func open(_ location: StoreLocation) throws(StoreError) -> any RideStore {
    switch location {
    case .sqlite(let path):
      return try SQLiteStore(path: path)
    case .postgres:
      throw StoreError(
        .failed, operation: "open store",
        detail: "this build keeps rides in SQLite only; expected LIVERY_STORE=sqlite:PATH")
    }
  }
}
