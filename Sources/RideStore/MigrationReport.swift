/// What a migration of the database found and did.
package struct MigrationReport: Hashable, Sendable {
  /// The number of the schema that the database had.
  package let before: SchemaNumber
  /// The number that it has now.
  package let after: SchemaNumber
  /// The names of the steps that were applied, in order; empty when there was nothing to do.
  package let applied: [String]

  /// Whether steps are left for when all workers are of this build.
  package let isUnfinished: Bool

  package init(
    before: SchemaNumber, after: SchemaNumber, applied: [String], isUnfinished: Bool
  ) {
    self.before = before
    self.after = after
    self.applied = applied
    self.isUnfinished = isUnfinished
  }
}
