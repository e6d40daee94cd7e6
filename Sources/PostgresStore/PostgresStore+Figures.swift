package import RideStore
package import Rides

extension PostgresStore {
  package func fleetFigures(at instant: Instant) throws(StoreError) -> FleetFigures {
    var figures = FleetFigures()
    let tallies: [FigureCount] = try read(Self.selectTallies, PostgresParameters())
    for tally in tallies { tally.add(to: &figures) }
    let parameters = PostgresParameters(instant.postgresBound)
    let payments = try read(Self.selectPayments, parameters) { (row) throws(StoreError) in
      let revision = try row.int()
      return StoredPayments.payments(try row.optionalText(), revision: revision)
    }
    for ofRide in payments { figures.add(ofRide, at: instant) }
    return figures
  }

  package func lease(
    _ name: String, holder: String, until: Instant, at now: Instant
  ) throws(StoreError) -> Bool {
    let sql = Self.takeLease
    guard !name.utf8.contains(0), !holder.utf8.contains(0) else {
      throw StoreError(
        .failed, operation: sql.operation, detail: "a text holds the character U+0000")
    }
    let parameters = PostgresParameters(name, holder, until.microseconds - now.microseconds)
    return try write(sql, parameters) { (row) throws(StoreError) in try row.bool() } == [true]
  }
}

extension PostgresStore {
  static let selectTallies = SQL(
    "count what is under way",
    """
    SELECT 'phase', phase, count(*), min(updated_at)
    FROM rides WHERE slot IS NOT NULL GROUP BY phase
    UNION ALL
    SELECT 'waiting', '', count(*), min(waiting_since) FROM rides WHERE is_waiting
    UNION ALL
    SELECT 'dead letters', state, count(*), min(failed_at) FROM dead_letters GROUP BY state
    UNION ALL
    SELECT 'subscriptions', '', count(*), NULL FROM subscriptions
    """)

  static let selectPayments = SQL(
    "read open payments", "SELECT revision, payments FROM rides WHERE payments_until > $1")

  /// A lease of another holder stays unchanged until its expiry; then no row is returned.
  ///
  /// Its times are the server's, since each worker may have another clock.
  static let takeLease = SQL(
    "take the lease",
    """
    INSERT INTO leases (name, holder, until)
    VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 microsecond')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE leases.holder = excluded.holder OR leases.until <= clock_timestamp()
    RETURNING until > clock_timestamp()
    """)
}
