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

  /// Ends the ride without driving it: by its rider until it is `ongoing`, by the service at any
  /// time before its end.
  ///
  /// `payment` is the fee that is owed or paid, nil for none. A ride that has ended in the same way
  /// stays as it is; everything else is refused with `illegalMove`. The effect frees the vehicle
  /// that was committed or asked.
  package mutating func cancel(
    _ outcome: CompletionStatus.Outcome, payment: CompletionStatus.Payment? = nil,
    at time: Instant
  ) throws(Refusal) -> Effect {
    if let ended = status.completionStatus, ended.outcome == outcome { return .nothing }
    let isAllowed =
      switch outcome {
      case .canceledByUser: status.phase.order < RidePhase.ongoing.order
      case .canceledByService: !status.phase.isFinal
      case .canceledMissedPickup: status.phase == .pickup
      case .completed: false
      }
    guard isAllowed else {
      throw Refusal(.illegalMove, "a ride that is \(status.phase) cannot end as \(outcome)")
    }
    status.phase = .completed
    status.completionStatus = CompletionStatus(outcome: outcome, payment: payment)
    status.estimatedPickupEndDate = nil
    advance(at: time)
    return status.vehicle == nil ? .changed : .changedAndFreed
  }
}
