package import RideStore
package import Rides

extension SQLiteStore {
  package func outcomes(_ keys: [OutcomeKey]) throws(StoreError) -> [OutcomeKey: StoredOutcome] {
    if keys.isEmpty { return [:] }
    let rows = try read(
      Self.selectOutcomes, JSONRows(keys, OutcomeRow.encode), decode: OutcomeRow.decode)
    return rows.keyed(by: \.key)
  }

  package func store(_ outcomes: [StoredOutcome]) throws(StoreError) {
    if outcomes.isEmpty { return }
    let isSplit = try storesStatusesOnce()
    let rows = JSONRows(outcomes) { OutcomeRow.encode($0, isSplit: isSplit, into: &$1) }
    try write(Self.insertOutcomes, rows, expecting: outcomes.count)
  }

  package func pruneOutcomes(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    precondition(limit >= 0 && days >= 0, "neither a limit nor days can be negative")
    if limit == 0 { return 0 }
    let cut = now.advanced(bySeconds: -days * 86_400)
    let parameters = SQLiteParameters(
      .integer(cut.microseconds), .integer(Int64(limit)), .integer(Int64(days) + 1))
    return try write(Self.deleteOutcomes, parameters) { (_) throws(StoreError) in }.changes
  }

  private static let selectOutcomes = SQL(
    "read outcomes",
    """
    SELECT \(OutcomeRow.selection)
    FROM json_each(?1) AS wanted CROSS JOIN outcomes
      ON outcomes.operation = wanted.value ->> 0 AND outcomes.scope = wanted.value ->> 1
      AND outcomes.message_identifier = wanted.value ->> 2
    """)

  private static let insertOutcomes = SQL("store outcomes", OutcomeRow.table.insert)

  /// A mark is the newest outcome at least a day before the mark before it; whoever calls has the
  /// clock of this machine, so that SQLite's own would tell no more.
  private static let deleteOutcomes = SQL(
    "prune outcomes",
    """
    WITH RECURSIVE marks (number, stored_at) AS (
      SELECT 0, (SELECT max(stored_at) FROM outcomes)
      UNION ALL
      SELECT marks.number + 1, (
        SELECT max(outcomes.stored_at) FROM outcomes
        WHERE outcomes.stored_at <= marks.stored_at - 86400000000)
      FROM marks WHERE marks.number < ?3 AND marks.stored_at IS NOT NULL)
    DELETE FROM outcomes WHERE rowid IN (
      SELECT rowid FROM outcomes
      WHERE stored_at < ?1 AND stored_at <= (SELECT stored_at FROM marks WHERE number = ?3)
      ORDER BY stored_at LIMIT ?2)
    """)
}
