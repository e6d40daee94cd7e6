/// Why an operation of the store failed.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, and so whether a retry can help.
  package enum Code: String, Sendable, CaseIterable {
    /// A condition of a write no longer holds: another session was first. Read again and decide
    /// again.
    case conflict
    /// The store cannot be reached or is too busy. Wait and try again.
    case unavailable
    /// The schema is not the one this build works with. Run `livery migrate`.
    case wrongSchema
    /// The user of the database lacks a right, which its owner has to grant.
    case denied
    /// The store refuses for a reason that a retry does not remove: a read-only file, a damaged
    /// page, for SQLite a full disk.
    case failed
  }

  package let code: Code
  /// What was attempted, such as `insert rides`.
  package let operation: String
  /// The database's message, with its own name of the error.
  package let detail: String

  package init(_ code: Code, operation: String, detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  /// Whether the same attempt can succeed later without a change by an operator.
  package var isRetriable: Bool { code == .conflict || code == .unavailable }

  package var description: String { "\(operation): \(code.rawValue): \(detail)" }
}
