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
}

extension RideStatus {
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
