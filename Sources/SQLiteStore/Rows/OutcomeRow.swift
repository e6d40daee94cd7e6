import RideStore
import Rides

/// An outcome as a row of `outcomes`.
enum OutcomeRow {
  static let table = Table(
    name: "outcomes",
    columns: [
      ("operation", .value), ("scope", .value), ("message_identifier", .value),
      ("digest", .blob), ("response", .document), ("changes", .document),
      ("searches", .document), ("payments", .document), ("stored_at", .value),
      ("status_at", .value),
    ])

  /// The columns, and the status where only the history has it, in the order of `decode`.
  static let selection = """
    \(table.qualifiedNames), CASE WHEN outcomes.status_at IS NOT NULL THEN (
      SELECT told.status FROM status_changes AS told
      WHERE told.ride_identifier = outcomes.changes ->> '$[#-2]'
        AND told.sequence = CAST(outcomes.changes ->> '$[#-1]' AS INTEGER))
    END
    """

  static func encode(_ key: OutcomeKey, into rows: inout JSONRows) {
    rows.add(key.operation)
    rows.add(key.scope)
    rows.add(key.messageIdentifier)
  }

  /// - Parameter isSplit: Whether a status that the history has is left out.
  static func encode(_ outcome: StoredOutcome, isSplit: Bool, into rows: inout JSONRows) {
    let told = isSplit ? outcome.toldStatus : nil
    encode(outcome.key, into: &rows)
    rows.add(document: outcome.digest)
    rows.add(document: outcome.response, without: told)
    rows.add(document: TextList.encode(outcome.changes.flatMap(texts)))
    rows.add(document: TextList.encode(outcome.searches.map(\.rawValue)))
    rows.add(document: TextList.encode(outcome.payments))
    rows.add(outcome.storedAt.microseconds)
    rows.add(told?.lowerBound)
  }

  static func decode(_ row: inout SQLiteRow) throws(StoreError) -> StoredOutcome {
    var outcome = StoredOutcome(
      key: OutcomeKey(operation: row.text(), scope: row.text(), messageIdentifier: row.text()),
      digest: row.bytes(),
      response: row.bytes(),
      changes: try changes(in: &row),
      searches: try row.textList().map(RideIdentifier.init),
      payments: try row.textList(),
      storedAt: Instant(microseconds: row.integer()))
    let place = row.optionalInt()
    outcome.toldStatus = try row.putBack(at: place, into: &outcome.response)
    return outcome
  }

  /// A key is two texts of the list: the ride and the number.
  private static func texts(of key: StatusChangeKey) -> [String] {
    [key.rideIdentifier.rawValue, key.sequence.description]
  }

  private static func changes(in row: inout SQLiteRow) throws(StoreError) -> [StatusChangeKey] {
    let texts = try row.textList()
    guard texts.count.isMultiple(of: 2) else { throw row.damaged("a change without its number") }
    var keys: [StatusChangeKey] = []
    for index in stride(from: 0, to: texts.count, by: 2) {
      guard let sequence = Int(texts[index + 1]) else {
        throw row.damaged("no number of a change: \(texts[index + 1])")
      }
      keys.append(
        StatusChangeKey(rideIdentifier: RideIdentifier(texts[index]), sequence: sequence))
    }
    return keys
  }
}
