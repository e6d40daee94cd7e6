package import Rides

/// A ride as it is stored: the columns of queries, and the whole ride as a document.
package struct RideRecord: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var riderIdentifier: RiderIdentifier
  /// The place of the ride among the rider's unfinished ones, see `RiderSlots`; unique for a rider
  /// while the ride is unfinished, nil afterwards.
  ///
  /// This is what keeps two lanes from booking twice for one rider.
  package var slot: Int?
  package var sequence: Int
  /// The count of the ride's stored states, from 1: including those that are not sent to its rider
  /// and do not change `sequence`.
  package var revision: Int
  package var phase: RidePhase
  package var product: ProductKey
  /// The service area of the pickup.
  package var area: String
  package var partySize: Int?
  /// The committed or offered vehicle; nil while one is searched.
  package var vehicle: VehicleIdentifier?
  /// Whether the ride waits for a vehicle: `received` and none claimed.
  package var isWaiting: Bool
  package var pickup: Coordinate
  package var createdAt: Instant
  /// When the search for its vehicle began: the order of the waiting list.
  ///
  /// For a ride that is booked ahead this is later than `createdAt`, so that it does not overtake
  /// rides that have waited longer.
  package var waitingSince: Instant
  package var updatedAt: Instant
  /// When the ride next needs looking after, nil when only others can move it on.
  package var dueAt: Instant?
  /// What its rider still owes after it has ended.
  package var obligation: Obligation?
  /// Its payments that have not ended, or have failed.
  package var payments: [OpenPayment] = []
  /// The ride in UTF-8 JSON; only the handlers know its form.
  package var document: [UInt8]
  /// Where the document has, byte for byte, the status of the change of its `sequence`; nil where
  /// it has another, or where that is not known.
  ///
  /// A store may keep the status in the history alone. So the change is appended in the transaction
  /// that writes this.
  package var statusRange: Range<Int>?

  /// Makes a record of the given values; a ride waits for a vehicle from its creation on unless
  /// `waitingSince` differs.
  package init(
    rideIdentifier: RideIdentifier, riderIdentifier: RiderIdentifier, slot: Int?, sequence: Int,
    revision: Int = 1, phase: RidePhase, product: ProductKey, area: String, partySize: Int?,
    vehicle: VehicleIdentifier?, isWaiting: Bool, pickup: Coordinate, createdAt: Instant,
    waitingSince: Instant? = nil, updatedAt: Instant, dueAt: Instant? = nil,
    obligation: Obligation? = nil, document: [UInt8]
  ) {
    self.rideIdentifier = rideIdentifier
    self.riderIdentifier = riderIdentifier
    self.slot = slot
    self.sequence = sequence
    self.revision = revision
    self.phase = phase
    self.product = product
    self.area = area
    self.partySize = partySize
    self.vehicle = vehicle
    self.isWaiting = isWaiting
    self.pickup = pickup
    self.createdAt = createdAt
    self.waitingSince = waitingSince ?? createdAt
    self.updatedAt = updatedAt
    self.dueAt = dueAt
    self.obligation = obligation
    self.document = document
  }
}

/// A ride to be replaced, on the condition that no other session has changed it.
package struct RideUpdate: Hashable, Sendable {
  package var record: RideRecord
  /// The `revision` that the stored ride must still have.
  package var expectedRevision: Int

  /// The record gets the revision that follows the expected one.
  package init(record: RideRecord, expectedRevision: Int) {
    self.record = record
    self.record.revision = expectedRevision + 1
    self.expectedRevision = expectedRevision
  }
}

/// A ride that needs looking after.
package struct DueRide: Hashable, Sendable {
  package var rideIdentifier: RideIdentifier
  package var sequence: Int
  package var dueAt: Instant

  package init(rideIdentifier: RideIdentifier, sequence: Int, dueAt: Instant) {
    self.rideIdentifier = rideIdentifier
    self.sequence = sequence
    self.dueAt = dueAt
  }
}

/// That a rider owes something, for whichever ride.
package struct RiderObligation: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var obligation: Obligation

  package init(riderIdentifier: RiderIdentifier, obligation: Obligation) {
    self.riderIdentifier = riderIdentifier
    self.obligation = obligation
  }
}

/// A text that is stored without a part that is stored elsewhere.
package enum SplitText {
  /// The text with the part put back at its place.
  package static func join(_ rest: [UInt8], _ part: [UInt8], at place: Int) -> [UInt8]? {
    guard (0...rest.count).contains(place) else { return nil }
    var whole: [UInt8] = []
    whole.reserveCapacity(rest.count + part.count)
    whole += rest[..<place]
    whole += part
    whole += rest[place...]
    return whole
  }
}

extension RideRecord: RowDecodable {
  /// The table of the rides.
  package static let table = StoredTable(
    "rides",
    [
      ("ride_identifier", .text), ("rider_identifier", .text), ("slot", .integer),
      ("sequence", .integer), ("revision", .integer), ("phase", .text), ("product", .text),
      ("area", .text), ("party_size", .integer), ("vehicle_identifier", .text),
      ("is_waiting", .flag), ("pickup_latitude", .number), ("pickup_longitude", .number),
      ("created_at", .instant), ("waiting_since", .instant), ("updated_at", .instant),
      ("due_at", .instant), ("obligation", .text), ("payments", .text),
      ("payments_until", .instant), ("status_at", .integer), ("document", .document),
    ])

  /// Adds the columns of a ride to a set of rows, without a status that the history has.
  package func encode(into rows: inout some StoredRows) {
    rows.add(rideIdentifier.rawValue)
    rows.add(riderIdentifier.rawValue)
    rows.add(slot)
    rows.add(sequence)
    rows.add(revision)
    rows.add(phase.rawValue)
    rows.add(product.rawValue)
    rows.add(area)
    rows.add(partySize)
    rows.add(vehicle?.rawValue)
    rows.add(isWaiting)
    rows.add(pickup.latitude)
    rows.add(pickup.longitude)
    rows.add(createdAt)
    rows.add(waitingSince)
    rows.add(updatedAt)
    rows.add(dueAt)
    rows.add(obligation?.rawValue)
    rows.add(StoredPayments.text(payments, revision: revision))
    rows.add(StoredPayments.until(payments))
    rows.add(statusRange?.lowerBound)
    rows.add(document: document, without: statusRange)
  }

  /// Reads the columns of a ride, and the status where only the history has it.
  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      rideIdentifier: RideIdentifier(try row.text()),
      riderIdentifier: RiderIdentifier(try row.text()),
      slot: try row.optionalInt(),
      sequence: try row.int(),
      revision: try row.int(),
      phase: try row.word("phase"),
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
      obligation: row.skipNull() ? nil : try row.word("obligation"),
      document: [])
    payments = StoredPayments.payments(try row.optionalText(), revision: revision)
    _ = try row.optionalInstant()
    let place = try row.optionalInt()
    document = try row.bytes()
    statusRange = try row.putBack(at: place, into: &document)
  }
}

extension DueRide: RowDecodable {
  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      rideIdentifier: RideIdentifier(try row.text()), sequence: try row.int(),
      dueAt: try row.instant())
  }
}

extension RiderObligation: RowDecodable {
  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      riderIdentifier: RiderIdentifier(try row.text()), obligation: try row.word("obligation"))
  }
}
