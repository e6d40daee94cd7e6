/// What a migration of the database found and did.
package struct MigrationReport: Hashable, Sendable {
  /// The number of the schema that the database had.
  package let before: SchemaNumber
  /// The number that it has now.
  package let after: SchemaNumber
  /// The names of the steps that were applied, in order; empty when there was nothing to do.
  package let applied: [String]

  package init(before: SchemaNumber, after: SchemaNumber, applied: [String]) {
    self.before = before
    self.after = after
    self.applied = applied
  }
}
