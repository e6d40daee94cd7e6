/// What version 4 changes of the tables of version 3.
enum PostgresVersion4 {
  static let sql = """
    -- A step raises the version, which workers need as it is, or the revision, which may be newer.
    ALTER TABLE livery_schema ADD COLUMN revision bigint NOT NULL DEFAULT 0;
    ALTER TABLE livery_schema DROP CONSTRAINT livery_schema_pkey,
      ADD PRIMARY KEY (version, revision);
    """
}
