/// Why the rules of a time zone cannot be used; trying again does not help.
package struct TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was expected, what came, and where.
  package let description: String

  package init(_ description: String) { self.description = description }
}
