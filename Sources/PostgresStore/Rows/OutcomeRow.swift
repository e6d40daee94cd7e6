import RideStore
import Rides

/// An outcome as a row of `outcomes`.
enum OutcomeRow {
  static let table = Table(
    name: "outcomes",
    columns: [
      ("message_identifier", .text), ("scope", .text), ("operation", .text),
      ("digest", .bytes), ("response", .text), ("changed_rides", .texts),
      ("changed_sequences", .bigints), ("searches", .texts), ("payments", .texts),
      ("stored_at", .instant), ("status_at", .bigint),
    ])

  /// The columns of `outcomes`, and the status where only the history has it, in the order of
  /// `decode`.
  static let selection = """
    \(table.qualifiedNames), CASE WHEN status_at IS NOT NULL THEN (
      SELECT told.status FROM status_changes AS told
      WHERE told.ride_identifier = changed_rides[cardinality(changed_rides)]
        AND told.sequence = changed_sequences[cardinality(changed_sequences)])
    END
    """

  static func encode(_ key: OutcomeKey, into rows: inout PostgresRows) {
    rows.add(key.messageIdentifier)
    rows.add(key.scope)
    rows.add(key.operation)
  }

  /// - Parameter isSplit: Whether a status that the history has is left out.
  static func encode(_ outcome: StoredOutcome, isSplit: Bool, into rows: inout PostgresRows) {
    let told = isSplit ? outcome.toldStatus : nil
    encode(outcome.key, into: &rows)
    rows.add(bytes: outcome.digest)
    rows.add(document: outcome.response, without: told)
    rows.add(list: outcome.changes.map(\.rideIdentifier.rawValue))
    rows.add(list: outcome.changes.map(\.sequence.description))
    rows.add(list: outcome.searches.map(\.rawValue))
    rows.add(list: outcome.payments)
    rows.add(outcome.storedAt)
    rows.add(told?.lowerBound)
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
    outcome.toldStatus = try row.putBack(at: place, into: &outcome.response)
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
