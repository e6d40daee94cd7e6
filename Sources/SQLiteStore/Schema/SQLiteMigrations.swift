import RideStore

/// The steps that make a database of this build.
enum SQLiteMigrations {
  static let all = SchemaHistory([
    SchemaStep("create tables", raises: .version, sql: SQLiteTables.sql),
    SchemaStep("keep dues and obligations", raises: .version, sql: SQLiteVersion2.sql),
    SchemaStep("find waiting rides by place", raises: .version, sql: SQLiteVersion3.sql),
    SchemaStep("number revisions", raises: .version, sql: SQLiteVersion4.sql),
    SchemaStep(
      "tell observers of one queue apart", raises: .version, sql: SQLiteVersion5.sql),
    SchemaStep(
      "free the slots of rides booked ahead", raises: .revision, sql: SQLiteVersion5Revision1.sql),
    SchemaStep("keep dead letters", raises: .revision, sql: SQLiteVersion5Revision2.sql),
    SchemaStep(
      "count payments and lease tasks", raises: .revision, sql: SQLiteVersion5Revision3.sql),
    SchemaStep(
      "make room for statuses stored once", raises: .revision, sql: SQLiteVersion5Revision4.sql),
    SchemaStep(
      "store statuses once", raises: .version, isDeferred: true, sql: "SELECT 1"),
  ])

  /// The first version in which the status of a change is stored in the history alone.
  static let firstWithStatusesOnce = 6

  /// The first version whose table of steps has revisions.
  static let firstWithRevisions = 4
}
