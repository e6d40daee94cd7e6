package import RideStore
package import Rides

/// An outcome as a row of `outcomes`.
enum OutcomeTable {
  static let layout = StoredTable(
    "outcomes",
    [
      ("operation", .text), ("scope", .text), ("message_identifier", .text),
      ("digest", .bytes), ("response", .document), ("changes", .texts), ("searches", .texts),
      ("payments", .texts), ("stored_at", .instant), ("status_at", .integer),
    ])

  /// The columns, and the status where only the history has it, in the order of `decode`.
  static let selection = """
    \(layout.qualifiedNames), CASE WHEN outcomes.status_at IS NOT NULL THEN (
      SELECT change.status FROM status_changes AS change
      WHERE change.ride_identifier = outcomes.changes ->> '$[#-2]'
        AND change.sequence = CAST(outcomes.changes ->> '$[#-1]' AS INTEGER))
    END
    """

  static func encode(_ key: OutcomeKey, into rows: inout some StoredRows) {
    rows.add(key.operation)
    rows.add(key.scope)
    rows.add(key.messageIdentifier)
  }

  /// Leaves out a status that the history has.
  static func encode(_ outcome: StoredOutcome, into rows: inout SQLiteRows) {
    encode(outcome.key, into: &rows)
    rows.add(bytes: outcome.digest)
    rows.add(document: outcome.response, without: outcome.statusRange)
    rows.add(list: outcome.changes.flatMap(texts))
    rows.add(list: outcome.searches.map(\.rawValue))
    rows.add(list: outcome.payments)
    rows.add(outcome.storedAt)
    rows.add(outcome.statusRange?.lowerBound)
  }

  static func decode(_ row: inout SQLiteRow) throws(StoreError) -> StoredOutcome {
    var outcome = StoredOutcome(
      key: OutcomeKey(operation: row.text(), scope: row.text(), messageIdentifier: row.text()),
      digest: row.bytes(),
      response: row.bytes(),
      changes: try changes(in: &row),
      searches: try row.texts().map(RideIdentifier.init),
      payments: try row.texts(),
      storedAt: row.instant())
    let place = try row.optionalInt()
    outcome.statusRange = try row.putBack(at: place, into: &outcome.response)
    return outcome
  }

  /// A key is two texts of the list: the ride and the number.
  private static func texts(of key: StatusChangeKey) -> [String] {
    [key.rideIdentifier.rawValue, key.sequence.description]
  }

  private static func changes(in row: inout SQLiteRow) throws(StoreError) -> [StatusChangeKey] {
    let texts = try row.texts()
    guard texts.count.isMultiple(of: 2) else { throw row.damaged("a change without its number") }
    var keys: [StatusChangeKey] = []
    for index in stride(from: 0, to: texts.count, by: 2) {
      guard let sequence = Int(texts[index + 1]) else {
        throw row.damaged("no number of a change: \(texts[index + 1])")
      }
      keys.append(StatusChangeKey(rideIdentifier: RideIdentifier(texts[index]), sequence: sequence))
    }
    return keys
  }
}

extension SQLiteStore {
  package func outcomes(_ keys: [OutcomeKey]) throws(StoreError) -> [OutcomeKey: StoredOutcome] {
    if keys.isEmpty { return [:] }
    let rows = try JSONRows(keys) { OutcomeTable.encode($0, into: &$1) }.checked(
      for: Self.selectOutcomes)
    return try read(Self.selectOutcomes, SQLiteParameters(rows), decode: OutcomeTable.decode)
      .keyed(by: \.key)
  }

  package func store(_ outcomes: [StoredOutcome]) throws(StoreError) {
    try write(Self.insertOutcomes, SQLiteRows(outcomes, OutcomeTable.encode))
  }

  package func pruneOutcomes(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    precondition(limit >= 0 && days >= 0, "neither a limit nor days can be negative")
    if limit == 0 { return 0 }
    let cut = now.advanced(bySeconds: -days * 86_400)
    let parameters = SQLiteParameters(
      .integer(cut.microseconds), .integer(Int64(limit)), .integer(Int64(days) + 1))
    return try change(Self.deleteOutcomes, parameters)
  }

  private static let selectOutcomes = SQL(
    "read outcomes",
    """
    SELECT \(OutcomeTable.selection)
    FROM json_each(?1) AS wanted CROSS JOIN outcomes
      ON outcomes.operation = wanted.value ->> 0 AND outcomes.scope = wanted.value ->> 1
      AND outcomes.message_identifier = wanted.value ->> 2
    """)

  private static let insertOutcomes = SQL("store outcomes", OutcomeTable.layout.insert)

  /// A mark is the newest outcome at least a day before the previous mark; the caller uses the
  /// clock of this machine, so SQLite's clock would add nothing.
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
