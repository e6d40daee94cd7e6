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
    try write(
      Self.insertOutcomes, JSONRows(outcomes, OutcomeRow.encode), expecting: outcomes.count)
  }

  package func pruneOutcomes(storedBefore: Instant, limit: Int) throws(StoreError) -> Int {
    precondition(limit >= 0, "a limit cannot be negative")
    if limit == 0 { return 0 }
    let parameters = SQLiteParameters(
      .integer(storedBefore.microseconds), .integer(Int64(limit)))
    return try write(Self.deleteOutcomes, parameters) { (_) throws(StoreError) in }.changes
  }

  private static let selectOutcomes = SQL(
    "read outcomes",
    """
    SELECT \(OutcomeRow.table.qualifiedNames)
    FROM json_each(?1) AS wanted CROSS JOIN outcomes
      ON outcomes.operation = wanted.value ->> 0 AND outcomes.scope = wanted.value ->> 1
      AND outcomes.message_identifier = wanted.value ->> 2
    """)

  private static let insertOutcomes = SQL("store outcomes", OutcomeRow.table.insert)

  private static let deleteOutcomes = SQL(
    "prune outcomes",
    """
    DELETE FROM outcomes WHERE rowid IN (
      SELECT rowid FROM outcomes WHERE stored_at < ?1 ORDER BY stored_at LIMIT ?2)
    """)
}
