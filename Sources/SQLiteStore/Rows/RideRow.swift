import RideStore
import Rides

/// A ride as a row of `rides`: the columns, and the two directions in their order.
enum RideRow {
  static let table = Table(
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
    \(table.qualifiedNames), CASE WHEN rides.status_at IS NOT NULL THEN (
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

extension SQLiteRow {
  /// Puts the status of the next column back into a text; returns its place in it, which is empty
  /// where the history lacks the status.
  mutating func putBack(
    at place: Int?, into text: inout [UInt8]
  ) throws(StoreError) -> Range<Int>? {
    let status = bytes()
    guard let place else { return nil }
    guard let whole = SplitText.join(text, status, at: place) else {
      throw damaged("no place \(place) for the status")
    }
    text = whole
    return place..<(place + status.count)
  }

  mutating func optionalInstant() -> Instant? {
    optionalInteger().map { Instant(microseconds: $0) }
  }

  mutating func optionalObligation() throws(StoreError) -> Obligation? {
    guard let name = optionalText() else { return nil }
    return try obligation(named: name)
  }

  mutating func obligation() throws(StoreError) -> Obligation { try obligation(named: text()) }

  private func obligation(named name: String) throws(StoreError) -> Obligation {
    guard let obligation = Obligation(rawValue: name) else {
      throw damaged("unknown obligation \(name)")
    }
    return obligation
  }

  mutating func phase() throws(StoreError) -> RidePhase {
    let name = text()
    guard let phase = RidePhase(rawValue: name) else { throw damaged("unknown phase \(name)") }
    return phase
  }

  mutating func coordinate() throws(StoreError) -> Coordinate {
    let latitude = double()
    let longitude = double()
    guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
      throw damaged("no such place as \(latitude), \(longitude)")
    }
    return point
  }

  mutating func textList() throws(StoreError) -> [String] { try textList(of: bytes()) }

  /// A list of products, decoded only where it is not known yet.
  mutating func products(_ lists: inout ProductLists) throws(StoreError) -> [ProductKey] {
    try lists.list(storedBytes()) { (json) throws(StoreError) in
      try textList(of: Array(json)).map(ProductKey.init)
    }
  }

  private func textList(of json: [UInt8]) throws(StoreError) -> [String] {
    guard let texts = TextList.decode(json) else {
      throw damaged("no list of texts: \(String(decoding: json, as: UTF8.self))")
    }
    return texts
  }
}
