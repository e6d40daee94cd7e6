/// A statement of this store under the name of what it does.
///
/// The name is the `operation` of its errors, and finds the prepared statement again, so it is
/// unique.
struct SQL: Sendable {
  let operation: String
  let text: String

  init(_ operation: String, _ text: String) {
    self.operation = operation
    self.text = text
  }
}
