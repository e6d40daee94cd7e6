import RideStore

// The SQL that the order of the columns implies, whose values are the parameters `?1`, `?2`, …
extension StoredTable {
  /// Inserts a row.
  var insert: String {
    let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(names)) VALUES (\(values))"
  }

  /// Replaces the row whose key, the first column, is `?1`; further conditions may follow.
  var update: String {
    let values = columns.enumerated().dropFirst().map { "\($1.name) = ?\($0 + 1)" }
    return "UPDATE \(name) SET \(values.joined(separator: ", ")) WHERE \(columns[0].name) = ?1"
  }
}
