import RideStore
import Rides

/// A dead letter as a row of `dead_letters`.
enum DeadLetterRow {
  static let table = Table(
    name: "dead_letters",
    columns: [
      ("letter_identifier", .text), ("revision", .bigint), ("queue", .text), ("state", .text),
      ("reason", .text), ("message", .text), ("path", .text), ("failed_at", .instant),
      ("worker", .text), ("type", .text), ("exchange", .text), ("message_identifier", .text),
      ("correlation_identifier", .text), ("rider_identifier", .text), ("ride_identifier", .text),
      ("vehicle_identifier", .text), ("stored_at", .instant), ("redrives", .bigint),
      ("redriven_at", .instant), ("replaced_by", .text), ("replaces", .text),
      ("properties", .text), ("body", .bytes),
    ])

  static func encode(_ letter: DeadLetterRecord, into rows: inout PostgresRows) {
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
    rows.add(letter.storedAt)
    rows.add(letter.redrives)
    rows.add(letter.redrivenAt)
    rows.add(letter.replacedBy?.rawValue)
    rows.add(letter.replaces?.rawValue)
    rows.add(document: letter.properties)
    rows.add(bytes: letter.body)
  }

  private static func encode(_ fault: DeadLetterRecord.Fault, into rows: inout PostgresRows) {
    rows.add(fault.reason)
    rows.add(fault.message)
    rows.add(fault.path)
    rows.add(fault.failedAt)
    rows.add(fault.worker)
  }

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> DeadLetterRecord {
    let (identifier, revision) = (DeadLetterIdentifier(try row.text()), try row.int())
    let queue = try row.text()
    let state = try state(in: &row)
    var letter = DeadLetterRecord(
      identifier: identifier, queue: queue, fault: try fault(in: &row),
      type: try row.optionalText(),
      exchange: try row.optionalText(), messageIdentifier: try row.optionalText(),
      correlationIdentifier: try row.optionalText(), subject: try subject(in: &row),
      storedAt: try row.instant(), properties: [], body: [], state: state,
      revision: revision, redrives: try row.int(), redrivenAt: try row.optionalInstant(),
      replacedBy: try row.optionalText().map { DeadLetterIdentifier($0) },
      replaces: try row.optionalText().map { DeadLetterIdentifier($0) })
    letter.properties = try row.bytes()
    letter.body = try row.bytes()
    return letter
  }

  static func group(in row: inout PostgresRow) throws(StoreError) -> DeadLetterGroup {
    DeadLetterGroup(
      reason: try row.text(), type: try row.optionalText(), path: try row.optionalText(),
      count: try row.int(),
      first: try row.instant(), last: try row.instant())
  }

  private static func state(
    in row: inout PostgresRow
  ) throws(StoreError) -> DeadLetterRecord.State {
    let text = try row.text()
    guard let state = DeadLetterRecord.State(rawValue: text) else {
      throw row.damaged("no state of a dead letter: \(text)")
    }
    return state
  }

  private static func fault(
    in row: inout PostgresRow
  ) throws(StoreError) -> DeadLetterRecord.Fault {
    DeadLetterRecord.Fault(
      reason: try row.text(), message: try row.text(), path: try row.optionalText(),
      failedAt: try row.instant(), worker: try row.optionalText())
  }

  private static func subject(
    in row: inout PostgresRow
  ) throws(StoreError) -> DeadLetterRecord.Subject {
    DeadLetterRecord.Subject(
      rider: try row.optionalText().map { RiderIdentifier($0) },
      ride: try row.optionalText().map { RideIdentifier($0) },
      vehicle: try row.optionalText().map { VehicleIdentifier($0) })
  }
}
