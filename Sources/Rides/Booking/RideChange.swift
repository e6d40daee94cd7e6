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
