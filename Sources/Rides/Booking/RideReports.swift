extension Ride {
  /// Carries out what the street reports.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - vehicle: The reporter, the vehicle of the ride; any other is refused as `unknownVehicle`.
  ///   - occurredAt: When, by the reporter's clock; a time after `now` counts as `now`.
  ///   - now: The time by our own clock.
  /// - Returns: `nothing` when the event has happened before, since reports may come twice.
  /// - Throws: `illegalMove` when the event does not fit the phase; a retry cannot help.
  package mutating func apply(
    _ event: RideEvent, by vehicle: VehicleIdentifier, at occurredAt: Instant, now: Instant
  ) throws(Refusal) -> Effect {
    guard status.vehicle?.identifier == vehicle else {
      if event.givesBack, declinedBy.contains(vehicle) { return .nothing }
      throw Refusal(
        .unknownVehicle, "vehicle \(vehicle) does not drive ride \(status.rideIdentifier)",
        path: "vehicleIdentifier")
    }
    if hasHappened(event) { return .nothing }
    guard event.fits(status.phase) else {
      throw Refusal(
        .illegalMove, "\(event) does not fit a ride that is \(status.phase)", path: "event")
    }
    let time = min(occurredAt, now)
    carryOut(event, by: vehicle, at: time)
    advance(at: time)
    return event.freesVehicle ? .changedAndFreed : .changed
  }

  /// Whether the ride is where the event would bring it.
  private func hasHappened(_ event: RideEvent) -> Bool {
    switch event {
    case .declined, .droppedOut: false  // then the vehicle is no longer the ride's
    case .ended: status.completionStatus?.outcome == .completed
    case .missedPickup: status.completionStatus?.outcome == .canceledMissedPickup
    case .accepted, .approaching, .arrived, .started: status.phase == event.target
    }
  }

  private mutating func carryOut(
    _ event: RideEvent, by vehicle: VehicleIdentifier, at time: Instant
  ) {
    status.phase = event.target
    switch event {
    case .accepted, .approaching: break
    case .declined, .droppedOut: giveBack(by: vehicle)
    case .arrived:
      status.estimatedPickupEndDate = time.advanced(bySeconds: Self.pickupWaitSeconds)
    case .started:
      status.estimatedPickupEndDate = nil
      status.estimatedDropOffDate = routeSeconds.map(time.advanced(bySeconds:))
    case .ended:
      status.estimatedPickupEndDate = nil
      status.completionStatus = CompletionStatus(
        outcome: .completed, payment: settledPayment, feedback: [.rate, .tip])
    case .missedPickup:
      status.estimatedPickupEndDate = nil
      status.completionStatus = CompletionStatus(outcome: .canceledMissedPickup)
    }
  }

  /// How long a vehicle is sure to wait after its arrival.
  private static let pickupWaitSeconds = 300

  /// The booked price, paid; nil where the meter decides.
  private var settledPayment: CompletionStatus.Payment? {
    guard let range = status.rideOption.priceRange, let price = range.minimumPrice,
      price == range.maximumPrice
    else { return nil }
    return CompletionStatus.Payment(state: .settled, amount: price)
  }
}

extension RideEvent {
  /// The phase to which the event brings a ride.
  package var target: RidePhase {
    switch self {
    case .accepted: .confirmed
    case .declined, .droppedOut: .received
    case .approaching: .approachingPickup
    case .arrived: .pickup
    case .started: .ongoing
    case .ended, .missedPickup: .completed
    }
  }

  /// Whether the vehicle leaves the ride, and another is sought.
  fileprivate var givesBack: Bool { self == .declined || self == .droppedOut }

  fileprivate var freesVehicle: Bool { givesBack || target.isFinal }

  /// Whether the event can happen to a ride in that phase which has a vehicle; one that is
  /// `received` has asked it.
  fileprivate func fits(_ phase: RidePhase) -> Bool {
    switch self {
    case .declined: phase == .received
    case .droppedOut: phase.canMove(to: .received)
    case .missedPickup: phase == .pickup
    case .accepted, .approaching, .arrived, .started, .ended: phase.canMove(to: target)
    }
  }
}
