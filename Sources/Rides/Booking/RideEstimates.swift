/// When the vehicle of a ride is expected at its places.
package struct RideEstimates: Hashable, Sendable {
  package var pickup: Instant?
  package var dropOff: Instant?

  package init(pickup: Instant?, dropOff: Instant?) {
    self.pickup = pickup
    self.dropOff = dropOff
  }
}

/// What the estimates of a ride depend on, besides the position of its vehicle.
package struct RideLeg: Hashable, Sendable {
  package var phase: RidePhase
  /// The key of its service area.
  package var area: String
  package var pickup: Coordinate
  /// Nil as well where the vehicle still has to go elsewhere before.
  package var dropOff: Coordinate?
  package var isScheduled: Bool
  /// The estimates that were made when the ride last changed.
  package var made: RideEstimates

  package init(
    phase: RidePhase, area: String, pickup: Coordinate, dropOff: Coordinate?, isScheduled: Bool,
    made: RideEstimates
  ) {
    self.phase = phase
    self.area = area
    self.pickup = pickup
    self.dropOff = dropOff
    self.isScheduled = isScheduled
    self.made = made
  }
}

extension Quoter {
  /// The age of a position, in seconds, from which on it says nothing about when a vehicle comes.
  static let freshSeconds = 120

  /// The estimates of a ride from where its vehicle is now (rule S3).
  ///
  /// Until the arrival the pickup moves, and the drop-off with it; with the rider aboard the
  /// drop-off moves. The pickup of a ride booked ahead moves only to later. At the pickup, without
  /// a position of the last two minutes, and without a drop-off, estimates stay as they were made.
  package func estimates(of leg: RideLeg, _ vehicle: Vehicle, at now: Instant) -> RideEstimates {
    guard let location = vehicle.location, let locatedAt = vehicle.locatedAt,
      locatedAt.seconds(to: now) <= Double(Self.freshSeconds),
      let area = catalogue.serviceAreas.first(where: { $0.key == leg.area })
    else { return leg.made }
    // Counted from the position, so that a message that is sent again says the same.
    func arrival(_ place: Coordinate) -> Instant {
      let seconds = routing.route(from: location, to: place, in: area, at: locatedAt).seconds
      return locatedAt.advanced(bySeconds: Int(min(max(seconds.rounded(.up), 60), 86_400)))
    }
    var estimates = leg.made
    switch leg.phase {
    case .confirmed, .approachingPickup:
      guard let made = leg.made.pickup else { break }
      let pickup = arrival(leg.pickup)
      estimates.pickup = leg.isScheduled ? max(pickup, made) : pickup
      let shift = made.seconds(to: estimates.pickup ?? made)
      estimates.dropOff = estimates.dropOff?.advanced(bySeconds: Int(shift))
    case .ongoing:
      if estimates.dropOff != nil {
        estimates.dropOff = leg.dropOff.map(arrival) ?? estimates.dropOff
      }
    case .received, .pickup, .completed: break
    }
    return estimates
  }

  /// Shows the estimates from where the vehicle is now if one has moved by more than the policy has
  /// since it was told last (rule S5); returns whether it has.
  func tellShift(
    of ride: inout Ride, _ seen: SeenVehicle?, at now: Instant, _ policy: DispatchPolicy
  ) -> Bool {
    guard policy.estimateShiftSeconds > 0, let vehicle = seen?.vehicle, seen?.isElsewhere == false,
      vehicle.identifier == ride.status.vehicle?.identifier,
      // A silent vehicle says nothing about the estimates.
      let locatedAt = vehicle.locatedAt, locatedAt.seconds(to: now) <= Double(Self.freshSeconds)
    else { return false }
    var moved = ride.status
    moved.beginAtWindow()
    moved.moveEstimates(area: ride.area) { estimates(of: $0, vehicle, at: now) }
    let shift = max(
      ride.status.estimatedPickupDate.shift(to: moved.estimatedPickupDate),
      ride.status.estimatedDropOffDate.shift(to: moved.estimatedDropOffDate))
    guard shift > Double(policy.estimateShiftSeconds) else { return false }
    ride.status = moved
    ride.status.vehicle = vehicle
    ride.advance(at: now)
    return true
  }
}

extension Ride {
  /// The seconds by which the vehicle came later than was promised when it was committed, and by
  /// which the trip ended later than was promised at its start; nil where either is not known.
  ///
  /// A vehicle that is there before a window that was booked ahead is not early.
  package var estimateErrors: (pickup: Double?, dropOff: Double?) {
    let came = arrivedAt.map { max($0, status.scheduledPickupTime?.start ?? $0) }
    let pickup = came.flatMap { came in
      commitment?.estimatedPickup.map { $0.seconds(to: came) }
    }
    guard let startedAt, let endedAt, let routeSeconds else { return (pickup, nil) }
    return (pickup, startedAt.seconds(to: endedAt) - Double(routeSeconds))
  }
}

extension Instant? {
  /// The seconds between two estimates; 0 where one is missing.
  fileprivate func shift(to moved: Instant?) -> Double {
    guard let self, let moved else { return 0 }
    return abs(self.seconds(to: moved))
  }
}

extension RideStatus {
  /// Sets the pickup of an awaited vehicle to the start of the window that was booked ahead: what
  /// was told since does not keep it from being earlier again.
  fileprivate mutating func beginAtWindow() {
    guard phase.order < RidePhase.pickup.order, let start = scheduledPickupTime?.start,
      let pickup = estimatedPickupDate, start < pickup
    else { return }
    estimatedPickupDate = start
    let earlier = Int(start.seconds(to: pickup))
    estimatedDropOffDate = estimatedDropOffDate?.advanced(bySeconds: -earlier)
  }

  /// Moves the estimates to where its vehicle is, by `estimate`.
  package mutating func moveEstimates(area: String, _ estimate: (RideLeg) -> RideEstimates) {
    let leg = RideLeg(
      phase: phase, area: area, pickup: pickupLocation.coordinate,
      dropOff: waypoints.isEmpty ? dropOffLocation?.coordinate : nil,
      isScheduled: scheduledPickupTime != nil,
      made: RideEstimates(pickup: estimatedPickupDate, dropOff: estimatedDropOffDate))
    let estimates = estimate(leg)
    estimatedPickupDate = estimates.pickup
    estimatedDropOffDate = estimates.dropOff
  }
}

extension Quoter {
  /// When a vehicle at a place can be at the pickup of a ride, if it leaves now.
  package func estimatedPickup(
    of ride: Ride, from location: Coordinate?, at now: Instant
  ) -> Instant {
    guard let location, let area = catalogue.serviceAreas.first(where: { $0.key == ride.area })
    else { return ride.status.estimatedPickupDate ?? now }
    let route = routing.route(
      from: location, to: ride.status.pickupLocation.coordinate, in: area, at: now)
    return now.advanced(bySeconds: max(60, Int(route.seconds.rounded(.up))))
  }
}
