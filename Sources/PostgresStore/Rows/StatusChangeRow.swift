import RideStore
import Rides

/// A status change as a row of `status_changes`.
enum StatusChangeRow {
  static let table = Table(
    name: "status_changes",
    columns: [
      ("ride_identifier", .text), ("sequence", .bigint), ("phase", .text),
      ("occurred_at", .instant), ("status", .text), ("traceparent", .text), ("tracestate", .text),
    ])

  static func encode(_ key: StatusChangeKey, into rows: inout PostgresRows) {
    rows.add(key.rideIdentifier.rawValue)
    rows.add(key.sequence)
  }

  static func encode(_ change: StatusChange, into rows: inout PostgresRows) {
    encode(change.key, into: &rows)
    rows.add(change.phase.rawValue)
    rows.add(change.occurredAt)
    rows.add(document: change.status)
    rows.add(change.traceparent)
    rows.add(change.tracestate)
  }

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> StatusChange {
    StatusChange(
      key: StatusChangeKey(
        rideIdentifier: RideIdentifier(try row.text()), sequence: try row.int()),
      phase: try row.phase(),
      occurredAt: try row.instant(),
      status: try row.bytes(),
      traceparent: try row.optionalText(),
      tracestate: try row.optionalText())
  }
}
