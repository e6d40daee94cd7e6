/// What version 6 changes of the tables of version 5; for when all workers know it.
enum PostgresVersion6 {
  static let sql = """
    -- From here on workers leave out of rides and outcomes the statuses that the history has.

    -- Each change of a ride writes each index that has it. The rides under way have slots, by which
    -- another index finds them.
    DROP INDEX rides_under_way;
    """
}
