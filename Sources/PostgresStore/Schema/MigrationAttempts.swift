import RideStore

/// When a migration that gets no lock tries again, and what it says.
struct MigrationAttempts {
  /// With their pauses they last about a minute.
  static let limit = 10

  private var failed = 0
  /// The sessions that were seen with a lock last.
  private var blockers: [String] = []

  /// Records that an attempt got no lock.
  mutating func fail(_ blockers: [String]) {
    failed += 1
    if !blockers.isEmpty { self.blockers = blockers }
  }

  /// The wait for the next attempt, longer each time: 1 s, 2 s, 4 s and then 8 s, by a quarter more
  /// or less; nil after the last.
  func next(
    _ random: (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) -> MigrationWait? {
    guard failed < Self.limit else { return nil }
    let pause = min(8, Double(1 << failed) / 2) * random(0.75...1.25)
    return MigrationWait(
      attempt: failed, limit: Self.limit, blockers: blockers, pause: .seconds(pause))
  }

  /// The error of a migration that gives up, made from that of its last attempt.
  func failure(_ last: StoreError) -> StoreError {
    StoreError(
      .unavailable, operation: last.operation,
      detail: "\(last.detail); after \(failed) attempt\(failed == 1 ? "" : "s") the lock is "
        + "\(MigrationWait.holders(blockers)); nothing was changed: let that transaction end, or "
        + "end it with SELECT pg_terminate_backend(PID), and run `livery migrate` again")
  }
}

extension PostgresStore {
  /// The sessions that another session waits for, each in words.
  ///
  /// A role sees of the sessions of others no more than their user and application, unless it is a
  /// member of `pg_read_all_stats`.
  func sessions(blocking session: Int32) throws(StoreError) -> [String] {
    try read(Self.selectBlockers, PostgresParameters(Int64(session))) { (row) throws(StoreError) in
      try row.text()
    }
  }

  /// A prepared transaction has no session; its number is 0.
  private static let selectBlockers = SQL(
    "find who blocks",
    """
    SELECT CASE WHEN pid = 0 THEN 'a prepared transaction (see pg_prepared_xacts)' ELSE
      pg_catalog.format(
        'pid %s (user %s, application_name %s, client address %s, state %s, transaction of %s)',
        pid, coalesce(usename, 'not visible'), coalesce(nullif(application_name, ''), 'none'),
        CASE WHEN client_port IS NULL THEN 'not visible'
          ELSE coalesce(pg_catalog.host(client_addr), 'local') END,
        coalesce(state, 'not visible'),
        coalesce(extract(epoch FROM pg_catalog.clock_timestamp() - xact_start)::bigint || ' s',
          'not visible')) END
    FROM (SELECT DISTINCT pg_catalog.unnest(pg_catalog.pg_blocking_pids($1::bigint::int)) AS pid)
      AS blocking
      LEFT JOIN pg_catalog.pg_stat_activity USING (pid)
    ORDER BY xact_start, pid
    """)
}
