/// What version 2 changes of the tables of version 1.
enum PostgresVersion2 {
  /// A row of more than 2 kB is compressed, which by PostgreSQL's own method costs about as much as
  /// all the rest of inserting it.
  ///
  /// LZ4 takes a tenth of that; servers before version 14, and some that are built without it, do
  /// not have it. What is stored stays as it is, and both can be read.
  static let sql = """
    DO $$
    BEGIN
      EXECUTE 'ALTER TABLE rides ALTER document SET COMPRESSION lz4';
      EXECUTE 'ALTER TABLE status_changes ALTER status SET COMPRESSION lz4';
      EXECUTE 'ALTER TABLE outcomes ALTER response SET COMPRESSION lz4';
    EXCEPTION WHEN feature_not_supported OR syntax_error THEN
      NULL;
    END
    $$;
    """
}
