import MemoryStore
import Messages
import RideStore
import Rides

/// Drivers who report no end: in the calm their vehicles stand at the drop-off, or elsewhere, and
/// they say no more.
extension World {
  /// Where the trips of the world end.
  static let dropOffs = [hotel, midway, airport].map(\.coordinate)

  /// Has the vehicles of the rides that are under way drive on.
  mutating func driveOn() {
    guard weather.forgetfulness > 0 else { return }
    for ride in storedRides() where [.pickup, .ongoing].contains(ride.phase) {
      guard let vehicle = ride.vehicle,
        let dropOff = (try? RideDocument.decode(ride.document))?.status.dropOffLocation
      else { continue }
      let sequence = (producers.sequences[vehicle] ?? 0) + 1
      producers.sequences[vehicle] = sequence
      producers.written += 1
      let update = VehicleUpdate(
        vehicleIdentifier: vehicle, sequence: sequence,
        location: numbers.chance(0.8) ? dropOff.coordinate : Self.aside,
        countsFrom: producers.counts[vehicle])
      send(.vehicleUpdate(update), .vehicleUpdate, id: nil, isSilent: true)
    }
  }

  /// A ride whose end was not reported has ended where its vehicle was, or still waits for it.
  mutating func checkEnd(of course: RideCourse) {
    guard let end = course.end else { return checkGoesOn(course) }
    guard end.status.completionStatus?.outcome == .completed, let cause = end.cause,
      cause.key.operation == MessageType.rideDue.rawValue
    else { return }
    let id = course.identifier
    if !weather.endsRides { object("\(id) has ended of itself, which the catalogue does not say") }
    guard let route = course.ride.routeSeconds, let begun = course.ride.aboardAt,
      let seen = end.status.vehicle, let place = seen.location, let at = seen.locatedAt,
      let ended = course.ride.endedAt
    else { return object("\(id) has ended of itself, and nothing shows where") }
    let isPast = begun.seconds(to: at) >= max(1, Double(route) / 2) && at <= cause.storedAt
    if !isAtDropOff(place, end.status) || !isPast || ended < at {
      object("\(id) has ended of itself at \(place), where it was not to end")
    }
    let wait = course.ride.startedAt == nil ? 0 : route
    if cause.storedAt < begun.advanced(bySeconds: wait + 2 * Simulation.overdueSeconds) {
      object("\(id) has ended of itself before the operator could decide")
    }
    if !hasReported(seen.identifier, at: place) { object("\(id) has ended at no reported place") }
    checkBill(of: course, end)
  }

  /// Such a ride costs what was agreed, or awaits a decision.
  private mutating func checkBill(of course: RideCourse, _ end: RideCourse.Change) {
    let (ride, id) = (course.ride, course.identifier)
    guard ride.account.settlements.isEmpty else { return }
    let isBilled = course.billed != nil
    if isBilled == (ride.heldFare != nil) { object("\(id) has ended of itself without a price") }
    if ride.startedAt == nil || ride.boardingDoubt != nil {
      if isBilled { object("\(id) is billed, and no report shows its rider aboard") }
    } else if let price = end.status.rideOption.priceRange?.maximumPrice,
      end.status.waypoints.isEmpty, course.billed != price.minorUnits
    {
      object("\(id) has ended of itself and does not cost \(price.minorUnits)")
    }
  }

  /// After more than a day a ride waits for a driver's report alone, and for none where its vehicle
  /// has come to the drop-off.
  private mutating func checkGoesOn(_ course: RideCourse) {
    let (ride, status, id) = (course.ride, course.ride.status, course.identifier)
    guard status.phase == .ongoing || status.phase == .pickup else {
      return object("\(id) is \(status.phase) for ever")
    }
    let mayStart = status.phase == .ongoing || ride.startCheck.map(\.isWaived) ?? true
    guard weather.endsRides, mayStart, !status.isStartHeld, let route = ride.routeSeconds,
      let begun = ride.aboardAt, let vehicle = status.vehicle?.identifier,
      let seen = (try? committed.vehicles([vehicle]))?[vehicle], let place = seen.location,
      let at = seen.locatedAt, begun.seconds(to: at) >= max(1, Double(route) / 2),
      isAtDropOff(place, status)
    else { return }
    object("\(id) has not ended, and its vehicle has come to the drop-off")
  }

  private func isAtDropOff(_ place: Coordinate, _ status: RideStatus) -> Bool {
    guard let dropOff = status.dropOffLocation else { return false }
    return GreatCircle.metres(place, dropOff.coordinate)
      <= Double(PositionPolicy().dropOffMetres)
  }

  private func hasReported(_ vehicle: VehicleIdentifier, at place: Coordinate) -> Bool {
    producers.letters.values.contains { letter in
      guard case .vehicleUpdate(let update) = letter.intent else { return false }
      return update.vehicleIdentifier == vehicle && update.location == place
    }
  }
}

extension Ride {
  /// When its rider has come aboard, or could have at the earliest.
  fileprivate var aboardAt: Instant? { startedAt ?? arrivedAt }
}
