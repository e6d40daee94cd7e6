import RideStore

// The SQL that the order of the columns implies.
extension StoredTable {
  /// The number of elements of a row in its JSON array; further values of a statement follow them.
  var places: Int { columns.reduce(0) { $0 + $1.kind.places } }

  /// The assignments of an `UPDATE`: `rider_identifier = value ->> 1, …`.
  var assignments: String {
    expressions.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
  }

  /// Inserts all rows of a set.
  var insert: String {
    let values = expressions.map(\.value).joined(separator: ", ")
    return "INSERT INTO \(name) (\(names)) SELECT \(values) FROM json_each(?1)"
  }

  /// The expressions that read the columns from a row of `json_each(?1)` and from the documents
  /// `?2`.
  private var expressions: [(name: String, value: String)] {
    var place = 0
    return columns.map { column in
      defer { place += column.kind.places }
      let part = "substr(?2, value ->> \(place), value ->> \(place + 1))"
      switch column.kind {
      case .text, .integer, .number, .flag, .instant: return (column.name, "value ->> \(place)")
      case .document, .texts, .integers: return (column.name, "CAST(\(part) AS TEXT)")
      case .bytes: return (column.name, part)
      }
    }
  }
}

extension ColumnKind {
  /// The number of its elements in the row's JSON array: one for a JSON value, two for what travels
  /// as bytes in the second parameter.
  fileprivate var places: Int {
    switch self {
    case .text, .integer, .number, .flag, .instant: 1
    case .document, .bytes, .texts, .integers: 2
    }
  }
}
