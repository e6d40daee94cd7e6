/// The columns of a table in the order in which rows are written and read, and the SQL that this
/// order implies.
struct TableLayout: Sendable {
  typealias Column = (name: String, kind: PostgresType)

  let name: String
  let columns: [Column]

  /// The columns for an `INSERT`: `ride_identifier, rider_identifier, …`.
  var names: String { columns.map(\.name).joined(separator: ", ") }

  /// The columns for a `SELECT`: `rides.ride_identifier, rides.rider_identifier, …`.
  var qualifiedNames: String { columns.map { "\(name).\($0.name)" }.joined(separator: ", ") }

  /// The rows of a written set, as a table `given`.
  var given: String { Self.given(columns) }

  /// The assignments of an `UPDATE`: `rider_identifier = given.rider_identifier, …`.
  ///
  /// The key, which is the first column, stays.
  var assignments: String {
    columns.dropFirst().map { "\($0.name) = \(Self.value($0))" }.joined(separator: ", ")
  }

  /// The assignments of an upsert: `rider_identifier = excluded.rider_identifier, …`.
  var replacements: String {
    columns.map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", ")
  }

  /// Inserts all rows of a set, in its order.
  var insert: String {
    let values = columns.map(Self.value).joined(separator: ", ")
    return "INSERT INTO \(name) (\(names)) SELECT \(values) FROM \(given)"
  }

  /// Rows of these columns from the parameters `$1`, `$2`, …, as a table `given`.
  static func given(_ columns: [Column]) -> String {
    let parameters = columns.enumerated().map { "$\($0 + 1)::\($1.kind.element)[]" }
    let names = columns.map(\.name).joined(separator: ", ")
    return "unnest(\(parameters.joined(separator: ", "))) WITH ORDINALITY AS given"
      + " (\(names), place)"
  }

  private static func value(_ column: Column) -> String {
    "given.\(column.name)" + (column.kind.isList ? "::\(column.kind.rawValue)" : "")
  }
}
