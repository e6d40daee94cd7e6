extension Ride {
  /// Gives the ride a vehicle, while it waits for one.
  ///
  /// Without acceptance the ride is `confirmed`; else it stays `received` and shows the vehicle
  /// that is asked. A ride that does not wait is refused with `illegalMove`.
  package mutating func assign(
    _ vehicle: Vehicle, driver: Driver?, estimatedPickup: Instant, at time: Instant
  ) throws(Refusal) {
    guard isWaiting else {
      let holder = status.vehicle.map { " with vehicle \($0.identifier)" } ?? ""
      throw Refusal(
        .illegalMove,
        "expected a ride that waits for a vehicle, came one that is \(status.phase)\(holder)")
    }
    status.vehicle = vehicle
    status.driver = driver
    status.estimatedPickupDate = estimatedPickup
    status.estimatedDropOffDate = routeSeconds.map(estimatedPickup.advanced(bySeconds:))
    if !requiresAcceptance { status.phase = .confirmed }
    advance(at: time)
  }

  /// Takes the vehicle off the ride and seeks another; what the vehicle promised goes with it.
  mutating func giveBack(by vehicle: VehicleIdentifier) {
    status.phase = .received
    status.vehicle = nil
    status.driver = nil
    status.estimatedPickupDate = nil
    status.estimatedDropOffDate = nil
    status.estimatedPickupEndDate = nil
    if !declinedBy.contains(vehicle) { declinedBy.append(vehicle) }
  }
}
