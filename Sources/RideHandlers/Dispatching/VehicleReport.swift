import Messages
import RideStore
import Rides

/// Merges a report of a vehicle into its record.
enum VehicleReport {
  /// The vehicle after an update, why its position decides nothing, if so, and whether that makes
  /// the vehicle suspect.
  typealias Merged = (vehicle: VehicleRecord, flaw: Fix.Flaw?, isSuspect: Bool)

  /// What comes of an update; nil if it is older than the record.
  ///
  /// The first update of a vehicle needs its duty, products, capacity and position; later ones may
  /// leave out unchanged values. A position that decides nothing leaves the vehicle where it was:
  /// also one that needs more than `speed`, in meters per second.
  ///
  /// - Parameter isPosition: Whether it is a report that may be lost: one of a vehicle without a
  ///   record changes nothing.
  static func merged(
    _ update: VehicleUpdate, isPosition: Bool = false, into known: VehicleRecord?, speed: Int,
    at now: Instant
  ) throws(RequestError) -> Merged? {
    try checkTexts(update)
    try checkSequence(update, now)
    guard let known else {
      return isPosition ? nil : try first(update, speed: speed, at: now)
    }
    guard var count = VehicleCount(update, isPosition: isPosition, after: known) else { return nil }
    var update = update
    // A position that was reported since has come first, by its own queue.
    if count.hasNewerPosition { (update.location, update.odometer) = (nil, nil) }
    // The record was found by the identifier, `move` takes location, course and time, and `count`
    // the sequence and the accuracy.
    let (
      _, _, onDuty, products, capacity, _, _, _, _, odometer, registrationPlate, manufacturer,
      model, mapAnnotationImage, driver, extras, _
    ) = update.members
    var vehicle = known
    vehicle.sequence = count.sequence
    vehicle.onDuty = onDuty ?? known.onDuty
    vehicle.products = products ?? known.products
    vehicle.capacity = capacity ?? known.capacity
    vehicle.registrationPlate = registrationPlate ?? known.registrationPlate
    vehicle.manufacturer = manufacturer ?? known.manufacturer
    vehicle.model = model ?? known.model
    vehicle.mapAnnotationImage = mapAnnotationImage ?? known.mapAnnotationImage
    vehicle.driver = driver ?? known.driver
    vehicle.extras = extras ?? known.extras
    let flaw = vehicle.move(by: update, after: known.settledFix, speed: speed, at: now)
    vehicle.measure(since: known, odometer: odometer, speed: speed, at: now)
    if count.note(flaw, of: update, at: now) { vehicle.updatedAt = now }
    count.noteAccuracy(of: update, of: vehicle)
    vehicle.conduct = count.text
    return (vehicle, flaw, flaw != nil && count.isSuspect)
  }

  /// Whether an update is newer than a record.
  static func isNewer(
    _ update: VehicleUpdate, isPosition: Bool, than known: VehicleRecord
  ) -> Bool {
    VehicleCount(update, isPosition: isPosition, after: known) != nil
  }

  private static func first(
    _ update: VehicleUpdate, speed: Int, at now: Instant
  ) throws(RequestError) -> Merged {
    guard let onDuty = update.onDuty else { throw missing("onDuty") }
    guard let products = update.products else { throw missing("products") }
    guard let capacity = update.capacity else { throw missing("capacity") }
    guard update.location != nil else { throw missing("location") }
    var vehicle = VehicleRecord(
      vehicleIdentifier: update.vehicleIdentifier, sequence: update.sequence, onDuty: onDuty,
      products: products, capacity: capacity, location: nil, course: nil,
      registrationPlate: update.registrationPlate, manufacturer: update.manufacturer,
      model: update.model, mapAnnotationImage: update.mapAnnotationImage, driver: update.driver,
      ride: nil, updatedAt: now, extras: update.extras ?? [])
    let flaw = vehicle.move(by: update, after: nil, speed: speed, at: now)
    var count = VehicleCount(first: update)
    _ = count.note(flaw, of: update, at: now)
    count.noteAccuracy(of: update, of: vehicle)
    vehicle.conduct = count.text
    return (vehicle, flaw, flaw != nil && count.isSuspect)
  }

  /// Refuses a sequence that is too large for a counter or a clock, and a count that has yet to
  /// begin: no later report could be newer.
  ///
  /// A clock may be the counter, so the limit is the microseconds since 1970, plus an hour for a
  /// clock that is fast.
  private static func checkSequence(_ update: VehicleUpdate, _ now: Instant) throws(RequestError) {
    let largest = now.advanced(bySeconds: 3_600)
    if let from = update.countsFrom, from > largest {
      throw RequestError(
        .outOfRange,
        "expected a count that has begun, or does within an hour, got one from "
          + from.rfc3339, path: "countsFrom")
    }
    guard update.sequence > largest.microseconds else { return }
    throw RequestError(
      .outOfRange,
      "expected at most the microseconds since 1970 and an hour, got \(update.sequence)",
      path: "sequence")
  }

  /// Refuses values that the store cannot keep and that would fail the whole batch.
  private static func checkTexts(_ update: VehicleUpdate) throws(RequestError) {
    let texts = [
      ("registrationPlate", update.registrationPlate), ("manufacturer", update.manufacturer),
      ("model", update.model), ("driver.name", update.driver?.name),
      ("driver.rating", update.driver?.rating), ("driver.phoneNumber", update.driver?.phoneNumber),
    ]
    for (path, text) in texts where text?.utf8.contains(0) == true {
      throw RequestError(
        .outOfRange, "expected no character U+0000, got a text with some", path: path)
    }
  }

  private static func missing(_ field: String) -> RequestError {
    RequestError(.missingField, "the first update of a vehicle needs \(field)", path: field)
  }
}

extension VehicleUpdate {
  /// The same as an update that says nothing else.
  init(_ position: VehiclePosition) {
    let (
      vehicleIdentifier, sequence, location, course, locatedAt, accuracyMetres, odometer, countsFrom
    ) = position.members
    self.init(
      vehicleIdentifier: vehicleIdentifier, sequence: sequence, location: location, course: course,
      locatedAt: locatedAt, accuracyMetres: accuracyMetres, odometer: odometer,
      countsFrom: countsFrom)
  }
}

extension VehicleRecord {
  /// The way that the vehicle has driven in a ride; nil unless it is measured.
  func way(of ride: RideIdentifier) -> DrivenWay? {
    guard let way = driven.flatMap(DrivenWayCoding.decode), way.ride == ride else { return nil }
    return way
  }

  /// The stay of the vehicle at the pickup of a ride; nil unless it is watched.
  func stay(of ride: RideIdentifier) -> PickupStay? {
    guard let stay = driven.flatMap(PickupStayCoding.decode), stay.ride == ride else { return nil }
    return stay
  }

  /// Adds a new plausible position to the way, or to the stay, of a ride that is measured.
  fileprivate mutating func measure(
    since known: VehicleRecord, odometer: Double?, speed: Int, at now: Instant
  ) {
    guard driven != nil else { return }
    guard let ride else { return driven = nil }
    guard let fix = vehicle.fix, fix != known.vehicle.fix else { return }
    if var way = way(of: ride) {
      way.add(fix, odometer: odometer, speed: speed)
      driven = DrivenWayCoding.encode(way)
    } else if var stay = stay(of: ride) {
      stay.add(fix, at: now)
      driven = PickupStayCoding.encode(stay)
    } else {
      driven = nil
    }
  }

  /// The newest plausible fix; nil where a vehicle without a ride may have been moved since,
  /// because it was off duty.
  fileprivate var settledFix: Fix? { onDuty || ride != nil ? vehicle.fix : nil }

  /// Moves the vehicle to the position of an update; returns why it stays, if so.
  ///
  /// The time of a position is at most now and never before that of the last one, whatever the
  /// vehicle's clock shows.
  fileprivate mutating func move(
    by update: VehicleUpdate, after last: Fix?, speed: Int, at now: Instant
  ) -> Fix.Flaw? {
    guard let location = update.location else { return nil }
    let fix = Fix(location: location, at: min(update.locatedAt ?? now, now))
    if let flaw = fix.flaw(after: last, speed: speed, at: now) { return flaw }
    guard fix.moves(from: last, speed: speed, at: now) else { return nil }
    self.location = location
    course = update.course
    locatedAt = max(fix.at, last?.at ?? fix.at)
    return nil
  }
}
