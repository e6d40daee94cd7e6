import RideStore

/// The steps that make a database of this build.
enum PostgresMigrations {
  static let all = SchemaHistory([
    SchemaStep("create tables", raises: .version, sql: PostgresTables.sql),
    SchemaStep("compress documents faster", raises: .version, sql: PostgresVersion2.sql),
    SchemaStep("find waiting rides by place", raises: .version, sql: PostgresVersion3.sql),
    SchemaStep("number revisions", raises: .version, sql: PostgresVersion4.sql),
    SchemaStep(
      "tell observers of one queue apart", raises: .version, sql: PostgresVersion5.sql),
    SchemaStep(
      "free the slots of rides booked ahead", raises: .revision,
      sql: PostgresVersion5Revision1.sql),
    SchemaStep("keep dead letters", raises: .revision, sql: PostgresVersion5Revision2.sql),
    SchemaStep(
      "count payments and lease tasks", raises: .revision, sql: PostgresVersion5Revision3.sql),
    SchemaStep(
      "make room for statuses stored once", raises: .revision, sql: PostgresVersion5Revision4.sql),
    SchemaStep(
      "store statuses once", raises: .version, isDeferred: true, sql: PostgresVersion6.sql),
  ])

  /// The first version in which the status of a change is stored in the history alone.
  static let firstWithStatusesOnce = 6

  /// The version and the revision of the schema; no row where no step was applied.
  ///
  /// Before version 4 there is no column for the revision, so it is read as a member of the row.
  static let selectNumber = """
    SELECT version, coalesce((to_jsonb(livery_schema) ->> 'revision')::bigint, 0) AS revision
    FROM livery_schema ORDER BY version DESC, revision DESC LIMIT 1
    """
}
