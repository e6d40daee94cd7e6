import Messages
import RideStore
import Rides

extension DispatchBatch {
  /// Applies the report of a vehicle.
  ///
  /// A vehicle that goes off duty with a ride adds a search for that ride with every copy of the
  /// report, since outcomes of reports are not stored.
  mutating func applyReport(_ decision: inout Decision) throws(RequestError) {
    guard let update = decision.accepted.message.intent.vehicleUpdate else { return }
    let isPosition = decision.accepted.message.intent.isPosition
    let known = decisions.vehicle(update.vehicleIdentifier)
    let report = try VehicleReport.merged(
      update, isPosition: isPosition, into: known, speed: dependencies.quoter.greatestSpeed,
      at: now)
    let merged = report?.vehicle
    decision.flaw = report?.flaw
    decision.isSuspect = report?.isSuspect ?? false
    if let merged { decisions.put(merged) }
    if let known, let merged, !merged.isLost(at: now),
      known.isBack(by: update, isPosition: isPosition, at: now),
      var ride = known.ride.flatMap({ decisions.rides[$0] })
    {
      ride.recordReturn(of: update.vehicleIdentifier, at: now)
      decisions.put(ride)
    }
    decision.answer = .report(isNewer: merged != nil)
    if let vehicle = merged ?? known, !vehicle.onDuty, let ride = vehicle.ride {
      decision.searches.append(ride)
    }
  }

  /// The rides of the lost vehicles that report again in this batch.
  var ridesToRejoin: Set<RideIdentifier> {
    Set(
      decisions.triage.accepted.compactMap { accepted in
        let isPosition = accepted.message.intent.isPosition
        guard let update = accepted.message.intent.vehicleUpdate,
          let known = decisions.vehicle(update.vehicleIdentifier),
          let ride = known.ride, known.isBack(by: update, isPosition: isPosition, at: now),
          let report = try? VehicleReport.merged(
            update, isPosition: isPosition, into: known,
            speed: dependencies.quoter.greatestSpeed, at: now),
          !report.vehicle.isLost(at: now)
        else { return nil }
        return ride
      })
  }

  /// Applies a driver's report about a ride.
  mutating func apply(_ report: RideUpdateReport, _ decision: inout Decision) {
    if let refusal = refusal(of: report) {
      decision.answer = .refusal(refusal)
      return
    }
    // `bill` takes the fare of the meter and the tolls.
    let (identifier, vehicleIdentifier, event, occurredAt, _, _, code) = report.members
    guard var ride = decisions.rides[identifier] else {
      decision.answer = .refusal(
        Refusal(.unknownRide, "there is no ride \(identifier)", path: "rideIdentifier"))
      return
    }
    do throws(Refusal) {
      let record = decisions.vehicle(vehicleIdentifier)
      let vehicle = record?.vehicle
      let effect = try ride.apply(
        event, by: vehicleIdentifier, at: occurredAt, now: now, fix: vehicle?.fix,
        policies: dependencies.quoter.policies(of: ride), code: code)
      dependencies.issueStartCode(of: &ride)
      if effect.isPublished, ride.status.vehicle != nil, let vehicle {
        ride.status.vehicle = vehicle
      }
      if effect.isPublished, effect.refusal == nil {
        noteError(event, of: ride)
        measure(event, of: &ride, record)
      }
      save(effect, of: ride, &decision)
      if let refusal = effect.refusal {
        // The ride keeps the count of the wrong codes.
        decision.answer = .refusal(refusal)
        if ride.status.isStartHeld { decision.notices.append(.startHeld) }
        return
      }
      if effect.isPublished, ride.isWaiting { decision.searches.append(identifier) }
    } catch {
      decision.answer = .refusal(error)
    }
  }

  /// Processes a due ride; if the ride then waits, a search for a vehicle follows.
  ///
  /// The command carries no state: the ride decides now what is due, so an early, late or repeated
  /// command is harmless.
  mutating func process(_ due: RideDue, _ decision: inout Decision) {
    guard var ride = decisions.rides[due.rideIdentifier] else { return }
    let policies = dependencies.quoter.policies(of: ride)
    let found = ride
    var before: Ride
    repeat {
      before = ride
      let seen = seenVehicle(of: ride)
      if let watched = dependencies.quoter.watch(&ride, seen: seen, at: now) {
        if watched.alarms.contains(.endedUnreported) { addWay(to: &ride) }
        save(watched, of: ride, &decision)
      }
      let effect = ride.processDue(at: now, policies: policies, isVehicleLost: hasLostVehicle(ride))
      save(effect, of: ride, &decision)
    } while ride != before
    // Vehicles are assigned after all reports of the batch are applied.
    guard ride.isWaiting else { return }
    decision.seeking = due.rideIdentifier
    decision.isLook = found.isWaiting && found.lookAgainAt != ride.lookAgainAt
  }

  /// Whether the vehicle of a ride has gone off duty.
  private func hasLostVehicle(_ ride: Ride) -> Bool {
    guard let vehicle = ride.status.vehicle?.identifier else { return false }
    return decisions.vehicle(vehicle)?.onDuty == false
  }

  /// The vehicle of a ride as the store has it.
  private func seenVehicle(of ride: Ride) -> SeenVehicle? {
    guard let record = ride.watchedVehicle.flatMap(decisions.vehicle) else { return nil }
    return SeenVehicle(
      vehicle: record.vehicle, reportedAt: record.updatedAt,
      isElsewhere: record.ride != ride.status.rideIdentifier)
  }

  /// Adds the way that was driven to a ride that has ended of itself, unless it goes on after that.
  private func addWay(to ride: inout Ride) {
    guard let vehicle = ride.status.vehicle?.identifier, let endedAt = ride.endedAt,
      let way = decisions.vehicle(vehicle)?.way(of: ride.status.rideIdentifier),
      way.positions > 0, way.at <= endedAt
    else { return }
    ride.driven = way
  }

  /// Notes how far the estimate was off for a report of what was estimated.
  private mutating func noteError(_ event: RideReport, of ride: Ride) {
    let (estimate, seconds): (EstimateError.Estimate, Double?)
    switch event {
    case .arrived: (estimate, seconds) = (.pickup, ride.estimateErrors.pickup)
    case .ended: (estimate, seconds) = (.dropOff, ride.estimateErrors.dropOff)
    default: return
    }
    if let seconds { estimateErrors.append(EstimateError(estimate, seconds: seconds)) }
  }

  /// Watches whether the vehicle stays at the pickup from its arrival until the rider is aboard or
  /// given up, and then measures the way of the ride until its end.
  mutating func measure(
    _ event: RideReport, of ride: inout Ride, _ vehicle: VehicleRecord?
  ) {
    guard let vehicle else { return }
    let identifier = ride.status.rideIdentifier
    switch event {
    case .arrived:
      let policy = dependencies.quoter.policies(of: ride).positions
      if let stay = ride.stay(policy) { decisions.begin(stay, by: vehicle.vehicleIdentifier) }
    case .started, .missedPickup:
      let stay = vehicle.stay(of: identifier)
      ride.leftPickupAt = stay?.leaving(by: ride.startedAt ?? now)
      guard event == .started else { return }
      let way = dependencies.quoter.drivenWay(of: ride, from: vehicle.vehicle.fix)
      if way != nil || stay != nil { decisions.begin(way, by: vehicle.vehicleIdentifier) }
    case .ended:
      ride.driven = vehicle.way(of: identifier).flatMap { $0.positions > 0 ? $0 : nil }
    case .accepted, .declined, .approaching, .droppedOut: return
    }
  }

  /// Records the effect of a report, an order or time on a ride.
  mutating func save(_ effect: Ride.Effect, of ride: Ride, _ decision: inout Decision) {
    if let vehicle = effect.freed {
      decisions.release(vehicle, of: ride.status.rideIdentifier)
    }
    if effect.isPublished { decision.statuses.append(ride.status) }
    decision.notices += effect.alarms.map { .absent($0) }
    decision.money.append(effect.money)
    decisions.put(ride)
  }
}

extension VehicleRecord {
  /// Whether the vehicle was off duty or silent for too long, and an update ends that.
  fileprivate func isBack(by update: VehicleUpdate, isPosition: Bool, at now: Instant) -> Bool {
    isLost(at: now) && VehicleReport.isNewer(update, isPosition: isPosition, than: self)
      && update.onDuty ?? onDuty
  }
}
