import RideStore
import Rides

/// A status change as a row of `status_changes`.
enum StatusChangeRow {
  static let table = Table(
    name: "status_changes",
    columns: [
      ("ride_identifier", .value), ("sequence", .value), ("phase", .value),
      ("occurred_at", .value), ("status", .document), ("traceparent", .value),
      ("tracestate", .value),
    ])

  static func encode(_ change: StatusChange, into rows: inout JSONRows) {
    rows.add(change.key.rideIdentifier.rawValue)
    rows.add(change.key.sequence)
    rows.add(change.phase.rawValue)
    rows.add(change.occurredAt.microseconds)
    rows.add(document: change.status)
    rows.add(change.traceparent)
    rows.add(change.tracestate)
  }

  static func decode(_ row: inout SQLiteRow) throws(StoreError) -> StatusChange {
    StatusChange(
      key: StatusChangeKey(rideIdentifier: RideIdentifier(row.text()), sequence: row.int()),
      phase: try row.phase(),
      occurredAt: Instant(microseconds: row.integer()),
      status: row.bytes(),
      traceparent: row.optionalText(),
      tracestate: row.optionalText())
  }
}
