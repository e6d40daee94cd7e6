// Whatever a ride waits for has an end of its own, by phase and vehicle:
//
//   received, not sought      the search begins at `searchFrom`
//   received, no vehicle      the search ends at `searchUntil`: cancelled by the service; until
//                             then the vehicles are looked at again and again
//   received, a driver asked  the answer is awaited until `awaitedUntil`: silence is `declined`
//   confirmed, approaching    the arrival is awaited until `awaitedUntil`: lateness is `droppedOut`
//   pickup, ongoing           only reports of the driver end these
//   completed                 a rating that is required is awaited until `ratingDueBy`
//
// In every phase a payment whose answer is awaited is asked for again in its own time.
extension Ride {
  /// When the ride needs looking after next; nil when only others can move it on.
  package var dueAt: Instant? { [waitEnds, account.nextDue].compactMap(\.self).min() }

  /// Does the first of the things that have become due; the ride stays as it is when none has.
  ///
  /// What is done is due no longer, so that a second caller changes nothing. The caller asks
  /// again until the ride stays as it is: several things can be due, and some have no effect that a
  /// rider or a vehicle notices.
  ///
  /// - Parameter isVehicleLost: Whether the vehicle that is asked will not answer, since it has
  ///   gone off duty.
  package mutating func processDue(
    at now: Instant, policies: Policies, isVehicleLost: Bool = false
  ) -> Effect {
    if let nextDue = account.nextDue, nextDue <= now {
      return Effect(isPublished: false, money: account.askAgain(at: now, policy: policies.payment))
    }
    if lapseFeedback(at: now) { return Effect(isPublished: true) }
    let isDue = waitEnds.map { $0 <= now } ?? false
    if let vehicle = status.vehicle?.identifier {
      guard isDue || (status.phase == .received && isVehicleLost) else { return .nothing }
      return giveUp(vehicle, at: now, policies: policies)
    }
    guard isDue else { return .nothing }
    if now >= searchUntil {
      return cancelByService(because: "no vehicle was found", at: now, policies: policies)
    }
    guard isSought else { return beginSearch(at: now, policies: policies) }
    planNextLook(at: now)
    return .nothing
  }

  /// The seconds between two looks at the vehicles for a ride that waits without a report or
  /// command.
  ///
  /// Each pause is as long as the ride has waited, so that a wait of half an hour takes some nine
  /// looks, and a ride waits beside a free vehicle hardly longer than it had to wait for it.
  static let shortestLookPause = 30
  private static let longestLookPause = 300.0

  private mutating func planNextLook(at now: Instant) {
    let waited = min(searchFrom.seconds(to: now), Self.longestLookPause)
    lookAgainAt = now.advanced(bySeconds: max(Int(waited), Self.shortestLookPause))
  }

  /// When the vehicles are to be looked at again.
  private var nextLook: Instant {
    lookAgainAt ?? searchFrom.advanced(bySeconds: Self.shortestLookPause)
  }

  /// Begins to seek a vehicle, if it is time and the payment is authorised; a payment that is only
  /// planned so far is asked for.
  ///
  /// From now on the ride counts as one of its rider's for now.
  ///
  /// A ride that is sought, or that has a vehicle, stays as it is.
  package mutating func beginSearch(at now: Instant, policies: Policies) -> Effect {
    guard canBeginSearch, now >= searchFrom else { return .nothing }
    slot = RiderSlots.whenSought(slot)
    let money = account.authorise(at: now, policy: policies.payment)
    if account.clearance == .cleared { startSearch(at: now) }
    return Effect(isPublished: false, money: money)
  }

  /// Seeks a vehicle from now on; the caller looks at the vehicles at once.
  ///
  /// The next look is counted from here: a time that has passed may have been due for another
  /// reason, and the command of that time is carried out once.
  package mutating func startSearch(at now: Instant) {
    isSought = true
    planNextLook(at: now)
  }

  /// When the present wait times out.
  private var waitEnds: Instant? {
    switch status.phase {
    case .received where status.vehicle == nil:
      min(canBeginSearch ? searchFrom : isSought ? nextLook : searchUntil, searchUntil)
    case .received, .confirmed, .approachingPickup: awaitedUntil
    case .pickup, .ongoing: nil
    case .completed: ratingDueBy
    }
  }

  /// Whether nothing but the time keeps the search from beginning.
  private var canBeginSearch: Bool {
    guard status.phase == .received, !isSought else { return false }
    return account.clearance == .planned || account.clearance == .cleared
  }

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

  /// Records that the vehicle has taken the ride, once for each vehicle.
  mutating func commit(at now: Instant) {
    guard commitment == nil else { return }
    commitment = Commitment(since: now, estimatedPickup: status.estimatedPickupDate)
  }

  /// Records that the committed vehicle, which was off duty or silent, is back: cancelling was
  /// shown to be free beside it, and stays so for the time that was shown.
  package mutating func recordReturn(of vehicle: VehicleIdentifier, at now: Instant) {
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
  /// committed has dropped out: the search begins again, with its full time and the fare that was
  /// agreed, unless too many have.
  mutating func giveUp(
    _ vehicle: VehicleIdentifier, at now: Instant, policies: Policies
  ) -> Effect {
    let wasCommitted = status.phase != .received
    remove(vehicle)
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
    // The caller looks at the vehicles at once.
    lookAgainAt = now.advanced(bySeconds: Self.shortestLookPause)
    advance(at: now)
    return Effect(isPublished: true, freed: vehicle)
  }

  /// Takes the vehicle off the ride; what the vehicle promised goes with it.
  private mutating func remove(_ vehicle: VehicleIdentifier) {
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
    return Effect(isPublished: true, money: money ?? MoneyEffects())
  }
}
