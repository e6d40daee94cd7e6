package import RideStore
package import Rides

extension SQLiteStore {
  package func fleetFigures(at instant: Instant) throws(StoreError) -> FleetFigures {
    var figures = FleetFigures()
    let tallies: [FigureCount] = try read(Self.selectTallies, SQLiteParameters())
    for tally in tallies { tally.add(to: &figures) }
    let parameters = SQLiteParameters(.integer(instant.microseconds))
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
    let texts = try JSONRows(keys: [name, holder]).checked(for: sql)
    let parameters = SQLiteParameters(
      .text(texts.json), .integer(until.microseconds), .integer(now.microseconds))
    return try write(sql, parameters) { (row) throws(StoreError) in row.bool() }.rows == [true]
  }
}

extension SQLiteStore {
  /// Rides by the index of those under way alone: those that have ended are many.
  static let selectTallies = SQL(
    "count what is under way",
    """
    SELECT 'phase', phase, count(*), min(updated_at)
    FROM rides INDEXED BY rides_under_way WHERE phase <> 'completed' GROUP BY phase
    UNION ALL
    SELECT 'waiting', '', count(*), min(waiting_since)
    FROM rides INDEXED BY rides_waiting WHERE is_waiting = 1
    UNION ALL
    SELECT 'dead letters', state, count(*), min(failed_at) FROM dead_letters GROUP BY state
    UNION ALL
    SELECT 'subscriptions', '', count(*), NULL FROM subscriptions
    """)

  static let selectPayments = SQL(
    "read open payments",
    """
    SELECT revision, payments FROM rides INDEXED BY rides_paying
    WHERE payments_until > ?1
    """)

  /// A lease of another holder stays unchanged until its expiry; then no row is returned.
  static let takeLease = SQL(
    "take the lease",
    """
    INSERT INTO leases (name, holder, until) VALUES (?1 ->> 0, ?1 ->> 1, ?2)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE leases.holder = excluded.holder OR leases.until <= ?3
    RETURNING until > ?3
    """)
}
