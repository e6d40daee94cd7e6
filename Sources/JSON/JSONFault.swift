/// What is wrong with a JSON text, and where.
package struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is.
  ///
  /// None of them goes away by a retry.
  package enum Kind: String, Sendable, CaseIterable {
    /// Not UTF-8, or not JSON by RFC 8259.
    case malformed
    /// A value of another type, or a text of another form, than the one expected.
    case wrongType
    /// A required value is absent or null.
    case missing
    /// The type is right and the value is not allowed.
    case outOfRange
    /// Nested deeper than the limit.
    case tooDeep
    /// Longer than the limit.
    case tooLarge
    /// A member that the object does not have.
    case unknownMember
  }

  package var kind: Kind
  /// The value at fault, such as `pickupLocation.latitude` or `products[1]`; empty for the whole
  /// text.
  package var path: String
  /// What was expected and what came; quotes no value that could be a secret.
  package var message: String

  package init(_ kind: Kind, path: String = "", _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  package var description: String {
    path.isEmpty ? "\(kind.rawValue): \(message)" : "\(kind.rawValue) at \(path): \(message)"
  }
}
