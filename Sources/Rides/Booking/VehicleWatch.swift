/// What a ride knows of the vehicle that it waits for, or that drives its rider: kept only where
/// the policy of the area watches something.
package struct VehicleWatch: Hashable, Sendable {
  /// When the vehicle is looked at next; nil where nothing is to be seen by then.
  package var lookAt: Instant?
  /// How near the pickup it has come, and when it last came nearer.
  package var nearestMetres: Double?
  package var nearerAt: Instant
  /// Whether it is late and has come no nearer for longer than the first limit.
  package var isStalled = false
  /// The last report of a silent vehicle of which the operator was told.
  package var silentSince: Instant?
  /// Where the vehicle was first seen at the drop-off with the rider aboard.
  package var atDropOff: Fix?
  /// When the operator was first told that a report is missing.
  package var toldAt: Instant?

  package init(lookAt: Instant? = nil, nearestMetres: Double? = nil, nearerAt: Instant) {
    self.lookAt = lookAt
    self.nearestMetres = nearestMetres
    self.nearerAt = nearerAt
  }
}

/// What the store knows of the vehicle of a ride.
package struct SeenVehicle: Hashable, Sendable {
  package var vehicle: Vehicle
  /// When it last reported.
  package var reportedAt: Instant
  /// Whether it serves another ride, or none.
  package var isElsewhere: Bool

  package init(vehicle: Vehicle, reportedAt: Instant, isElsewhere: Bool) {
    self.vehicle = vehicle
    self.reportedAt = reportedAt
    self.isElsewhere = isElsewhere
  }
}

/// A vehicle that has dropped out of a ride.
package struct DropOut: Hashable, Sendable {
  package var vehicle: VehicleIdentifier
  package var at: Instant

  package init(vehicle: VehicleIdentifier, at: Instant) {
    self.vehicle = vehicle
    self.at = at
  }
}

extension Quoter {
  /// Looks at the vehicle that a ride waits for, or that drives its rider; nil if that is not due.
  ///
  /// As `processDue` it changes nothing twice. `seen` is nil for a vehicle that the store lacks.
  package func watch(_ ride: inout Ride, seen: SeenVehicle?, at now: Instant) -> Ride.Effect? {
    guard let due = ride.watchDue, due <= now else { return nil }
    let policies = policies(of: ride)
    var effect: Ride.Effect
    if ride.isVehicleAwaited {
      let estimate = seen?.vehicle.location.map { estimatedPickup(of: ride, from: $0, at: now) }
      effect = ride.awaitApproach(seen, estimate: estimate, at: now, policies: policies)
    } else {
      effect = ride.awaitEnd(seen, at: now, policies: policies)
    }
    // The estimate of a stalled vehicle moves by a rule of its own.
    if !effect.isPublished, !ride.isStalled {
      effect.isPublished = tellShift(of: &ride, seen, at: now, policies.dispatch)
    }
    return effect
  }
}

extension Ride {
  /// When the vehicle is looked at next.
  var watchDue: Instant? {
    switch status.phase {
    case .received, .completed: nil
    case .confirmed, .approachingPickup: watch?.lookAt
    // A ride of an earlier build has no deadline, and plans it when it is looked at.
    case .pickup, .ongoing: [awaitedUntil ?? createdAt, watch?.lookAt].compactMap(\.self).min()
    }
  }

  /// The vehicle to be read before the ride is looked after.
  package var watchedVehicle: VehicleIdentifier? {
    watchDue == nil ? nil : status.vehicle?.identifier
  }

  /// Whether the vehicle has yet to come to the pickup, also after a word that it has which the
  /// positions contradict.
  var isVehicleAwaited: Bool {
    status.phase.order < RidePhase.pickup.order || (status.phase == .pickup && boardingDoubt != nil)
  }

  /// Whether the vehicle that is awaited comes no nearer.
  var isStalled: Bool { isVehicleAwaited && watch?.isStalled == true }

  /// Begins to watch whether a committed vehicle comes, where the policy says so.
  mutating func watchApproach(from now: Instant, _ policy: DispatchPolicy) {
    guard let seconds = policy.approachLookSeconds else { return }
    let pickup = status.pickupLocation.coordinate
    watch = VehicleWatch(
      lookAt: now.advanced(bySeconds: seconds),
      nearestMetres: status.vehicle?.location.map { GreatCircle.metres($0, pickup) }, nearerAt: now)
  }

  /// By how much a vehicle comes nearer at least: receivers are off by some meters.
  private static let nearerMetres = 100.0
  /// How many seconds an estimate of a stalled vehicle moves at least.
  private static let leastShift = 60.0

  /// Judges whether the awaited vehicle comes (rules D9 and D10).
  ///
  /// It is stalled while it is late and comes no nearer than it was. A vehicle that can still keep
  /// its promise may stand, as before a pickup that is booked ahead.
  fileprivate mutating func awaitApproach(
    _ seen: SeenVehicle?, estimate: Instant?, at now: Instant, policies: Policies
  ) -> Effect {
    let policy = policies.dispatch
    if noteBoarding(seen?.vehicle.fix, at: now, policies.positions) {
      awaitReport(from: max(now, status.estimatedPickupEndDate ?? now), at: now, policy)
      return .nothing
    }
    if let vehicle = status.vehicle?.identifier, status.phase == .pickup,
      awaitedUntil.map({ $0 <= now }) ?? true
    {
      return giveUp(vehicle, at: now, policies: policies)
    }
    guard let vehicle = status.vehicle?.identifier, let seconds = policy.approachLookSeconds else {
      watch = nil
      return .nothing
    }
    watch?.lookAt = now.advanced(bySeconds: seconds)
    noteApproach(seen?.vehicle.fix, at: now, policies.positions)
    let stalled = stalledSince(estimate, at: now).seconds(to: now)
    if policy.stalledSearchSeconds > 0, stalled >= Double(policy.stalledSearchSeconds) {
      var effect = giveUp(vehicle, at: now, policies: policies)
      effect.alarms = [.vehicleReplaced]
      return effect
    }
    let wasStalled = isStalled
    watch?.isStalled = policy.stalledSeconds > 0 && stalled >= Double(policy.stalledSeconds)
    if wasStalled, !isStalled { freeForTheShownTime(at: now) }
    let isPublished = (wasStalled || isStalled) && moveEstimate(to: estimate, seen, at: now)
    return Effect(
      isPublished: isPublished, alarms: isStalled && !wasStalled ? [.vehicleStalled] : [])
  }

  /// Ends the doubt whether the rider can be aboard, once the vehicle is at the pickup; returns
  /// whether it was ended.
  mutating func noteBoarding(_ fix: Fix?, at now: Instant, _ policy: PositionPolicy) -> Bool {
    let sighting = Sighting(fix, reportedAt: now, now: now, policy: policy)
    guard boardingDoubt != nil,
      sighting.presence(at: status.pickupLocation, within: policy.pickupMetres) == .there
    else { return false }
    boardingDoubt = nil
    freeForTheShownTime(at: now)
    return true
  }

  /// Canceling was shown as free, and stays free for the time that was shown.
  mutating func freeForTheShownTime(at now: Instant) {
    commitment?.freeUntil = now.advanced(bySeconds: Self.shownFreeSeconds)
  }

  /// Records how near the vehicle has come.
  private mutating func noteApproach(_ fix: Fix?, at now: Instant, _ policy: PositionPolicy) {
    guard let fix, var watch else { return }
    let pickup = status.pickupLocation
    let metres = GreatCircle.metres(fix.location, pickup.coordinate)
    let sighting = Sighting(fix, reportedAt: now, now: now, policy: policy)
    if sighting.presence(at: pickup, within: policy.pickupMetres) == .there {
      watch.nearerAt = now
    } else if let nearest = watch.nearestMetres, metres < nearest - Self.nearerMetres {
      watch.nearerAt = max(watch.nearerAt, fix.at)
      watch.nearestMetres = metres
    }
    watch.nearestMetres = watch.nearestMetres ?? metres
    self.watch = watch
  }

  /// Since when the vehicle has not come nearer although it had to leave to keep its promise.
  private func stalledSince(_ estimate: Instant?, at now: Instant) -> Instant {
    let nearerAt = watch?.nearerAt ?? now
    guard let estimate, let promise = commitment?.estimatedPickup else { return nearerAt }
    let seconds = now.seconds(to: estimate)
    return max(nearerAt, promise.advanced(bySeconds: -Int(seconds.rounded())))
  }

  /// Shows when a stalled vehicle can be there at the earliest; returns whether that has changed.
  private mutating func moveEstimate(
    to estimate: Instant?, _ seen: SeenVehicle?, at now: Instant
  ) -> Bool {
    guard let estimate, let shown = status.estimatedPickupDate else { return false }
    let pickup = max(estimate, status.scheduledPickupTime?.start ?? estimate)
    guard abs(shown.seconds(to: pickup)) >= Self.leastShift else { return false }
    status.estimatedPickupDate = pickup
    status.estimatedDropOffDate = routeSeconds.map(pickup.advanced(bySeconds:))
    if let seen { status.vehicle = seen.vehicle }
    advance(at: now)
    return true
  }
}

extension DispatchPolicy {
  /// How often an awaited vehicle is looked at, in seconds: a limit is exceeded by a quarter.
  ///
  /// Nil where nothing is watched.
  fileprivate var approachLookSeconds: Int? {
    let stalled = stalledSeconds > 0 ? max(1, stalledSeconds / 4) : nil
    return [stalled, shiftLookSeconds].compactMap(\.self).min()
  }

  /// How often estimates are compared with those that were told, in seconds; nil where none are.
  var shiftLookSeconds: Int? {
    estimateShiftSeconds > 0 ? min(max(1, estimateShiftSeconds / 2), 60) : nil
  }
}
