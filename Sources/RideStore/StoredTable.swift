/// What a column holds; each database has its own type for it.
package enum ColumnKind: Sendable {
  case text, integer, number, flag, instant
  /// A text that is kept byte for byte, such as a body in JSON.
  case document
  case bytes
  case texts, integers
}

/// A table and its columns, in the order in which records are written and read.
package struct StoredTable: Sendable {
  /// The name of a column, and what it holds.
  package typealias Column = (name: String, kind: ColumnKind)

  /// The names of all tables of a database, by which a copy that is not whole is noticed.
  package static let all = [
    "livery_schema", "rides", "status_changes", "outcomes", "vehicles", "ledger", "subscriptions",
    "dead_letters", "leases", "console_sessions", "console_audit",
  ]

  package let name: String
  package let columns: [Column]

  package init(_ name: String, _ columns: [Column]) {
    self.name = name
    self.columns = columns
  }

  /// The columns for an `INSERT`: `ride_identifier, rider_identifier, …`.
  package var names: String { columns.map(\.name).joined(separator: ", ") }

  /// The columns for a `SELECT`: `rides.ride_identifier, rides.rider_identifier, …`.
  package var qualifiedNames: String { names(of: name) }

  /// The columns of a row that has another name.
  package func names(of row: String) -> String {
    columns.map { "\(row).\($0.name)" }.joined(separator: ", ")
  }

  /// The assignments of an upsert: `rider_identifier = excluded.rider_identifier, …`; the first
  /// column is of the key, and stays.
  package var replacements: String {
    columns.dropFirst().map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", ")
  }
}

/// A record that is read from a row.
package protocol RowDecodable {
  /// Reads the columns from the left.
  init(from row: inout some StoredRow & ~Copyable) throws(StoreError)
}

/// A record that is written as a row.
package protocol RowEncodable {
  /// Adds the columns in their order.
  func encode(into rows: inout some StoredRows)
}
