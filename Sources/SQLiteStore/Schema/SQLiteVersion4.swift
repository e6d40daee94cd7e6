/// What version 4 changes of the tables of version 3.
enum SQLiteVersion4 {
  static let sql = """
    -- One row for each step of migration. A step raises the version, which PRAGMA user_version has
    -- too and workers need as it is, or the revision, which may be newer.
    ALTER TABLE livery_schema RENAME TO livery_schema_3;
    CREATE TABLE livery_schema (
      version INTEGER NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0,
      applied_at INTEGER NOT NULL,
      PRIMARY KEY (version, revision)
    ) STRICT;
    INSERT INTO livery_schema (version, applied_at) SELECT version, applied_at FROM livery_schema_3;
    DROP TABLE livery_schema_3;
    """
}
