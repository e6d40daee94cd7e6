extension Ride {
  /// That a vehicle has taken the ride, and what it has promised by that.
  package struct Commitment: Hashable, Sendable {
    /// When it became known here.
    package var since: Instant
    /// The pickup as it was estimated then.
    package var estimatedPickup: Instant?
    /// Until when cancelling stays free because the vehicle was lost and has come back; nil when it
    /// never was.
    package var freeUntil: Instant?

    package init(since: Instant, estimatedPickup: Instant?, freeUntil: Instant? = nil) {
      self.since = since
      self.estimatedPickup = estimatedPickup
      self.freeUntil = freeUntil
    }

    /// Whether the vehicle was, or came, later at that moment than the terms tolerate.
    func isLate(_ terms: CancellationTerms, at time: Instant) -> Bool {
      guard let estimatedPickup else { return false }
      return estimatedPickup.advanced(bySeconds: terms.toleratedDelaySeconds) <= time
    }
  }

  /// Gives the ride a vehicle, while it waits for one.
  ///
  /// Without acceptance the ride is `confirmed`; else it stays `received` while the vehicle is
  /// asked. A pickup that is booked ahead is not before its window, however near the
  /// vehicle is. A ride that does not wait is refused with `illegalMove`.
  package mutating func assign(
    _ vehicle: Vehicle, driver: Driver?, estimatedPickup: Instant, policy: DispatchPolicy,
    at now: Instant
  ) throws(Refusal) {
    guard isWaiting else {
      let holder = status.vehicle.map { " with vehicle \($0.identifier)" } ?? ""
      throw Refusal(
        .illegalMove,
        "expected a ride that waits for a vehicle, came one that is \(status.phase)\(holder)")
    }
    let pickup = max(estimatedPickup, status.scheduledPickupTime?.start ?? estimatedPickup)
    status.vehicle = vehicle
    status.driver = driver
    status.isVehicleAsked = requiresAcceptance
    status.estimatedPickupDate = pickup
    status.estimatedDropOffDate = routeSeconds.map(pickup.advanced(bySeconds:))
    if requiresAcceptance {
      awaitedUntil = now.advanced(bySeconds: policy.acceptanceSeconds)
    } else {
      status.phase = .confirmed
      commit(at: now)
      awaitArrival(from: now, policy)
    }
    advance(at: now)
  }

  /// Notes that the vehicle has taken the ride, once for each vehicle.
  mutating func commit(at now: Instant) {
    guard commitment == nil else { return }
    commitment = Commitment(since: now, estimatedPickup: status.estimatedPickupDate)
  }

  /// Notes that the committed vehicle, which was off duty or silent, is back: cancelling was shown
  /// to be free beside it, and stays so for the time that was shown.
  package mutating func noteReturn(of vehicle: VehicleIdentifier, at now: Instant) {
    guard status.vehicle?.identifier == vehicle else { return }
    commitment?.freeUntil = now.advanced(bySeconds: Self.shownFreeSeconds)
  }

  /// Gives the committed vehicle the time that it needs and a grace, before it loses the ride.
  mutating func awaitArrival(from now: Instant, _ policy: DispatchPolicy) {
    awaitedUntil = max(status.estimatedPickupDate ?? now, now)
      .advanced(bySeconds: policy.pickupGraceSeconds)
  }

  /// Takes the ride from its vehicle and seeks another.
  ///
  /// One that was only asked has declined, and the search goes on where it was. One that was
  /// committed has dropped out: the search begins anew, with its full time and the fare that was
  /// agreed, unless too many have.
  mutating func giveUp(
    _ vehicle: VehicleIdentifier, at now: Instant, policies: Policies
  ) -> Effect {
    let wasCommitted = status.phase != .received
    giveBack(by: vehicle)
    if wasCommitted {
      dropOuts += 1
      guard dropOuts <= policies.dispatch.maximumDropOuts else {
        var effect = cancelByService(
          because: "\(dropOuts) vehicles dropped out", at: now, policies: policies)
        effect.freed = vehicle
        return effect
      }
      searchUntil = max(searchUntil, now.advanced(bySeconds: policies.dispatch.searchSeconds))
    }
    // Whoever takes this looks at the vehicles at once.
    lookAgainAt = now.advanced(bySeconds: Self.shortestLookPause)
    advance(at: now)
    return Effect(isTold: true, freed: vehicle)
  }

  /// Takes the vehicle off the ride; what the vehicle promised goes with it.
  private mutating func giveBack(by vehicle: VehicleIdentifier) {
    status.phase = .received
    status.vehicle = nil
    status.driver = nil
    status.isVehicleAsked = false
    status.estimatedPickupDate = nil
    status.estimatedDropOffDate = nil
    status.estimatedPickupEndDate = nil
    awaitedUntil = nil
    commitment = nil
    arrivedAt = nil
    if !declinedBy.contains(vehicle) { declinedBy.append(vehicle) }
  }

  /// Ends a ride that the service cannot drive; it costs nothing.
  mutating func cancelByService(
    because reason: String, at now: Instant, policies: Policies
  ) -> Effect {
    // The service can cancel until the drop-off, and what costs nothing cannot be refused.
    let money = try? cancel(
      CancellationRequest(actor: .service, reason: reason), feeTitle: "",
      policies: policies, at: now)
    return Effect(isTold: true, money: money ?? MoneyEffects())
  }
}
