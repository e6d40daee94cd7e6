package import RideStore
package import Rides

/// A ride as a row of `rides`: the columns, and the two directions in their order.
enum RideTable {
  static let layout = TableLayout(
    name: "rides",
    columns: [
      ("ride_identifier", .value), ("rider_identifier", .value), ("slot", .value),
      ("sequence", .value), ("revision", .value), ("phase", .value), ("product", .value),
      ("area", .value),
      ("party_size", .value), ("vehicle_identifier", .value), ("is_waiting", .value),
      ("pickup_latitude", .value), ("pickup_longitude", .value), ("created_at", .value),
      ("waiting_since", .value), ("updated_at", .value), ("due_at", .value),
      ("obligation", .value), ("payments", .value), ("payments_until", .value),
      ("status_at", .value), ("document", .document),
    ])

  /// The columns, and the status where only the history has it, in the order of `decode`.
  static let selection = """
    \(layout.qualifiedNames), CASE WHEN rides.status_at IS NOT NULL THEN (
      SELECT told.status FROM status_changes AS told
      WHERE told.ride_identifier = rides.ride_identifier AND told.sequence = rides.sequence)
    END
    """

  /// - Parameter isSplit: Whether a status that the history has is left out.
  static func encode(_ ride: RideRecord, isSplit: Bool, into rows: inout JSONRows) {
    let told = isSplit ? ride.toldStatus : nil
    rows.add(ride.rideIdentifier.rawValue)
    rows.add(ride.riderIdentifier.rawValue)
    rows.add(ride.slot)
    rows.add(ride.sequence)
    rows.add(ride.revision)
    rows.add(ride.phase.rawValue)
    rows.add(ride.product.rawValue)
    rows.add(ride.area)
    rows.add(ride.partySize)
    rows.add(ride.vehicle?.rawValue)
    rows.add(ride.isWaiting)
    rows.add(ride.pickup.latitude)
    rows.add(ride.pickup.longitude)
    rows.add(ride.createdAt.microseconds)
    rows.add(ride.waitingSince.microseconds)
    rows.add(ride.updatedAt.microseconds)
    rows.add(ride.dueAt?.microseconds)
    rows.add(ride.obligation?.rawValue)
    rows.add(StoredPayments.text(ride.payments, revision: ride.revision))
    rows.add(StoredPayments.until(ride.payments)?.microseconds)
    rows.add(told?.lowerBound)
    rows.add(document: ride.document, without: told)
  }

  static func decode(_ row: inout SQLiteRow) throws(StoreError) -> RideRecord {
    var ride = RideRecord(
      rideIdentifier: RideIdentifier(row.text()),
      riderIdentifier: RiderIdentifier(row.text()),
      slot: row.optionalInt(),
      sequence: row.int(),
      revision: row.int(),
      phase: try row.phase(),
      product: ProductKey(row.text()),
      area: row.text(),
      partySize: row.optionalInt(),
      vehicle: row.optionalText().map(VehicleIdentifier.init),
      isWaiting: row.bool(),
      pickup: try row.coordinate(),
      createdAt: Instant(microseconds: row.integer()),
      waitingSince: Instant(microseconds: row.integer()),
      updatedAt: Instant(microseconds: row.integer()),
      dueAt: row.optionalInstant(),
      obligation: try row.optionalObligation(),
      document: [])
    ride.payments = StoredPayments.payments(row.optionalText(), revision: ride.revision)
    _ = row.optionalInteger()
    let place = row.optionalInt()
    ride.document = row.bytes()
    ride.toldStatus = try row.putBack(at: place, into: &ride.document)
    return ride
  }
}

extension SQLiteStore {
  package func rides(
    _ identifiers: [RideIdentifier]
  ) throws(StoreError) -> [RideIdentifier: RideRecord] {
    if identifiers.isEmpty { return [:] }
    let keys = JSONRows(keys: identifiers.lazy.map(\.rawValue))
    let rows = try read(Self.selectRides, keys, decode: RideTable.decode)
    return rows.keyed(by: \.rideIdentifier)
  }

  package func unfinishedRides(of riders: [RiderIdentifier]) throws(StoreError) -> [RideRecord] {
    if riders.isEmpty { return [] }
    let keys = JSONRows(keys: riders.lazy.map(\.rawValue))
    return try read(Self.selectUnfinished, keys, decode: RideTable.decode)
  }

  package func insert(_ rides: [RideRecord]) throws(StoreError) {
    if rides.isEmpty { return }
    let isSplit = try storesStatusesOnce()
    let rows = JSONRows(rides) { RideTable.encode($0, isSplit: isSplit, into: &$1) }
    try write(Self.insertRides, rows, expecting: rides.count)
  }

  package func update(_ rides: [RideUpdate]) throws(StoreError) {
    if rides.isEmpty { return }
    let isSplit = try storesStatusesOnce()
    let rows = JSONRows(rides) { update, rows in
      RideTable.encode(update.record, isSplit: isSplit, into: &rows)
      rows.add(update.expectedRevision)
    }
    try write(Self.updateRides, rows, expecting: rides.count)
  }

  private static let selectRides = SQL(
    "read rides",
    """
    SELECT \(RideTable.selection)
    FROM json_each(?1) AS wanted CROSS JOIN rides ON rides.ride_identifier = wanted.value
    """)

  /// A rider named twice would give each ride twice, hence `IN`.
  private static let selectUnfinished = SQL(
    "read unfinished rides",
    """
    SELECT \(RideTable.selection) FROM rides
    WHERE rider_identifier IN (SELECT value FROM json_each(?1)) AND slot IS NOT NULL
    ORDER BY ride_identifier
    """)

  private static let insertRides = SQL("insert rides", RideTable.layout.insert)

  private static let updateRides = SQL(
    "update rides",
    """
    UPDATE rides SET \(RideTable.layout.assignments) FROM json_each(?1)
    WHERE ride_identifier = value ->> 0 AND revision = value ->> \(RideTable.layout.places)
    """)
}
