// Each wait of a ride has a limit, by phase and vehicle:
//
//   received, not sought      the search begins at `searchFrom`
//   received, no vehicle      the search ends at `searchUntil`: canceled by the service; until
//                             then all vehicles are searched repeatedly
//   received, offered         the answer is awaited until `awaitedUntil`: silence is `declined`
//   confirmed, approaching    the arrival is awaited until `awaitedUntil`: lateness is `droppedOut`
//                             (until then the vehicle is watched, where the policy says so)
//   pickup, ongoing           a report of the driver is awaited until `awaitedUntil`: then the
//                             operator is told, and again, or the ride ends of itself
//   received, booked ahead    its rider is reminded of it at `remindAt`
//   completed                 a rating that is required is awaited until `ratingDueBy`
//
// `watch(_:seen:at:)` of the quoter does what is due while a vehicle is awaited or drives. In every
// phase, a payment without an answer is requested again at its own times.
extension Ride {
  /// When the ride is next due; nil if only messages can change it.
  package var dueAt: Instant? {
    [waitEnds, watchDue, account.nextDue, remindAt].compactMap(\.self).min()
  }

  /// Performs the first due action; without one, the ride stays unchanged.
  ///
  /// A performed action is no longer due, so a second caller changes nothing. The caller repeats
  /// the call until the ride stays unchanged: several actions can be due, and some have no effect
  /// for riders and vehicles.
  ///
  /// - Parameter isVehicleLost: Whether the offered vehicle will not answer, since it has gone off
  ///   duty.
  package mutating func processDue(
    at now: Instant, policies: Policies, isVehicleLost: Bool = false
  ) -> Effect {
    if let nextDue = account.nextDue, nextDue <= now {
      return Effect(isPublished: false, money: account.askAgain(at: now, policy: policies.payment))
    }
    if lapseFeedback(at: now) || remind(at: now) { return Effect(isPublished: true) }
    let isDue = waitEnds.map { $0 <= now } ?? false
    if let vehicle = status.vehicle?.identifier {
      guard isDue || (status.phase == .received && isVehicleLost) else { return .nothing }
      return giveUp(vehicle, at: now, policies: policies)
    }
    guard isDue else { return .nothing }
    if now >= searchUntil {
      if !isSought, account.clearance == .needsAction {
        return cancelByService(
          because: "the payment was not approved", .paymentRefused, at: now, policies: policies)
      }
      return cancelByService(
        because: "no vehicle was found", .noVehicleFound, at: now, policies: policies)
    }
    guard isSought else { return beginSearch(at: now, policies: policies) }
    planNextLook(at: now)
    return .nothing
  }

  /// Reminds the rider of a pickup that is booked ahead, once; returns whether it is time for that.
  private mutating func remind(at now: Instant) -> Bool {
    guard let remindAt, remindAt <= now else { return false }
    self.remindAt = nil
    status.remindedAt = now
    advance(at: now)
    return true
  }

  /// The seconds until a waiting ride searches all vehicles again without another cause.
  ///
  /// Each pause is as long as the ride has waited so far. So a wait of half an hour takes about
  /// nine searches, and a free vehicle is found after at most twice the wait for it.
  static let shortestLookPause = 30
  private static let longestLookPause = 300.0

  private mutating func planNextLook(at now: Instant) {
    let waited = min(searchFrom.seconds(to: now), Self.longestLookPause)
    lookAgainAt = now.advanced(bySeconds: max(Int(waited), Self.shortestLookPause))
  }

  /// When the vehicles are searched again.
  private var nextLook: Instant {
    lookAgainAt ?? searchFrom.advanced(bySeconds: Self.shortestLookPause)
  }

  /// Begins the search for a vehicle if it is time and the payment is authorized; a payment that is
  /// only planned is requested.
  ///
  /// From then on the ride counts as a ride for now. A ride whose search has begun, or that has a
  /// vehicle, stays unchanged.
  package mutating func beginSearch(at now: Instant, policies: Policies) -> Effect {
    guard canBeginSearch, now >= searchFrom else { return .nothing }
    slot = RiderSlots.whenSought(slot)
    let money = account.authorize(at: now, policy: policies.payment)
    if account.clearance == .cleared { startSearch(at: now) }
    return Effect(isPublished: false, money: money)
  }

  /// Begins the search; the caller searches the vehicles immediately.
  ///
  /// The next search is counted from now: a past time may have been due for another reason, and the
  /// command of that time has one effect.
  package mutating func startSearch(at now: Instant) {
    isSought = true
    planNextLook(at: now)
  }

  /// When the current wait times out.
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

  /// The acceptance of the ride by a vehicle, and its promise.
  package struct Commitment: Hashable, Sendable {
    /// When it became known here.
    package var since: Instant
    /// The estimated time of the pickup at that moment.
    package var estimatedPickup: Instant?
    /// Until when canceling stays free because the vehicle was lost and reported again; else nil.
    package var freeUntil: Instant?

    package init(since: Instant, estimatedPickup: Instant?, freeUntil: Instant? = nil) {
      self.since = since
      self.estimatedPickup = estimatedPickup
      self.freeUntil = freeUntil
    }

    /// Whether the vehicle was later at that moment than is tolerated.
    func isLate(tolerating seconds: Int, at time: Instant) -> Bool {
      guard let estimatedPickup else { return false }
      return estimatedPickup.advanced(bySeconds: seconds) <= time
    }
  }

  /// Assigns a vehicle to a waiting ride.
  ///
  /// Without acceptance the ride is `confirmed`; else it stays `received` until the driver
  /// answers. A pickup that is booked ahead is not before its window, however near the
  /// vehicle is. A ride that does not wait is refused with `illegalMove`.
  package mutating func assign(
    _ vehicle: Vehicle, driver: Driver?, estimatedPickup: Instant, policy: DispatchPolicy,
    at now: Instant
  ) throws(Refusal) {
    guard isWaiting else {
      let holder = status.vehicle.map { " with vehicle '\($0.identifier)'" } ?? ""
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
      watchApproach(from: now, policy)
    }
    advance(at: now)
  }

  /// Records that the vehicle has accepted the ride, once for each vehicle.
  mutating func commit(at now: Instant) {
    guard commitment == nil else { return }
    commitment = Commitment(since: now, estimatedPickup: status.estimatedPickupDate)
  }

  /// Records that the committed vehicle reports again after it was off duty or silent: canceling
  /// was shown as free, and stays free for the time that was shown.
  package mutating func recordReturn(of vehicle: VehicleIdentifier, at now: Instant) {
    guard status.vehicle?.identifier == vehicle else { return }
    commitment?.freeUntil = now.advanced(bySeconds: Self.shownFreeSeconds)
  }

  /// Sets the time after which the committed vehicle loses the ride: its promise and a grace.
  ///
  /// The estimate that is shown moves while the vehicle does not.
  mutating func awaitArrival(from now: Instant, _ policy: DispatchPolicy) {
    awaitedUntil = max(commitment?.estimatedPickup ?? status.estimatedPickupDate ?? now, now)
      .advanced(bySeconds: policy.pickupGraceSeconds)
  }

  /// Takes the ride from its vehicle and searches for another.
  ///
  /// A vehicle that was only offered the ride has declined, and the search continues. A committed
  /// vehicle has dropped out: the search starts again, with its full time and the agreed fare,
  /// unless too many vehicles have dropped out.
  mutating func giveUp(
    _ vehicle: VehicleIdentifier, at now: Instant, policies: Policies
  ) -> Effect {
    let wasCommitted = status.phase != .received
    remove(vehicle)
    if wasCommitted {
      dropOuts += 1
      if policies.dispatch.sameRiderSeconds > 0 {
        droppedOut.append(DropOut(vehicle: vehicle, at: now))
      }
      guard dropOuts <= policies.dispatch.maximumDropOuts else {
        var effect = cancelByService(
          because: "\(dropOuts) vehicles dropped out", .vehiclesDroppedOut, at: now,
          policies: policies)
        effect.freed = vehicle
        return effect
      }
    }
    return searchAgain(after: vehicle, wasCommitted: wasCommitted, at: now, policies)
  }

  /// Takes the ride from its vehicle by the operator's order and searches for another.
  ///
  /// That is no drop-out (rule A16). With a planned vehicle that one comes first, and a ride
  /// without a vehicle is only given its plan (rule B17).
  /// Refuses a ride without a vehicle and a plan, or with its rider aboard, with `illegalMove`.
  package mutating func reassign(
    _ order: Intervention, at now: Instant, policies: Policies
  ) throws(Refusal) -> Effect {
    let isPlanned = order.plannedVehicle.map { $0 != status.vehicle?.identifier } ?? false
    if isPlanned, status.phase == .received, status.vehicle == nil {
      plan(order, at: now)
      advance(at: now)
      return Effect(isPublished: true)
    }
    guard let vehicle = status.vehicle?.identifier, status.phase.order <= RidePhase.pickup.order,
      isPlanned || order.plannedVehicle == nil
    else {
      throw Refusal(
        .illegalMove,
        "expected a ride with a vehicle and without its rider aboard, came one that is "
          + "\(status.phase)")
    }
    let wasCommitted = status.phase != .received
    remove(vehicle)
    plan(order, at: now)
    return searchAgain(after: vehicle, wasCommitted: wasCommitted, at: now, policies)
  }

  /// Keeps an order, and the vehicle that it plans, also if that has declined the ride before.
  private mutating func plan(_ order: Intervention, at now: Instant) {
    plannedVehicle = order.plannedVehicle
    declinedBy.removeAll { $0 == plannedVehicle }
    account.record(order, at: now)
  }

  /// Searches for another vehicle, for the full time after one that was committed.
  private mutating func searchAgain(
    after vehicle: VehicleIdentifier, wasCommitted: Bool, at now: Instant, _ policies: Policies
  ) -> Effect {
    if wasCommitted {
      searchUntil = max(searchUntil, now.advanced(bySeconds: policies.dispatch.searchSeconds))
    }
    // The caller searches the vehicles immediately.
    lookAgainAt = now.advanced(bySeconds: Self.shortestLookPause)
    advance(at: now)
    return Effect(isPublished: true, freed: vehicle)
  }

  /// Removes the vehicle and its promise from the ride.
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
    watch = nil
    arrivedAt = nil
    arrivalDoubt = nil
    leftPickupAt = nil
    boardingDoubt = nil
    resetStart()
    if !declinedBy.contains(vehicle) { declinedBy.append(vehicle) }
  }

  /// Ends a ride that the service cannot serve, free of charge.
  mutating func cancelByService(
    because reason: String, _ cause: CancellationCause, at now: Instant, policies: Policies
  ) -> Effect {
    // The service can cancel until the drop-off, and a free cancellation cannot be refused.
    let money = try? cancel(
      CancellationRequest(actor: .service, reason: reason, cause: cause), feeTitle: "",
      policies: policies, at: now)
    return Effect(isPublished: true, money: money ?? MoneyEffects())
  }
}
