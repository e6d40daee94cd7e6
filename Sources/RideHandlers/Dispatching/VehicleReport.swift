import Messages
import RideStore
import Rides

/// Merges a report of a vehicle into its record.
enum VehicleReport {
  /// The vehicle after the update; nil if the update is older than the record.
  ///
  /// The first update of a vehicle needs its duty, products, capacity and position; later ones may
  /// leave out unchanged values.
  static func merged(
    _ update: VehicleUpdate, into known: VehicleRecord?, at now: Instant
  ) throws(RequestError) -> VehicleRecord? {
    try checkTexts(update)
    try checkSequence(update, now)
    guard let known else { return try first(update, at: now) }
    guard update.sequence > known.sequence else { return nil }
    var vehicle = known
    vehicle.sequence = update.sequence
    vehicle.updatedAt = now
    vehicle.onDuty = update.onDuty ?? known.onDuty
    vehicle.products = update.products ?? known.products
    vehicle.capacity = update.capacity ?? known.capacity
    if let location = update.location {
      vehicle.location = location
      vehicle.course = update.course
      vehicle.locatedAt = locatedAt(update, now)
    }
    vehicle.registrationPlate = update.registrationPlate ?? known.registrationPlate
    vehicle.manufacturer = update.manufacturer ?? known.manufacturer
    vehicle.model = update.model ?? known.model
    vehicle.mapAnnotationImage = update.mapAnnotationImage ?? known.mapAnnotationImage
    vehicle.driver = update.driver ?? known.driver
    return vehicle
  }

  private static func first(
    _ update: VehicleUpdate, at now: Instant
  ) throws(RequestError) -> VehicleRecord {
    guard let onDuty = update.onDuty else { throw missing("onDuty") }
    guard let products = update.products else { throw missing("products") }
    guard let capacity = update.capacity else { throw missing("capacity") }
    guard let location = update.location else { throw missing("location") }
    return VehicleRecord(
      vehicleIdentifier: update.vehicleIdentifier, sequence: update.sequence, onDuty: onDuty,
      products: products, capacity: capacity, location: location, course: update.course,
      locatedAt: locatedAt(update, now), registrationPlate: update.registrationPlate,
      manufacturer: update.manufacturer,
      model: update.model,
      mapAnnotationImage: update.mapAnnotationImage, driver: update.driver, ride: nil,
      updatedAt: now)
  }

  /// The time of the reported position: at most now, whatever the vehicle's clock shows.
  private static func locatedAt(_ update: VehicleUpdate, _ now: Instant) -> Instant {
    min(update.locatedAt ?? now, now)
  }

  /// Refuses a sequence that is too large for a counter or a clock: no later report could be newer.
  ///
  /// A clock may be the counter, so the limit is the microseconds since 1970, plus an hour for a
  /// clock that is fast.
  private static func checkSequence(_ update: VehicleUpdate, _ now: Instant) throws(RequestError) {
    let largest = now.advanced(bySeconds: 3_600).microseconds
    guard update.sequence > largest else { return }
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
