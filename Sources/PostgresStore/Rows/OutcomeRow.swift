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
      ("stored_at", .instant),
    ])

  static func encode(_ key: OutcomeKey, into rows: inout PostgresRows) {
    rows.add(key.messageIdentifier)
    rows.add(key.scope)
    rows.add(key.operation)
  }

  static func encode(_ outcome: StoredOutcome, into rows: inout PostgresRows) {
    encode(outcome.key, into: &rows)
    rows.add(bytes: outcome.digest)
    rows.add(document: outcome.response)
    rows.add(list: outcome.changes.map(\.rideIdentifier.rawValue))
    rows.add(list: outcome.changes.map(\.sequence.description))
    rows.add(list: outcome.searches.map(\.rawValue))
    rows.add(list: outcome.payments)
    rows.add(outcome.storedAt)
  }

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> StoredOutcome {
    let (message, scope, operation) = (try row.text(), try row.text(), try row.text())
    return StoredOutcome(
      key: OutcomeKey(operation: operation, scope: scope, messageIdentifier: message),
      digest: try row.bytes(),
      response: try row.bytes(),
      changes: try changes(in: &row),
      searches: try row.texts().map(RideIdentifier.init),
      payments: try row.texts(),
      storedAt: try row.instant())
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
