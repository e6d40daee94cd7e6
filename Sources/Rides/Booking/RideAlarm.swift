/// What the operator is told of a ride whose vehicle is absent.
package enum RideAlarm: String, Sendable, CaseIterable {
  /// The vehicle comes no nearer to the pickup.
  case vehicleStalled
  /// For the same reason the ride was taken from it.
  case vehicleReplaced
  /// The vehicle is silent at the pickup, or on the trip.
  case vehicleSilent
  /// The wait at the pickup or the trip takes much longer than expected.
  case rideOverdue
  /// The ride has ended of itself, since no end was reported.
  case endedUnreported
}

// A wait at the pickup and a trip end by the driver's reports. Where these are missing, the
// operator is told (rules D12 and D13), and in the end the ride can end of itself (rule D14).
extension Ride {
  /// Awaits the driver's next report, at the pickup or on the trip.
  mutating func awaitReport(from expected: Instant, at now: Instant, _ policy: DispatchPolicy) {
    if watch?.isStalled == true { freeForTheShownTime(at: now) }
    awaitedUntil = expected.advanced(bySeconds: policy.overdueSeconds)
    watch = nil
    planLook(reportedAt: now, at: now, policy)
  }

  /// Awaits no report any more.
  mutating func awaitNothing() {
    awaitedUntil = nil
    watch = nil
  }

  /// Looks at the vehicle at the pickup or on the trip: tells the operator what is missing, and
  /// ends a ride whose end was not reported.
  mutating func awaitEnd(
    _ seen: SeenVehicle?, at now: Instant, policies: Policies
  ) -> Effect {
    let policy = policies.dispatch
    _ = noteBoarding(seen?.vehicle.fix, at: now, policies.positions)
    noteDropOff(seen?.vehicle.fix, at: now, policies)
    var alarms: [RideAlarm] = []
    if isNewlySilent(seen, at: now, policy) { alarms.append(.vehicleSilent) }
    let limit = awaitedUntil ?? expectedReport.advanced(bySeconds: policy.overdueSeconds)
    awaitedUntil = limit
    if limit <= now {
      if let end = provenEnd(seen, at: now, policy) {
        return endUnreported(at: end, now: now)
      }
      alarms.append(.rideOverdue)
      awaitedUntil = now.advanced(bySeconds: policy.overdueSeconds)
      if policy.endPercent > 0 { watch = noted(at: now) { $0.toldAt = $0.toldAt ?? now } }
    }
    planLook(reportedAt: seen?.reportedAt, at: now, policy)
    return Effect(isPublished: false, alarms: alarms)
  }

  /// When the next report is expected at the latest.
  private var expectedReport: Instant {
    startedAt?.advanced(bySeconds: routeSeconds ?? 0)
      ?? status.estimatedPickupEndDate ?? arrivedAt ?? createdAt
  }

  /// Ends a ride whose driver has not reported it; the caller bills it as any other that has ended.
  ///
  /// The vehicle is shown where it was at that moment, by which the end is judged. A rider who was
  /// not reported aboard pays nothing before the operator decides.
  mutating func endUnreported(at end: Fix, now: Instant) -> Effect {
    let vehicle = status.vehicle?.identifier
    if startedAt == nil, boardingDoubt == nil {
      boardingDoubt = "no report shows that the rider came aboard"
    }
    let time = max(status.updatedAt, min(end.at, now))
    status.vehicle?.location = end.location
    status.vehicle?.locatedAt = end.at
    status.vehicle?.accuracyMetres = nil
    let seen = watch
    self.end(at: time)
    // Kept, so that the ride shows why it has ended; there is nothing to look at any more.
    watch = seen
    watch?.lookAt = nil
    status.phase = .completed
    advance(at: now)
    return Effect(isPublished: true, freed: vehicle, alarms: [.endedUnreported])
  }

  /// Where and when the trip has ended, if that is shown and the operator has had time to decide.
  private func provenEnd(
    _ seen: SeenVehicle?, at now: Instant, _ policy: DispatchPolicy
  ) -> Fix? {
    guard policy.endPercent > 0, watch?.toldAt != nil, !status.isStartHeld,
      startCheck.map({ $0.isWaived || status.phase == .ongoing }) ?? true,
      let routeSeconds, let begun = startedAt ?? arrivedAt,
      begun.seconds(to: now) >= Double(routeSeconds) * Double(policy.endPercent) / 100
    else { return nil }
    if let place = watch?.atDropOff { return place }
    guard let seen, seen.isElsewhere, let location = seen.vehicle.location else { return nil }
    return Fix(location: location, at: seen.vehicle.locatedAt ?? now)
  }

  /// Records that the vehicle was seen at the drop-off when it could be there with its rider.
  ///
  /// A short trip, and one by stops that ends where it began, has its drop-off near the pickup: a
  /// vehicle that has not left yet is not at the end.
  private mutating func noteDropOff(_ fix: Fix?, at now: Instant, _ policies: Policies) {
    guard policies.dispatch.endPercent > 0, watch?.atDropOff == nil, let fix,
      let earliestEnd, earliestEnd <= fix.at, let dropOff = status.dropOffLocation
    else { return }
    let reach = Double(policies.positions.dropOffMetres) + (dropOff.accuracyMetres ?? 0)
    guard GreatCircle.metres(fix.location, dropOff.coordinate) <= reach else { return }
    watch = noted(at: now) { $0.atDropOff = fix }
  }

  /// Whether the vehicle is silent for too long, and the operator does not know it.
  private mutating func isNewlySilent(
    _ seen: SeenVehicle?, at now: Instant, _ policy: DispatchPolicy
  ) -> Bool {
    guard policy.silentSeconds > 0, let seen, watch?.silentSince != seen.reportedAt,
      seen.reportedAt.advanced(bySeconds: policy.silentSeconds) <= now
    else { return false }
    watch = noted(at: now) { $0.silentSince = seen.reportedAt }
    return true
  }

  private func noted(at now: Instant, _ change: (inout VehicleWatch) -> Void) -> VehicleWatch {
    var watch = watch ?? VehicleWatch(nearerAt: now)
    change(&watch)
    return watch
  }

  /// Plans the next look at a vehicle that may become silent, reach the drop-off, or miss its last
  /// published estimate.
  private mutating func planLook(
    reportedAt: Instant?, at now: Instant, _ policy: DispatchPolicy
  ) {
    var looks: [Instant] = []
    if policy.silentSeconds > 0 {
      let silentAt = (reportedAt ?? now).advanced(bySeconds: policy.silentSeconds)
      looks.append(silentAt > now ? silentAt : now.advanced(bySeconds: policy.silentSeconds))
    }
    if policy.endPercent > 0, watch?.atDropOff == nil, status.phase == .ongoing, let routeSeconds,
      let startedAt
    {
      looks.append(
        max(
          startedAt.advanced(bySeconds: routeSeconds / 2),
          now.advanced(bySeconds: max(Self.shortestLook, routeSeconds / 10))))
    }
    if startedAt != nil, let seconds = policy.shiftLookSeconds {
      looks.append(now.advanced(bySeconds: seconds))
    }
    if boardingDoubt != nil { looks.append(now.advanced(bySeconds: Self.boardingLook)) }
    guard watch != nil || !looks.isEmpty else { return }
    watch = noted(at: now) { $0.lookAt = looks.min() }
  }

  /// The seconds between two looks whether the vehicle has come to the pickup after all: no rider
  /// comes aboard much faster.
  private static let boardingLook = 30
  /// The least seconds between two looks for the drop-off.
  private static let shortestLook = 60
}
