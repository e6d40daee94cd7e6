import RideStore

// The SQL that the order of the columns implies.
extension StoredTable {
  /// The rows of a written set, as a table `given`.
  var given: String { Self.given(columns) }

  /// The assignments of an `UPDATE`: `rider_identifier = given.rider_identifier, …`.
  ///
  /// The key, which is the first column, stays.
  var assignments: String {
    columns.dropFirst().map { "\($0.name) = \(Self.value($0))" }.joined(separator: ", ")
  }

  /// Inserts all rows of a set, in its order.
  var insert: String {
    let values = columns.map(Self.value).joined(separator: ", ")
    return "INSERT INTO \(name) (\(names)) SELECT \(values) FROM \(given)"
  }

  /// Rows of these columns from the parameters `$1`, `$2`, …, as a table `given`.
  static func given(_ columns: [Column]) -> String {
    let parameters = columns.enumerated().map { "$\($0 + 1)::\(PostgresType($1.kind).element)[]" }
    let names = columns.map(\.name).joined(separator: ", ")
    return "unnest(\(parameters.joined(separator: ", "))) WITH ORDINALITY AS given"
      + " (\(names), place)"
  }

  private static func value(_ column: Column) -> String {
    let type = PostgresType(column.kind)
    return "given.\(column.name)" + (type.isList ? "::\(type.rawValue)" : "")
  }
}

extension PostgresType {
  init(_ kind: ColumnKind) {
    self =
      switch kind {
      case .text, .document: .text
      case .integer: .bigint
      case .number: .double
      case .flag: .boolean
      case .instant: .instant
      case .bytes: .bytes
      case .texts: .texts
      case .integers: .bigints
      }
  }
}
