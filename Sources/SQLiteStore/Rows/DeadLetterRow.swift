import RideStore
import Rides

/// A dead letter as a row of `dead_letters`.
enum DeadLetterRow {
  static let table = Table(
    name: "dead_letters",
    columns: [
      ("letter_identifier", .value), ("revision", .value), ("queue", .value), ("state", .value),
      ("reason", .value), ("message", .value), ("path", .value), ("failed_at", .value),
      ("worker", .value), ("type", .value), ("exchange", .value), ("message_identifier", .value),
      ("correlation_identifier", .value), ("rider_identifier", .value),
      ("ride_identifier", .value), ("vehicle_identifier", .value), ("stored_at", .value),
      ("redrives", .value), ("redriven_at", .value), ("replaced_by", .value),
      ("replaces", .value), ("properties", .document), ("body", .blob),
    ])

  static func encode(_ letter: DeadLetterRecord, into rows: inout JSONRows) {
    rows.add(letter.identifier.rawValue)
    rows.add(letter.revision)
    rows.add(letter.queue)
    rows.add(letter.state.rawValue)
    encode(letter.fault, into: &rows)
    rows.add(letter.type)
    rows.add(letter.exchange)
    rows.add(letter.messageIdentifier)
    rows.add(letter.correlationIdentifier)
    rows.add(letter.subject.rider?.rawValue)
    rows.add(letter.subject.ride?.rawValue)
    rows.add(letter.subject.vehicle?.rawValue)
    rows.add(letter.storedAt.microseconds)
    rows.add(letter.redrives)
    rows.add(letter.redrivenAt?.microseconds)
    rows.add(letter.replacedBy?.rawValue)
    rows.add(letter.replaces?.rawValue)
    rows.add(document: letter.properties)
    rows.add(document: letter.body)
  }

  private static func encode(_ fault: DeadLetterRecord.Fault, into rows: inout JSONRows) {
    rows.add(fault.reason)
    rows.add(fault.message)
    rows.add(fault.path)
    rows.add(fault.failedAt.microseconds)
    rows.add(fault.worker)
  }

  static func decode(_ row: inout SQLiteRow) throws(StoreError) -> DeadLetterRecord {
    let (identifier, revision) = (DeadLetterIdentifier(row.text()), row.int())
    let queue = row.text()
    let state = try state(in: &row)
    var letter = DeadLetterRecord(
      identifier: identifier, queue: queue, fault: fault(in: &row), type: row.optionalText(),
      exchange: row.optionalText(), messageIdentifier: row.optionalText(),
      correlationIdentifier: row.optionalText(), subject: subject(in: &row),
      storedAt: Instant(microseconds: row.integer()), properties: [], body: [], state: state,
      revision: revision, redrives: row.int(), redrivenAt: row.optionalInstant(),
      replacedBy: row.optionalText().map { DeadLetterIdentifier($0) },
      replaces: row.optionalText().map { DeadLetterIdentifier($0) })
    letter.properties = row.bytes()
    letter.body = row.bytes()
    return letter
  }

  static func group(in row: inout SQLiteRow) -> DeadLetterGroup {
    DeadLetterGroup(
      reason: row.text(), type: row.optionalText(), path: row.optionalText(), count: row.int(),
      first: Instant(microseconds: row.integer()), last: Instant(microseconds: row.integer()))
  }

  private static func state(
    in row: inout SQLiteRow
  ) throws(StoreError) -> DeadLetterRecord.State {
    let text = row.text()
    guard let state = DeadLetterRecord.State(rawValue: text) else {
      throw row.damaged("no state of a dead letter: \(text)")
    }
    return state
  }

  private static func fault(in row: inout SQLiteRow) -> DeadLetterRecord.Fault {
    DeadLetterRecord.Fault(
      reason: row.text(), message: row.text(), path: row.optionalText(),
      failedAt: Instant(microseconds: row.integer()), worker: row.optionalText())
  }

  private static func subject(in row: inout SQLiteRow) -> DeadLetterRecord.Subject {
    DeadLetterRecord.Subject(
      rider: row.optionalText().map { RiderIdentifier($0) },
      ride: row.optionalText().map { RideIdentifier($0) },
      vehicle: row.optionalText().map { VehicleIdentifier($0) })
  }
}
