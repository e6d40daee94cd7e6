/// A statement of this store under the name of what it does.
///
/// The name is the `operation` of its errors and the name of the prepared statement, so it is
/// unique, and has 63 bytes at most.
struct SQL: Sendable {
  let operation: String
  let text: String

  init(_ operation: String, _ text: String) {
    self.operation = operation
    self.text = text
  }
}

/// A statement and its values.
struct PostgresStatement {
  let sql: SQL
  var parameters = PostgresParameters()
}
