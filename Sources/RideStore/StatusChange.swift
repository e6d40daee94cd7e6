package import Rides

/// A ride, and the number of its change.
package struct StatusChangeKey: Hashable, Comparable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var sequence: Int

  package init(rideIdentifier: RideIdentifier, sequence: Int) {
    self.rideIdentifier = rideIdentifier
    self.sequence = sequence
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.rideIdentifier, left.sequence) < (right.rideIdentifier, right.sequence)
  }
}

/// One change of a ride's status, kept for ever: the ride's history, and the source of its event.
package struct StatusChange: Hashable, Sendable {
  package var key: StatusChangeKey
  package var phase: RidePhase
  package var occurredAt: Instant
  /// The whole ride status after the change, in UTF-8 JSON: the `data` of the event.
  package var status: [UInt8]
  /// W3C trace context of the message that caused the change.
  package var traceparent: String?
  package var tracestate: String?

  package init(
    key: StatusChangeKey, phase: RidePhase, occurredAt: Instant, status: [UInt8],
    traceparent: String?, tracestate: String?
  ) {
    self.key = key
    self.phase = phase
    self.occurredAt = occurredAt
    self.status = status
    self.traceparent = traceparent
    self.tracestate = tracestate
  }
}

extension StatusChangeKey: RowEncodable {
  package func encode(into rows: inout some StoredRows) {
    rows.add(rideIdentifier.rawValue)
    rows.add(sequence)
  }
}

extension StatusChange: RowEncodable, RowDecodable {
  /// The table of the changes.
  package static let table = StoredTable(
    "status_changes",
    [
      ("ride_identifier", .text), ("sequence", .integer), ("phase", .text),
      ("occurred_at", .instant), ("status", .document), ("traceparent", .text),
      ("tracestate", .text),
    ])

  package func encode(into rows: inout some StoredRows) {
    key.encode(into: &rows)
    rows.add(phase.rawValue)
    rows.add(occurredAt)
    rows.add(document: status)
    rows.add(traceparent)
    rows.add(tracestate)
  }

  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      key: StatusChangeKey(rideIdentifier: RideIdentifier(try row.text()), sequence: try row.int()),
      phase: try row.word("phase"), occurredAt: try row.instant(), status: try row.bytes(),
      traceparent: try row.optionalText(), tracestate: try row.optionalText())
  }
}
