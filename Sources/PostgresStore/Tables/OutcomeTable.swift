package import RideStore
package import Rides

/// An outcome as a row of `outcomes`.
enum OutcomeTable {
  static let layout = StoredTable(
    "outcomes",
    [
      ("message_identifier", .text), ("scope", .text), ("operation", .text),
      ("digest", .bytes), ("response", .document), ("changed_rides", .texts),
      ("changed_sequences", .integers), ("searches", .texts), ("payments", .texts),
      ("stored_at", .instant), ("status_at", .integer),
    ])

  /// The columns of `outcomes`, and the status where only the history has it, in the order of
  /// `decode`.
  static let selection = """
    \(layout.qualifiedNames), CASE WHEN status_at IS NOT NULL THEN (
      SELECT change.status FROM status_changes AS change
      WHERE change.ride_identifier = changed_rides[cardinality(changed_rides)]
        AND change.sequence = changed_sequences[cardinality(changed_sequences)])
    END
    """

  static func encode(_ key: OutcomeKey, into rows: inout PostgresRows) {
    rows.add(key.messageIdentifier)
    rows.add(key.scope)
    rows.add(key.operation)
  }

  /// Leaves out a status that the history has.
  static func encode(_ outcome: StoredOutcome, into rows: inout PostgresRows) {
    encode(outcome.key, into: &rows)
    rows.add(bytes: outcome.digest)
    rows.add(document: outcome.response, without: outcome.statusRange)
    rows.add(list: outcome.changes.map(\.rideIdentifier.rawValue))
    rows.add(list: outcome.changes.map(\.sequence.description))
    rows.add(list: outcome.searches.map(\.rawValue))
    rows.add(list: outcome.payments)
    rows.add(outcome.storedAt)
    rows.add(outcome.statusRange?.lowerBound)
  }

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> StoredOutcome {
    let (message, scope, operation) = (try row.text(), try row.text(), try row.text())
    var outcome = StoredOutcome(
      key: OutcomeKey(operation: operation, scope: scope, messageIdentifier: message),
      digest: try row.bytes(),
      response: try row.bytes(),
      changes: try changes(in: &row),
      searches: try row.texts().map(RideIdentifier.init),
      payments: try row.texts(),
      storedAt: try row.instant())
    let place = try row.optionalInt()
    outcome.statusRange = try row.putBack(at: place, into: &outcome.response)
    return outcome
  }

  private static func changes(in row: inout PostgresRow) throws(StoreError) -> [StatusChangeKey] {
    let (rides, sequences) = (try row.texts(), try row.integers())
    guard rides.count == sequences.count else {
      throw row.damaged("\(rides.count) rides and \(sequences.count) numbers of their changes")
    }
    return zip(rides, sequences).map {
      StatusChangeKey(rideIdentifier: RideIdentifier($0), sequence: Int($1))
    }
  }
}

extension PostgresStore {
  package func outcomes(_ keys: [OutcomeKey]) throws(StoreError) -> [OutcomeKey: StoredOutcome] {
    if keys.isEmpty { return [:] }
    let sql = Self.selectOutcomes
    return try read(sql, Self.rows(keys).parameters(for: sql), decode: OutcomeTable.decode)
      .keyed(by: \.key)
  }

  static func rows(_ keys: [OutcomeKey]) -> PostgresRows {
    PostgresRows(outcomeKey, keys, OutcomeTable.encode)
  }

  package func store(_ outcomes: [StoredOutcome]) throws(StoreError) {
    if outcomes.isEmpty { return }
    // In one order, whichever messages a session has: of two that store the same ones, one waits
    // for the other and then has a conflict.
    let order = outcomes.indices.sorted { outcomes[$0].key.isBefore(outcomes[$1].key) }
    try write(
      Self.insertOutcomes,
      PostgresRows(
        OutcomeTable.layout.columns, order.lazy.map { outcomes[$0] }, OutcomeTable.encode))
  }

  package func pruneOutcomes(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    precondition(limit >= 0 && days >= 0, "neither a limit nor days can be negative")
    let parameters = PostgresParameters(now.postgresBound, Int64(limit), Int64(days))
    return try count(Self.deleteOutcomes, parameters)
  }
}

extension PostgresStore {
  private static let outcomeKey = Array(OutcomeTable.layout.columns.prefix(3))

  static let selectOutcomes = SQL(
    "read outcomes",
    """
    SELECT \(OutcomeTable.selection)
    FROM outcomes JOIN \(StoredTable.given(outcomeKey)) USING (message_identifier, scope, operation)
    WHERE outcomes.message_identifier = ANY ($1)
    """)

  static let insertOutcomes = SQL("store outcomes", OutcomeTable.layout.insert)

  /// Rows that another session has locked to prune them are skipped.
  ///
  /// An outcome is never changed, so it stays where it was found. Both the clock of the server and
  /// that of the caller must agree; a mark is the newest outcome at least a day before the mark
  /// before it.
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
