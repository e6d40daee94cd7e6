/// What revision 4 of version 5 adds.
enum PostgresVersion5Revision4 {
  static let sql = """
    -- Where the status of a change of the ride, which the history has, belongs in the text: the
    -- number of bytes before it. NULL in a text that is whole. Workers leave a status out from
    -- version 6 on.
    ALTER TABLE rides ADD COLUMN status_at bigint;
    ALTER TABLE outcomes ADD COLUMN status_at bigint;
    """
}
