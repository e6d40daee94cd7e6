package import RideStore
package import Rides

extension PostgresStore {
  package func outcomes(_ keys: [OutcomeKey]) throws(StoreError) -> [OutcomeKey: StoredOutcome] {
    if keys.isEmpty { return [:] }
    return try read(Self.selectOutcomes, Self.rows(keys), decode: OutcomeRow.decode)
      .keyed(by: \.key)
  }

  static func rows(_ keys: [OutcomeKey]) -> PostgresRows {
    PostgresRows(columns: outcomeKey, keys, OutcomeRow.encode)
  }

  package func store(_ outcomes: [StoredOutcome]) throws(StoreError) {
    if outcomes.isEmpty { return }
    // In one order, whichever messages a session has: of two that store the same ones, one waits
    // for the other and then has a conflict.
    let order = outcomes.indices.sorted { outcomes[$0].key.isBefore(outcomes[$1].key) }
    let isSplit = try storesStatusesOnce()
    try write(
      Self.insertOutcomes,
      PostgresRows(OutcomeRow.table, order.lazy.map { outcomes[$0] }) { outcome, rows in
        OutcomeRow.encode(outcome, isSplit: isSplit, into: &rows)
      })
  }

  package func pruneOutcomes(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    precondition(limit >= 0 && days >= 0, "neither a limit nor days can be negative")
    if limit == 0 { return 0 }
    var parameters = PostgresParameters()
    parameters.append(now.postgresBound)
    parameters.append(Int64(limit))
    parameters.append(Int64(days))
    return try count(Self.deleteOutcomes, parameters)
  }
}

extension PostgresStore {
  private static let outcomeKey = Array(OutcomeRow.table.columns.prefix(3))

  static let selectOutcomes = SQL(
    "read outcomes",
    """
    SELECT \(OutcomeRow.selection)
    FROM outcomes JOIN \(Table.given(outcomeKey)) USING (message_identifier, scope, operation)
    WHERE outcomes.message_identifier = ANY ($1)
    """)

  static let insertOutcomes = SQL("store outcomes", OutcomeRow.table.insert)

  /// What another session prunes is left to it.
  ///
  /// An outcome is never changed, so it stays where it was found. The clock of the server counts
  /// beside that of the caller; a mark is the newest outcome at least a day before the mark before
  /// it.
  static let deleteOutcomes = SQL(
    "prune outcomes",
    """
    WITH RECURSIVE marks (number, stored_at) AS (
      SELECT 0::bigint, (SELECT max(stored_at) FROM outcomes)
      UNION ALL
      SELECT marks.number + 1, (
        SELECT max(outcomes.stored_at) FROM outcomes
        WHERE outcomes.stored_at <= marks.stored_at - interval '24 hours')
      FROM marks WHERE marks.number <= $3::bigint AND marks.stored_at IS NOT NULL)
    DELETE FROM outcomes WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM outcomes
      WHERE stored_at < least($1::timestamptz, now()) - $3::bigint * interval '24 hours'
        AND stored_at <= (SELECT stored_at FROM marks WHERE number = $3::bigint + 1)
      ORDER BY stored_at LIMIT $2
      FOR UPDATE SKIP LOCKED))
    """)
}

extension OutcomeKey {
  /// The order in which outcomes are stored.
  fileprivate func isBefore(_ other: OutcomeKey) -> Bool {
    if !messageIdentifier.hasSameBytes(as: other.messageIdentifier) {
      return messageIdentifier.precedesByBytes(other.messageIdentifier)
    }
    if !scope.hasSameBytes(as: other.scope) { return scope.precedesByBytes(other.scope) }
    return operation.precedesByBytes(other.operation)
  }
}
