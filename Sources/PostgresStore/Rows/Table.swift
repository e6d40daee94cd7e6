/// The columns of a table in the order in which rows are written and read, and the SQL that this
/// order implies.
struct Table: Sendable {
  /// The type of a column, and how it travels into a statement: as an array of it, one element for
  /// each row.
  enum Kind: String, Sendable {
    case text
    case bigint
    case boolean
    case double = "double precision"
    case instant = "timestamptz"
    case bytes = "bytea"
    /// Lists travel as texts in PostgreSQL's own notation: an array of arrays would have to be a
    /// rectangle.
    case texts = "text[]"
    case bigints = "bigint[]"

    /// The type of an element on its way.
    var element: String { isList ? "text" : rawValue }

    var isList: Bool { self == .texts || self == .bigints }

    /// The number of `element` in the catalogue of every server, pg_type.dat.
    var elementNumber: UInt32 {
      switch self {
      case .text, .texts, .bigints: 25
      case .bigint: 20
      case .boolean: 16
      case .double: 701
      case .instant: 1184
      case .bytes: 17
      }
    }
  }

  typealias Column = (name: String, kind: Kind)

  let name: String
  let columns: [Column]

  /// The columns for an `INSERT`: `ride_identifier, rider_identifier, …`.
  var names: String { columns.map(\.name).joined(separator: ", ") }

  /// The columns for a `SELECT`: `rides.ride_identifier, rides.rider_identifier, …`.
  var qualifiedNames: String { columns.map { "\(name).\($0.name)" }.joined(separator: ", ") }

  /// The rows of a set that is to be written, as a table `given`.
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

  /// Rows of these columns, from the parameters `$1`, `$2`, … on, as a table `given`.
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
