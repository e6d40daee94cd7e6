/// The columns of a table in the order in which rows are written and read, and the SQL that this
/// order implies.
struct TableLayout: Sendable {
  /// How a column travels into a statement.
  enum Kind: Sendable {
    /// As a JSON value.
    case value
    /// As bytes in the second parameter, stored as TEXT or as BLOB.
    case document
    case blob

    /// The number of its elements in the row's JSON array.
    var places: Int { self == .value ? 1 : 2 }
  }

  let name: String
  let columns: [(name: String, kind: Kind)]

  /// The number of elements of a row in its JSON array; further values of a statement follow them.
  var places: Int { columns.reduce(0) { $0 + $1.kind.places } }

  /// The columns for an `INSERT`: `ride_identifier, rider_identifier, …`.
  var names: String { columns.map(\.name).joined(separator: ", ") }

  /// The columns for a `SELECT`: `rides.ride_identifier, rides.rider_identifier, …`.
  var qualifiedNames: String { columns.map { "\(name).\($0.name)" }.joined(separator: ", ") }

  /// The expressions that read the columns from a row of `json_each(?1)` and from the documents
  /// `?2`.
  var values: String { expressions.map(\.value).joined(separator: ", ") }

  /// The assignments of an `UPDATE`: `rider_identifier = value ->> 1, …`.
  var assignments: String {
    expressions.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
  }

  /// The assignments of an upsert: `rider_identifier = excluded.rider_identifier, …`.
  var replacements: String {
    columns.map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", ")
  }

  /// Inserts all rows of a set.
  var insert: String { "INSERT INTO \(name) (\(names)) SELECT \(values) FROM json_each(?1)" }

  private var expressions: [(name: String, value: String)] {
    var place = 0
    return columns.map { column in
      defer { place += column.kind.places }
      let part = "substr(?2, value ->> \(place), value ->> \(place + 1))"
      switch column.kind {
      case .value: return (column.name, "value ->> \(place)")
      case .document: return (column.name, "CAST(\(part) AS TEXT)")
      case .blob: return (column.name, part)
      }
    }
  }
}
