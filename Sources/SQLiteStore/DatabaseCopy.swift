package import RideStore

extension SQLiteStore {
  /// Copies a database as it is now into a new file; other sessions go on meanwhile.
  package static func copy(
    from path: String, to copy: String, busyTimeout: Duration = .seconds(5)
  ) throws(StoreError) {
    var connection = try SQLiteConnection.configured(path: path, busyTimeout: busyTimeout)
    // A quote in a text of SQL is written twice.
    let name = copy.replacing("'", with: "''")
    try connection.run(script: "VACUUM INTO '\(name)'", operation: "copy the database")
  }
}
