import Messages
import RideStore
import Rides

/// The rides that a batch asks for and the vehicles that drive them, read in at most five
/// statements; all are locked in a write transaction.
struct FoundRides {
  private let named: [RideIdentifier: RideRecord]
  private let current: [RiderIdentifier: RideRecord]
  private let vehicles: [VehicleIdentifier: VehicleRecord]
  private let quoter: Quoter
  private let now: Instant

  init(
    _ queries: [RideQuery], observed: [RideIdentifier] = [], in store: any RideStore,
    by quoter: Quoter, at now: Instant
  ) throws(StoreError) {
    self.quoter = quoter
    self.now = now
    let identifiers = Set(queries.compactMap(\.ride) + observed).sorted()
    let riders = Set(queries.filter { $0.ride == nil }.map(\.rider)).sorted()
    named = identifiers.isEmpty ? [:] : try store.rides(identifiers)
    current = try Self.current(of: riders, in: store, at: now)
    let used = Set((Array(named.values) + current.values).compactMap(\.vehicle)).sorted()
    vehicles = used.isEmpty ? [:] : try store.vehicles(used)
  }

  /// The current ride of each rider; a ride with a debt is answered until it is settled (rule A9).
  private static func current(
    of riders: [RiderIdentifier], in store: any RideStore, at now: Instant
  ) throws(StoreError) -> [RiderIdentifier: RideRecord] {
    let unfinished = riders.isEmpty ? [] : try store.unfinishedRides(of: riders)
    let found = Set(unfinished.map(\.riderIdentifier))
    let idle = riders.filter { !found.contains($0) }
    let owing = try Self.owing(of: idle, in: store)
    return Dictionary((unfinished + owing).map { ($0.riderIdentifier, $0) }) {
      $0.progress(at: now) < $1.progress(at: now) ? $1 : $0
    }
  }

  /// The rides with debts, read after they are locked: before, they may still be settled.
  private static func owing(
    of riders: [RiderIdentifier], in store: any RideStore
  ) throws(StoreError) -> [RideRecord] {
    let found = riders.isEmpty ? [] : try store.owingRides(of: riders).map(\.rideIdentifier)
    let locked = found.isEmpty ? [:] : try store.rides(found.sorted())
    return found.compactMap { locked[$0] }.filter { $0.obligation != nil }
  }

  /// The status that answers a query: of the ride asked for if it is the rider's own, or of the
  /// rider's current one; nil when there is none.
  func status(for query: RideQuery) throws(RequestError) -> RideStatus? {
    try record(for: query).map { (record) throws(RequestError) in try status(of: record) }
  }

  /// The status that answers a query as JSON, if it can be copied from the stored ride without
  /// decoding; else nil.
  func statusText(for query: RideQuery) -> [UInt8]? {
    guard let record = record(for: query) else { return nil }
    guard let vehicle = record.vehicle else {
      return RideStatusText.text(in: record.document, at: record.statusRange)
    }
    // Before the confirmation and after the end, the vehicle may be one that was only offered the
    // ride.
    guard record.phase != .received, !record.phase.isFinal else { return nil }
    guard let driving = vehicles[vehicle].flatMap({ driving($0, record) }) else {
      return RideStatusText.text(in: record.document, at: record.statusRange)
    }
    let leg = RideLeg(
      phase: record.phase, area: record.area, pickup: record.pickup, dropOff: nil,
      isScheduled: false, made: RideEstimates(pickup: nil, dropOff: nil))
    return RideStatusText.text(
      in: record.document, at: record.statusRange, driving: driving, on: leg
    ) { quoter.estimates(of: $0, driving, at: now) }
  }

  /// The vehicle at its current position, if it still drives the ride.
  private func driving(_ vehicle: VehicleRecord, _ record: RideRecord) -> Vehicle? {
    vehicle.ride == record.rideIdentifier ? vehicle.vehicle : nil
  }

  /// When the vehicle that drives a ride has last reported; nil where none drives it.
  func reportedAt(of record: RideRecord) -> Instant? {
    guard record.phase != .received, !record.phase.isFinal,
      let vehicle = record.vehicle.flatMap({ vehicles[$0] }), vehicle.ride == record.rideIdentifier
    else { return nil }
    return vehicle.updatedAt
  }

  /// The status of a ride of any rider; nil if there is no such ride.
  func status(of ride: RideIdentifier) throws(RequestError) -> RideStatus? {
    try named[ride].map { (record) throws(RequestError) in try status(of: record) }
  }

  private func status(of record: RideRecord) throws(RequestError) -> RideStatus {
    var status = try record.ride().status
    guard !status.phase.isFinal, let found = record.vehicle.flatMap({ vehicles[$0] }),
      let vehicle = driving(found, record)
    else { return status }
    // Where the vehicle is now, not where it was when the status last changed.
    status.vehicle = vehicle
    status.moveEstimates(area: record.area) { quoter.estimates(of: $0, vehicle, at: now) }
    return status
  }

  /// A ride of any rider as it is stored; nil if there is no such ride.
  func record(of ride: RideIdentifier) -> RideRecord? { named[ride] }

  /// The ride that a query is about, if it is the rider's own, or the rider's current one.
  func record(for query: RideQuery) -> RideRecord? {
    guard let ride = query.ride else { return current[query.rider] }
    return named[ride].flatMap { $0.riderIdentifier == query.rider ? $0 : nil }
  }
}

extension RideRecord {
  /// How current the ride is among those of its rider.
  fileprivate func progress(at now: Instant) -> RideProgress {
    RideProgress(phase: phase, searchFrom: waitingSince, createdAt: createdAt, at: now)
  }
}
