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
    ])

  static func encode(_ key: OutcomeKey, into rows: inout JSONRows) {
    rows.add(key.operation)
    rows.add(key.scope)
    rows.add(key.messageIdentifier)
  }

  static func encode(_ outcome: StoredOutcome, into rows: inout JSONRows) {
    encode(outcome.key, into: &rows)
    rows.add(document: outcome.digest)
    rows.add(document: outcome.response)
    rows.add(document: TextList.encode(outcome.changes.flatMap(texts)))
    rows.add(document: TextList.encode(outcome.searches.map(\.rawValue)))
    rows.add(document: TextList.encode(outcome.payments))
    rows.add(outcome.storedAt.microseconds)
  }

  static func decode(_ row: inout SQLiteRow) throws(StoreError) -> StoredOutcome {
    StoredOutcome(
      key: OutcomeKey(operation: row.text(), scope: row.text(), messageIdentifier: row.text()),
      digest: row.bytes(),
      response: row.bytes(),
      changes: try changes(in: &row),
      searches: try row.textList().map(RideIdentifier.init),
      payments: try row.textList(),
      storedAt: Instant(microseconds: row.integer()))
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
