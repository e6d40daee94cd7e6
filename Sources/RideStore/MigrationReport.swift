/// What a migration of the database found and did.
package struct MigrationReport: Hashable, Sendable {
  /// The version that the database had, 0 for an empty one.
  package let versionBefore: Int
  /// The version that it has now.
  package let versionAfter: Int
  /// The names of the steps that were applied, in order; empty when there was nothing to do.
  package let applied: [String]

  package init(versionBefore: Int, versionAfter: Int, applied: [String]) {
    self.versionBefore = versionBefore
    self.versionAfter = versionAfter
    self.applied = applied
  }
}
