package import RideStore
package import Rides

/// Reads the vehicles on duty: first all of them in pages, then only changed ones.
///
/// The transaction that wrote a row last, `xmin`, shows the changes; no clock is involved. The
/// position of a reading is the oldest transaction that was running at its start: a change that the
/// reading lacks was written by that one or a later one. So no change is missed, and a change may
/// be read twice. The next complete reading notices rows that were deleted by hand.
extension PostgresStore {
  package func refresh(
    _ roster: inout VehicleRoster, reportedAfter instant: Instant
  ) throws(StoreError) {
    // The position first: a change that is written between the two statements is read twice.
    let position = try read(Self.selectPosition, PostgresParameters()) {
      (row) throws(StoreError) in try row.integer()
    }
    let mark = position.first.flatMap { position in
      connectionNumber.map { VehicleRoster.Mark(source: $0, position: position) }
    }
    if let mark, let last = roster.mark(for: instant, of: mark.source),
      let changes = try changes(since: last, known: roster.entries.count)
    {
      roster.apply(changes, reportedAfter: instant, mark: mark)
    } else {
      roster = try whole(roster, reportedAfter: instant, mark: mark)
    }
  }

  /// What has changed, nil when it is so much that pages are better.
  private func changes(
    since mark: VehicleRoster.Mark, known: Int
  ) throws(StoreError) -> [VehicleRoster.Change]? {
    let limit = max(Self.pageSize, known / 2)
    let parameters = PostgresParameters(mark.position, Int64(limit))
    var lists = ProductLists()
    let changes = try read(Self.selectChangedVehicles, parameters) { (row) throws(StoreError) in
      try VehicleTable.change(&row, &lists)
    }
    return changes.count < limit ? changes : nil
  }

  private func whole(
    _ roster: VehicleRoster, reportedAfter instant: Instant, mark: VehicleRoster.Mark?
  ) throws(StoreError) -> VehicleRoster {
    var whole = roster.startOver()
    var lists = ProductLists()
    var last = ""
    while true {
      let parameters = PostgresParameters(instant.postgresBound, last, Int64(Self.pageSize))
      let rows = try read(Self.selectOnDuty, parameters) { (row) throws(StoreError) in
        let (entry, reportedAt) = try Supply.Entry.read(from: &row, &lists)
        whole.add(entry, reportedAt: reportedAt)
        return entry.vehicle
      }
      guard rows.count == Self.pageSize, let end = rows.last else { break }
      last = end.rawValue
    }
    return whole.finish(reportedAfter: instant, mark: mark)
  }

  /// The rows of a page: libpq keeps all of a result in memory, three times as large as its
  /// entries.
  static let pageSize = 1_000

  static let selectPosition = SQL(
    "tell the position", "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")

  /// No identifier is empty, so the empty text precedes all.
  static let selectOnDuty = SQL(
    "read vehicles on duty",
    """
    SELECT \(Supply.Entry.selection) FROM vehicles
    WHERE on_duty AND latitude IS NOT NULL AND updated_at > $1 AND vehicle_identifier > $2
    ORDER BY vehicle_identifier LIMIT $3
    """)

  /// Looks at each row once, where it lies.
  ///
  /// No index has the transaction of a row, since each report would have to update that index too.
  /// Ages are compared, since transaction numbers wrap around after four billion.
  static let selectChangedVehicles = SQL(
    "read changed vehicles",
    """
    SELECT \(VehicleTable.changeSelection) FROM vehicles
    WHERE age(vehicles.xmin) <= (SELECT age(($1 & 4294967295)::text::xid)) LIMIT $2
    """)
}
