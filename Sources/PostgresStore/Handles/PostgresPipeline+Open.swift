import RideStore

extension PostgresPipeline {
  /// Connects, and sets all that every session needs.
  ///
  /// - limits of time that the server keeps: for a statement, a lock, and a session that says
  ///   nothing within its transaction. `client_connection_check_interval` (from version 14 on) has
  ///   it notice that nobody waits for a statement any more.
  /// - a commit is flushed to the disk: a server or a role that is set up otherwise is overruled
  /// - a plan is made once for each statement, not anew for its first five runs, and always looks
  ///   rows up by their keys: a plan made while a table was small would read all of it once it is
  ///   large, for as long as a minute, until the server has counted its rows
  static func open(
    _ address: PostgresAddress, first: inout Int, timeouts: PostgresTimeouts,
    until deadline: PostgresDeadline
  ) throws(StoreError) -> PostgresPipeline {
    let pipeline = try PostgresPipeline(
      .connect(to: address, first: &first, timeouts: timeouts, until: deadline))
    try pipeline.send(PostgresStatement(sql: setUp, parameters: parameters(timeouts)))
    try pipeline.synchronise()
    try pipeline.answers(until: deadline) { (_, _) throws(StoreError) in }
    return pipeline
  }

  /// A name that this version of the server does not know is passed over.
  private static let setUp = SQL(
    "set up the session",
    """
    SELECT pg_catalog.set_config(name, given.value, false)
    FROM unnest($1::text[], $2::text[]) AS given (name, value)
      JOIN pg_catalog.pg_settings USING (name)
    UNION ALL
    SELECT pg_catalog.set_config('synchronous_commit', 'on', false)
    WHERE pg_catalog.current_setting('synchronous_commit') IN ('off', 'local')
    """)

  /// Rows are looked up by index and in its order, and sets are joined by hashing.
  static let planning = [
    ("plan_cache_mode", "force_generic_plan"), ("jit", "off"), ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"), ("enable_nestloop", "off"), ("enable_mergejoin", "off"),
  ]

  private static func parameters(_ timeouts: PostgresTimeouts) -> PostgresParameters {
    let settings =
      [
        ("statement_timeout", "\(timeouts.statement.milliseconds)"),
        ("lock_timeout", "\(timeouts.lock.milliseconds)"),
        ("idle_in_transaction_session_timeout", "\(timeouts.idleInTransaction.milliseconds)"),
        ("client_connection_check_interval", "1000"),
        ("default_transaction_isolation", "read committed"),
      ] + planning
    var parameters = PostgresParameters()
    parameters.append(texts: settings.map(\.0))
    parameters.append(texts: settings.map(\.1))
    return parameters
  }
}
