/// What a rider changes of a booked ride; what is nil stays as it is (rule B15).
package struct RideChange: Hashable, Sendable {
  package var pickup: Place?
  package var dropOff: Place?
  /// All of them, in their order; empty for none.
  package var stops: [Place]?
  /// Only of a ride that is booked ahead (rule B16).
  package var scheduledPickup: RequestedPickup?
  /// The most that the ride may cost by the change; nil is what it costs already.
  package var maximumPrice: Money?

  package init(
    pickup: Place? = nil, dropOff: Place? = nil, stops: [Place]? = nil,
    scheduledPickup: RequestedPickup? = nil, maximumPrice: Money? = nil
  ) {
    self.pickup = pickup
    self.dropOff = dropOff
    self.stops = stops
    self.scheduledPickup = scheduledPickup
    self.maximumPrice = maximumPrice
  }
}

extension Ride {
  /// How often a ride can be changed while its rider is aboard.
  private static let mostTurns = 20

  /// Whether the ride is booked ahead and its search has not begun.
  func isAhead(at now: Instant) -> Bool {
    status.scheduledPickupTime != nil && status.phase == .received && !isSought && now < searchFrom
  }

  /// Refuses what a ride of this phase allows no longer (`illegalMove`).
  func check(_ change: RideChange, at now: Instant) throws(Refusal) {
    guard !status.phase.isFinal else {
      throw Refusal(.illegalMove, "expected a ride that has not ended")
    }
    if change.scheduledPickup != nil, !isAhead(at: now) {
      throw Refusal(
        .illegalMove, "expected a ride that is booked ahead and for which no vehicle is sought yet",
        path: "scheduledPickupTime")
    }
    if let pickup = change.pickup, pickup != status.pickupLocation, status.vehicle != nil {
      throw Refusal(
        .illegalMove, "a pickup is changed before a vehicle has been asked or is committed",
        path: "pickupLocation")
    }
    guard status.phase == .ongoing else { return }
    if let stops = change.stops, !stops.hasInOrder(status.waypoints) {
      throw Refusal(
        .illegalMove,
        "expected the stops that are booked among the others, in their order: the "
          + "rider is aboard, and they may have been made", path: "waypoints")
    }
    guard turns.count < Self.mostTurns else {
      throw Refusal(
        .illegalMove, "expected at most \(Self.mostTurns) changes while the rider is aboard")
    }
  }

  /// Sets the places of a change; returns whether any is another.
  mutating func move(by change: RideChange) -> Bool {
    let before = (status.pickupLocation, status.waypoints, status.dropOffLocation)
    if let pickup = change.pickup { status.pickupLocation = pickup }
    if let stops = change.stops { status.waypoints = stops }
    if let dropOff = change.dropOff { status.dropOffLocation = dropOff }
    return before != (status.pickupLocation, status.waypoints, status.dropOffLocation)
  }

  /// Sets the time of a ride that is booked ahead.
  mutating func move(
    to window: PickupWindow, _ policies: Policies, _ cancellation: CancellationPolicy?,
    at now: Instant
  ) {
    let lead = policies.scheduling?.dispatchLeadSeconds ?? 0
    status.scheduledPickupTime = window
    status.remindedAt = nil
    remindAt = policies.scheduling?.reminder(of: window, at: now)
    status.estimatedPickupDate = window.start
    status.rideOption.estimatedPickupDate = window.start
    searchFrom = max(now, window.start.advanced(bySeconds: -lead))
    searchUntil = window.end.advanced(bySeconds: policies.dispatch.searchSeconds)
    if let policy = cancellation {
      cancellationTerms?.threshold = policy.threshold(booked: createdAt, for: window)
    }
  }
}

extension [Place] {
  /// Whether others are among these in the same order.
  fileprivate func hasInOrder(_ others: [Place]) -> Bool {
    var rest = self[...]
    return others.allSatisfy { other in
      guard let index = rest.firstIndex(where: { $0.coordinate == other.coordinate }) else {
        return false
      }
      rest = rest[(index + 1)...]
      return true
    }
  }
}

extension CancellationPolicy {
  /// The time until which canceling is free even with a committed vehicle; nil where none is.
  ///
  /// The later of two moments, so that a ride booked shortly ahead is free to cancel as long as one
  /// for now.
  func threshold(booked: Instant, for window: PickupWindow?) -> Instant? {
    let sinceBooking = freeSeconds.map(booked.advanced(bySeconds:))
    let beforePickup = window.map { $0.start.advanced(bySeconds: -freeSecondsBeforePickup) }
    return [sinceBooking, beforePickup].compactMap(\.self).max()
  }
}

extension RideAccount {
  /// Sets the highest price shown to the rider of a ride that has not ended, and enlarges what is
  /// held to an amount.
  ///
  /// What lacks is held by a charge of its own, and a hold that is only planned gets another
  /// amount. Where less is needed the holds stay: their rest is released at the end.
  mutating func reprice(
    holding amount: Money, quotedMaximum: Money?, at now: Instant, policy: PaymentPolicy
  ) throws(MoneyError) -> MoneyEffects {
    guard bill == nil else { return MoneyEffects() }
    let amount = try amount.checked(in: currency)
    self.quotedMaximum = try quotedMaximum?.checked(in: currency)
    guard let method else { return MoneyEffects() }
    let fares = charges.indices.filter { charges[$0].purpose == .fare }
    let lack = amount.minus(fares.map { charges[$0].capacity }.sum(in: currency))
    if let planned = fares.last(where: { charges[$0].state == .none }) {
      let changed = charges[planned].requested.plus(lack)
      if changed.minorUnits > 0 { charges[planned].requested = changed }
      return MoneyEffects()
    }
    guard lack.minorUnits > 0 else { return MoneyEffects() }
    var charge = Charge(
      rideIdentifier: rideIdentifier, purpose: .fare, number: fares.count + 1, method: method,
      amount: lack)
    let commands = charge.authorize(at: now, policy: policy)
    charges.append(charge)
    return MoneyEffects(commands: commands)
  }
}

extension RideAccount {
  /// Asks for a hold of what is planned and releases it as soon as it is approved: so a payment
  /// method is checked whose hold would expire before the ride.
  mutating func check(at now: Instant, policy: PaymentPolicy) -> MoneyEffects {
    guard let planned = charges.first(where: { $0.purpose == .fare && $0.state == .none }) else {
      return MoneyEffects()
    }
    var charge = Charge(
      rideIdentifier: rideIdentifier, purpose: .fare,
      number: charges.count { $0.purpose == .fare } + 1, method: planned.method,
      amount: planned.requested)
    let commands = charge.authorize(at: now, policy: policy)
    charges.append(charge)
    return MoneyEffects(
      commands: commands + charges[charges.count - 1].release(at: now, policy: policy))
  }
}

extension RidePayments {
  /// Changes a ride as its rider has asked, and enlarges what is held on the payment method
  /// (rule B15); nil where nothing is another than it was.
  ///
  /// Refused are, in addition to what `RideRepricing.change` refuses, `paymentDeclined` and
  /// `paymentNeedsAction` where the payment system answers at once that it does not hold more.
  /// Where it refuses later and the search has begun, the change stays, and what is beyond the
  /// holds is a charge at the end, as any amount above them.
  package func change(
    _ ride: inout Ride, by change: RideChange, supply: Supply, fix: Fix?
  ) throws(Refusal) -> MoneyEffects? {
    var changed = ride
    guard
      try RideRepricing(quoter, supply: supply, at: now).change(&changed, by: change, fix: fix)
    else {
      return nil
    }
    let effects = try enlargeHold(of: &changed)
    ride = changed
    return effects
  }

  private func enlargeHold(of ride: inout Ride) throws(Refusal) -> MoneyEffects {
    let (policy, known) = (policy(of: ride), ride.account.charges.count)
    let asked: MoneyEffects
    do throws(MoneyError) {
      let price = quoter.expectedFare(of: ride) ?? .zero(ride.account.currency)
      asked = try ride.account.reprice(
        holding: try policy.hold(for: price),
        quotedMaximum: ride.status.rideOption.priceRange?.maximumPrice, at: now, policy: policy)
    } catch {
      throw Refusal(.notAvailableHere, "the price of this trip is beyond what can be held")
    }
    let effects = execute(asked, on: &ride.account, policy: policy)
    guard ride.account.charges.count > known else { return effects }
    switch ride.account.charges.last?.state {
    case .declined:
      throw Refusal(.paymentDeclined, "the payment system has refused to hold the higher price")
    case .needsAction:
      throw Refusal(
        .paymentNeedsAction, "the payment system asks the rider to approve the higher price")
    default: return effects
    }
  }
}
