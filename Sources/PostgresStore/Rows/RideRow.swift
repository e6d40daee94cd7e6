import RideStore
import Rides

/// A ride as a row of `rides`: the columns, and the two directions in their order.
enum RideRow {
  static let table = Table(
    name: "rides",
    columns: [
      ("ride_identifier", .text), ("rider_identifier", .text), ("slot", .bigint),
      ("sequence", .bigint), ("revision", .bigint), ("phase", .text), ("product", .text),
      ("area", .text), ("party_size", .bigint), ("vehicle_identifier", .text),
      ("is_waiting", .boolean), ("pickup_latitude", .double), ("pickup_longitude", .double),
      ("created_at", .instant), ("waiting_since", .instant), ("updated_at", .instant),
      ("due_at", .instant), ("obligation", .text), ("payments", .text),
      ("payments_until", .instant), ("status_at", .bigint), ("document", .text),
    ])

  /// The columns of a row that is called `name`, and its status where only the history has it.
  static func selection(of name: String) -> String {
    let columns = table.columns.map { "\(name).\($0.name)" }.joined(separator: ", ")
    return """
      \(columns), CASE WHEN \(name).status_at IS NOT NULL THEN (
        SELECT told.status FROM status_changes AS told
        WHERE told.ride_identifier = \(name).ride_identifier AND told.sequence = \(name).sequence)
      END
      """
  }

  /// The columns of `rides` and the status, in the order of `decode`.
  static let selection = selection(of: table.name)

  /// - Parameter isSplit: Whether a status that the history has is left out.
  static func encode(_ ride: RideRecord, isSplit: Bool, into rows: inout PostgresRows) {
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
    rows.add(ride.createdAt)
    rows.add(ride.waitingSince)
    rows.add(ride.updatedAt)
    rows.add(ride.dueAt)
    rows.add(ride.obligation?.rawValue)
    rows.add(StoredPayments.text(ride.payments, revision: ride.revision))
    rows.add(StoredPayments.until(ride.payments))
    rows.add(told?.lowerBound)
    rows.add(document: ride.document, without: told)
  }

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> RideRecord {
    var ride = RideRecord(
      rideIdentifier: RideIdentifier(try row.text()),
      riderIdentifier: RiderIdentifier(try row.text()),
      slot: try row.optionalInt(),
      sequence: try row.int(),
      revision: try row.int(),
      phase: try row.phase(),
      product: ProductKey(try row.text()),
      area: try row.text(),
      partySize: try row.optionalInt(),
      vehicle: try row.optionalText().map(VehicleIdentifier.init),
      isWaiting: try row.bool(),
      pickup: try row.coordinate(),
      createdAt: try row.instant(),
      waitingSince: try row.instant(),
      updatedAt: try row.instant(),
      dueAt: try row.optionalInstant(),
      obligation: try row.optionalObligation(),
      document: [])
    ride.payments = StoredPayments.payments(try row.optionalText(), revision: ride.revision)
    _ = try row.optionalInstant()
    let place = try row.optionalInt()
    ride.document = try row.bytes()
    ride.toldStatus = try row.putBack(at: place, into: &ride.document)
    return ride
  }
}

extension PostgresRow {
  /// Puts the status of the next column back into a text; returns its place in it.
  ///
  /// Where the column is NULL the place is empty, and `PostgresStore.whole` reads the status again.
  mutating func putBack(
    at place: Int?, into text: inout [UInt8]
  ) throws(StoreError) -> Range<Int>? {
    let status = try optionalBytes() ?? []
    guard let place else { return nil }
    guard let whole = SplitText.join(text, status, at: place) else {
      throw damaged("no place \(place) for the status")
    }
    text = whole
    return place..<(place + status.count)
  }

  mutating func optionalObligation() throws(StoreError) -> Obligation? {
    guard let name = try optionalText() else { return nil }
    return try obligation(named: name)
  }

  mutating func obligation() throws(StoreError) -> Obligation {
    try obligation(named: try text())
  }

  private func obligation(named name: String) throws(StoreError) -> Obligation {
    guard let obligation = Obligation(rawValue: name) else {
      throw damaged("unknown obligation \(name)")
    }
    return obligation
  }

  mutating func phase() throws(StoreError) -> RidePhase {
    let name = try text()
    guard let phase = RidePhase(rawValue: name) else { throw damaged("unknown phase \(name)") }
    return phase
  }

  mutating func coordinate() throws(StoreError) -> Coordinate {
    try coordinate(latitude: try double(), longitude: try double())
  }

  func coordinate(latitude: Double, longitude: Double) throws(StoreError) -> Coordinate {
    guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
      throw damaged("no such place as \(latitude), \(longitude)")
    }
    return point
  }
}
