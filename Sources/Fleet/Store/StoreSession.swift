package import RideStore
import SQLiteStore

/// Opens sessions of whatever store the configuration names.
package enum StoreSession {
  /// Why this build cannot keep rides there, nil if it can.
  package static func objection(to location: StoreLocation) -> String? {
    switch location {
    case .sqlite: nil
    case .postgres: "this build keeps rides in SQLite only; expected LIVERY_STORE=sqlite:PATH"
    }
  }

  /// A new session for the calling thread.
  package static func open(_ location: StoreLocation) throws(StoreError) -> any RideStore {
    switch location {
    case .sqlite(let path):
      return try SQLiteStore(path: path)
    case .postgres:
      throw StoreError(
        .failed, operation: "open store", detail: objection(to: location) ?? "not supported")
    }
  }
}
