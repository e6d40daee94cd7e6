/// The number of a schema: of its version, which a build and its database must have in common, and
/// of its revision, which may be newer in the database.
package struct SchemaNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  package var version: Int
  package var revision: Int

  package init(version: Int, revision: Int) {
    self.version = version
    self.revision = revision
  }

  /// That of a database without tables.
  package static let none = SchemaNumber(version: 0, revision: 0)

  package static func < (left: Self, right: Self) -> Bool {
    (left.version, left.revision) < (right.version, right.revision)
  }

  /// As in `4.1`.
  package var description: String { self == .none ? "none" : "\(version).\(revision)" }
}

/// A step of a migration.
package struct SchemaStep: Sendable {
  /// Which part of the schema's number a step raises.
  package enum Part: Sendable {
    /// For a change that an older build cannot work with.
    case version
    /// For a change that such a build does not notice, such as an index.
    case revision
  }

  package let name: String
  package let part: Part
  package let sql: String
  /// Whether the build works with the database before the step, too.
  ///
  /// Such a step is for when all workers are of this build: only then may they write what earlier
  /// builds cannot read.
  package let isDeferred: Bool
  /// The tables of earlier steps that cannot be read during the step.
  package let locks: [String]

  package init(
    _ name: String, raises part: Part, isDeferred: Bool = false, locks: [String] = [], sql: String
  ) {
    self.name = name
    self.part = part
    self.isDeferred = isDeferred
    self.locks = locks
    self.sql = sql
  }
}

/// The steps that make a database of one build, in order.
///
/// A released step is never changed: a later change is a new step.
package struct SchemaHistory: Sendable {
  /// The steps, each with the number of the schema after it.
  package let steps: [(number: SchemaNumber, step: SchemaStep)]
  /// The tables that a database has after them.
  package let tables: [String]

  /// Numbers the steps, the first of which makes all tables of a version.
  package init(_ steps: [SchemaStep], from version: Int = 1, tables: [String] = []) {
    self.tables = tables
    var number = SchemaNumber(version: version - 1, revision: 0)
    self.steps = steps.map { step in
      switch step.part {
      case .version: number = SchemaNumber(version: number.version + 1, revision: 0)
      case .revision: number.revision += 1
      }
      return (number, step)
    }
  }

  /// The number of the schema after all steps.
  package var number: SchemaNumber { steps.last?.number ?? .none }

  /// The lowest number of a schema that the build works with: deferred steps at the end may be
  /// missing.
  package var required: SchemaNumber { steps.last { !$0.step.isDeferred }?.number ?? .none }

  /// Throws `wrongSchema` unless the build works with a database of that number.
  package func check(_ found: SchemaNumber) throws(StoreError) {
    guard found < required || found.version > number.version else { return }
    throw mismatch(found, operation: "check schema")
  }

  /// Throws `wrongSchema` for tables that a database of the right number lacks: they were deleted,
  /// or not restored with the others, and no step would make them again.
  package static func check(lacking tables: [String]) throws(StoreError) {
    guard !tables.isEmpty else { return }
    let names = (tables.count == 1 ? "table " : "tables ") + tables.joined(separator: ", ")
    throw StoreError(
      .wrongSchema, operation: "check schema",
      detail:
        "the database lacks the \(names), which it had by the number of its schema; `livery "
        + "migrate` does not make them again: restore a copy of the database")
  }

  /// The steps that a database lacks; none where it has a newer revision.
  ///
  /// Throws `wrongSchema` for a newer version, and for one older than the first step makes.
  ///
  /// - Parameter isFinishing: Whether deferred steps at the end are among them; for a new database
  ///   they are in any case.
  package func steps(
    after found: SchemaNumber, isFinishing: Bool
  ) throws(StoreError) -> ArraySlice<(number: SchemaNumber, step: SchemaStep)> {
    guard !isTooOld(found), found.version <= number.version else {
      throw mismatch(found, operation: "migrate")
    }
    let end = isFinishing || found == .none ? number : required
    return steps.drop { $0.number <= found }.prefix { $0.number <= end }
  }

  /// Whether a database of that number lacks steps that are for when all workers are of this build.
  package func isUnfinished(_ found: SchemaNumber) -> Bool { found < number }

  /// Whether a database has tables that no step of this build can change.
  private func isTooOld(_ found: SchemaNumber) -> Bool {
    found != .none && steps.first.map { found < $0.number } ?? false
  }

  private func mismatch(_ found: SchemaNumber, operation: String) -> StoreError {
    let old = found < required ? "run `livery migrate`" : nil
    let advice =
      isTooOld(found)
      ? "run `livery migrate --finish` of the build before this one"
      : old ?? "it was made by a newer build of Livery, which must be used with it"
    return StoreError(
      .wrongSchema, operation: operation,
      detail:
        "the database has schema \(found), this build works with schema \(required): \(advice)")
  }
}

/// What a migration may do beyond the steps that every database needs.
package struct MigrationOptions: Hashable, Sendable {
  /// Whether all workers are of this build, so that they may write what earlier builds cannot read.
  package var isFinishing: Bool
  /// Whether tables may be made beside those in another schema of a PostgreSQL database: for a
  /// second fleet.
  package var isOfSecondFleet: Bool

  package init(isFinishing: Bool = false, isOfSecondFleet: Bool = false) {
    self.isFinishing = isFinishing
    self.isOfSecondFleet = isOfSecondFleet
  }
}

/// Why a migration waits: another session has a lock that it needs.
package struct MigrationWait: Hashable, Sendable, CustomStringConvertible {
  /// How many attempts have got no lock, and how many there are at most.
  package let attempt, limit: Int
  /// The sessions with the lock, each in words; empty where none was seen.
  package let blockers: [String]
  /// The time to the next attempt, in which nothing is locked.
  package let pause: Duration

  package init(attempt: Int, limit: Int, blockers: [String], pause: Duration) {
    self.attempt = attempt
    self.limit = limit
    self.blockers = blockers
    self.pause = pause
  }

  package var description: String {
    let (whole, part) = pause.components
    return "attempt \(attempt) of \(limit) got no lock, \(Self.holders(blockers)); the next "
      + "follows in \(part > 0 ? whole + 1 : whole) s, and the fleet works meanwhile"
  }

  /// Who holds the lock.
  package static func holders(_ blockers: [String]) -> String {
    blockers.isEmpty ? "who holds it is not visible" : "held by " + blockers.joined(separator: "; ")
  }
}

/// What a migration of the database found and did.
package struct MigrationReport: Hashable, Sendable {
  /// The number of the schema that the database had.
  package let before: SchemaNumber
  /// The number that it has now.
  package let after: SchemaNumber
  /// The names of the applied steps, in order; empty if there were none.
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
