package import RideStore
package import Rides

/// What is read of a ride as a row of `rides`.
enum RideTable {
  /// The columns of a row that is called `name`, and its status where only the history has it.
  static func selection(of name: String) -> String {
    """
    \(RideRecord.table.names(of: name)), CASE WHEN \(name).status_at IS NOT NULL THEN (
      SELECT change.status FROM status_changes AS change
      WHERE change.ride_identifier = \(name).ride_identifier
        AND change.sequence = \(name).sequence)
    END
    """
  }

  /// The columns of `rides` and the status, in the order of `decode`.
  static let selection = selection(of: "rides")
}

extension PostgresStore {
  package func rides(
    _ identifiers: [RideIdentifier]
  ) throws(StoreError) -> [RideIdentifier: RideRecord] {
    try whole(read(Self.selectRides, PostgresRows(of: identifiers))).keyed(by: \.rideIdentifier)
  }

  package func unfinishedRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    try whole(read(Self.selectUnfinished, PostgresRows(of: riders)))
  }

  package func insert(_ rides: [RideRecord]) throws(StoreError) {
    if rides.isEmpty { return }
    // Sorted by rider: two sessions that occupy slots of the same riders do it in the same order,
    // so that neither waits for the other in a circle. The indexes are sorted, since a record is
    // expensive to move.
    let order = rides.indices.sorted { left, right in
      rides[left].riderIdentifier == rides[right].riderIdentifier
        ? rides[left].rideIdentifier < rides[right].rideIdentifier
        : rides[left].riderIdentifier < rides[right].riderIdentifier
    }
    try write(
      Self.insertRides,
      PostgresRows(RideRecord.table.columns, order.lazy.map { rides[$0] }) { ride, rows in
        ride.encode(into: &rows)
      })
  }

  package func update(_ rides: [RideUpdate]) throws(StoreError) {
    if rides.isEmpty { return }
    let sorted = rides.sorted { $0.record.rideIdentifier < $1.record.rideIdentifier }
    let rows = PostgresRows(Self.updateColumns, sorted) { update, rows in
      update.record.encode(into: &rows)
      rows.add(update.expectedRevision)
    }
    try write(Self.updateRides, rows)
  }

  /// Reads the status again of rides that another session changed while their statement waited.
  ///
  /// A statement that waits for a row reads its newest state, but other tables as of its own start:
  /// a ride that another session has just changed is returned without its status.
  func whole(_ rides: [RideRecord]) throws(StoreError) -> [RideRecord] {
    let cut = rides.indices.filter { rides[$0].statusRange?.isEmpty == true }
    if cut.isEmpty { return rides }
    func key(_ ride: RideRecord) -> StatusChangeKey {
      StatusChangeKey(rideIdentifier: ride.rideIdentifier, sequence: ride.sequence)
    }
    let changes = try statusChanges(cut.map { key(rides[$0]) })
    var rides = rides
    for index in cut {
      // A text that lacks its status cannot be read as a ride, and keeps no other from being read.
      guard let status = changes[key(rides[index])]?.status,
        let place = rides[index].statusRange?.lowerBound,
        let whole = SplitText.join(rides[index].document, status, at: place)
      else { continue }
      rides[index].document = whole
      rides[index].statusRange = place..<(place + status.count)
    }
    return rides
  }
}

extension PostgresStore {
  static let selectRides = Lockable(
    "rides",
    """
    SELECT \(RideTable.selection) FROM rides
    WHERE ride_identifier = ANY ($1) ORDER BY ride_identifier
    """)

  static let selectUnfinished = Lockable(
    "unfinished rides",
    """
    SELECT \(RideTable.selection) FROM rides
    WHERE rider_identifier = ANY ($1) AND slot IS NOT NULL ORDER BY ride_identifier
    """)

  static let insertRides = SQL("insert rides", RideRecord.table.insert)

  private static let updateColumns = RideRecord.table.columns + [("expected_revision", .integer)]

  static let updateRides = SQL(
    "update rides",
    """
    WITH written AS (
      UPDATE rides SET \(RideRecord.table.assignments)
      FROM \(StoredTable.given(updateColumns))
      WHERE rides.ride_identifier = ANY ($1) AND rides.ride_identifier = given.ride_identifier
        AND rides.revision = given.expected_revision
      RETURNING 1)
    SELECT livery_expect(count(*), cardinality($1)) FROM written
    """)
}
