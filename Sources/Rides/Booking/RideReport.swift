/// A driver's report about a ride: the `event` of a `ride.update` message.
package enum RideReport: String, Sendable, CaseIterable {
  /// The driver accepts the ride.
  case accepted
  /// The driver refuses the ride; another vehicle is searched.
  case declined
  /// The vehicle is close to the pickup.
  case approaching
  /// The vehicle is at the pickup.
  case arrived
  /// The rider is aboard.
  case started
  /// The rider has left the vehicle at the end of the trip.
  case ended
  /// The driver drops out before the rider is aboard; another vehicle is searched.
  case droppedOut
  /// The rider did not appear.
  case missedPickup

  /// The phase of a ride after the event.
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

  /// Whether the vehicle leaves the ride, and another is searched.
  fileprivate var givesBack: Bool { self == .declined || self == .droppedOut }

  /// Whether the event is possible in that phase, for a ride with a vehicle; in `received`, the
  /// ride was only offered to it.
  ///
  /// Reports can be lost, so phases may be skipped. But a ride ends only from phases in which the
  /// rider may be aboard: no rider is charged for a ride without a known arrival.
  fileprivate func fits(_ phase: RidePhase) -> Bool {
    switch self {
    case .declined: phase == .received
    case .droppedOut: phase.canMove(to: .received)
    case .missedPickup: phase == .pickup
    case .ended: phase == .pickup || phase == .ongoing
    case .accepted, .approaching, .arrived, .started: phase.canMove(to: target)
    }
  }
}

extension Ride {
  /// Applies a driver's report; the caller bills the end of a ride.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - vehicle: The reporter, the vehicle of the ride; any other is refused as `unknownVehicle`.
  ///   - occurredAt: When, by the reporter's clock; a time after `now` counts as `now`, one before
  ///     the last change as the last change. What the rider had to know of, the commitment of a
  ///     vehicle and its arrival, counts from `now`, as does the end of the wait.
  ///   - now: The time by our own clock.
  ///   - fix: The newest plausible position of the vehicle.
  ///   - policies: Those of the ride's area.
  ///   - code: The start code that the driver reports.
  /// - Returns: `nothing` for a repeated event, since reports may come twice. An arrival that no
  ///   position supported counts from the first repetition that one supports.
  /// - Throws: `illegalMove` when the event does not fit the phase, or comes too early for it.
  ///
  /// More than five parameters: a report, and what it is judged by.
  package mutating func apply(
    _ event: RideReport, by vehicle: VehicleIdentifier, at occurredAt: Instant, now: Instant,
    fix: Fix?, policies: Policies, code: StartCode? = nil
  ) throws(Refusal) -> Effect {
    guard status.vehicle?.identifier == vehicle else {
      let mayGiveBack = event.givesBack || event == .missedPickup
      if mayGiveBack, declinedBy.contains(vehicle) { return .nothing }
      throw Refusal(
        .unknownVehicle, "vehicle '\(vehicle)' does not drive ride \(status.rideIdentifier)",
        path: "vehicleIdentifier")
    }
    let sighting = Sighting(fix, reportedAt: now, now: now, policy: policies.positions)
    let isProof = provesArrival(event, sighting, policies.positions)
    if hasHappened(event), !isProof { return .nothing }
    guard event.fits(status.phase) || isProof else {
      throw Refusal(
        .illegalMove, "\(event) does not fit a ride that is \(status.phase)", path: "event")
    }
    if event.givesBack { return giveUp(vehicle, at: now, policies: policies) }
    if let wrong = try judge(code, of: event, at: now) { return wrong }
    // Who never came near the pickup cannot miss a rider.
    if event == .missedPickup, boardingDoubt != nil {
      return giveUp(vehicle, at: now, policies: policies)
    }
    let time = max(status.updatedAt, min(occurredAt, now))
    commit(at: now)
    judge(event, sighting, policies.positions)
    try carryOut(event, at: time, now: now, policies.dispatch)
    status.phase = event.target
    status.isVehicleAsked = false
    advance(at: time)
    return Effect(isPublished: true, freed: event.target.isFinal ? vehicle : nil)
  }

  /// Whether the ride is already in the phase of the event.
  private func hasHappened(_ event: RideReport) -> Bool {
    switch event {
    case .declined, .droppedOut: false  // then the vehicle is no longer the ride's
    case .ended: status.completionStatus?.outcome == .completed
    case .missedPickup: status.completionStatus?.outcome == .canceledMissedPickup
    case .accepted, .approaching, .arrived, .started: status.phase == event.target
    }
  }

  /// Whether an arrival that was reported before is now supported by a position.
  private func provesArrival(
    _ event: RideReport, _ sighting: Sighting, _ policy: PositionPolicy
  ) -> Bool {
    event == .arrived && status.phase == .pickup && arrivalDoubt != nil
      && sighting.presence(at: status.pickupLocation, within: policy.pickupMetres) == .there
  }

  /// Records what the position of the vehicle says of its arrival and of the rider's boarding.
  private mutating func judge(
    _ event: RideReport, _ sighting: Sighting, _ policy: PositionPolicy
  ) {
    let pickup = status.pickupLocation
    if event == .arrived {
      let presence = sighting.presence(at: pickup, within: policy.pickupMetres)
      arrivalDoubt = presence == .there ? nil : sighting.words(about: "pickup", at: pickup)
    }
    guard event == .arrived || event == .started else { return }
    let presence = sighting.presence(at: pickup, within: policy.dropOffMetres)
    if event == .arrived || arrivedAt != nil, arrivalDoubt == nil {
      boardingDoubt = nil
      // The rider may have come aboard before the report, but was not waited for until then.
      if presence == .elsewhere { arrivalDoubt = sighting.words(about: "pickup", at: pickup) }
      return
    }
    switch presence {
    case .there: boardingDoubt = nil
    case .elsewhere: boardingDoubt = sighting.words(about: "pickup", at: pickup)
    case .unknown: break
    }
  }

  private mutating func carryOut(
    _ event: RideReport, at time: Instant, now: Instant, _ policy: DispatchPolicy
  ) throws(Refusal) {
    switch event {
    case .declined, .droppedOut: break
    case .accepted, .approaching:
      awaitArrival(from: time, policy)
      if watch == nil { watchApproach(from: now, policy) }
    case .arrived: arrive(at: now, policy)
    case .started: start(at: time, policy)
    case .ended: end(at: time)
    case .missedPickup: try missPickup(at: now)
    }
  }

  /// The guaranteed wait for the rider begins with the window, if there is one, and never before
  /// the rider could know of the arrival.
  ///
  /// A vehicle whose arrival the positions contradict is awaited as before.
  private mutating func arrive(at now: Instant, _ policy: DispatchPolicy) {
    arrivedAt = now
    let waitsUntil = max(now, status.scheduledPickupTime?.start ?? now)
      .advanced(bySeconds: policy.pickupWaitSeconds)
    status.estimatedPickupEndDate = waitsUntil
    guard boardingDoubt != nil else { return awaitReport(from: waitsUntil, at: now, policy) }
    if status.phase == .received { awaitArrival(from: now, policy) }
    if watch == nil { watchApproach(from: now, policy) }
  }

  private mutating func start(at time: Instant, _ policy: DispatchPolicy) {
    startedAt = time
    awaitReport(from: time.advanced(bySeconds: routeSeconds ?? 0), at: time, policy)
    status.startCode = nil
    status.estimatedPickupEndDate = nil
    status.estimatedDropOffDate = routeSeconds.map(time.advanced(bySeconds:))
  }

  mutating func end(at time: Instant) {
    awaitNothing()
    endedAt = time
    status.startCode = nil
    status.estimatedPickupEndDate = nil
    status.completionStatus = CompletionStatus(outcome: .completed, feedback: [.rate, .tip])
  }

  private mutating func missPickup(at now: Instant) throws(Refusal) {
    if let end = status.estimatedPickupEndDate, now < end {
      throw Refusal(
        .illegalMove,
        "expected missedPickup from \(end.rfc3339) on, until when the rider was promised to be "
          + "waited for, came one at \(now.rfc3339)", path: "event")
    }
    awaitNothing()
    status.estimatedPickupEndDate = nil
    status.completionStatus = CompletionStatus(
      outcome: .canceledMissedPickup, cause: .riderAbsent)
  }
}
