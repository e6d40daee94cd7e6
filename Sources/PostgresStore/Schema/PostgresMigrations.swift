import RideStore

/// The steps that make a database of this build, in order; the version of a step is its place, from
/// 1.
///
/// A step that has been released is never changed: what comes later is a new step.
enum PostgresMigrations {
  struct Step: Sendable {
    let name: String
    let sql: String
  }

  static let steps = [
    Step(name: "create tables", sql: PostgresTables.sql),
    Step(name: "compress documents faster", sql: PostgresVersion2.sql),
    Step(name: "find waiting rides by place", sql: PostgresVersion3.sql),
    Step(name: "tell observers of one queue apart", sql: PostgresVersion4.sql),
  ]

  static var newest: Int { steps.count }

  /// The error for a database of another version than this build's.
  static func wrongVersion(_ version: Int, operation: String) -> StoreError {
    let found = version == 0 ? "no schema" : "schema version \(version)"
    let advice =
      version < newest
      ? "run `livery migrate`"
      : "it was made by a newer build of Livery, which must be used with it"
    let detail = "the database has \(found), this build works with version \(newest): \(advice)"
    return StoreError(.wrongSchema, operation: operation, detail: detail)
  }
}
