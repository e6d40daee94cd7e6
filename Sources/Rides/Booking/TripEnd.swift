extension Ride {
  /// When the rider came aboard, or could have at the earliest.
  private var aboardAt: Instant? { startedAt ?? arrivedAt }

  /// Where the positions show the end of the trip; nil where the newest one is not of the trip, or
  /// too old, or later.
  func endPlace(_ policy: PositionPolicy) -> Coordinate? {
    guard let endedAt, let startedAt, let fix = status.vehicle?.fix, fix.at > startedAt,
      fix.at <= endedAt, fix.at.seconds(to: endedAt) <= Double(policy.maximumAgeSeconds)
    else { return nil }
    return fix.location
  }

  /// The same, if it is not the booked drop-off.
  func otherEnd(_ policy: PositionPolicy) -> Coordinate? {
    guard let end = endPlace(policy), let dropOff = status.dropOffLocation else {
      return endPlace(policy)
    }
    let reach = Double(policy.dropOffMetres) + (dropOff.accuracyMetres ?? 0)
    return GreatCircle.metres(end, dropOff.coordinate) > reach ? end : nil
  }

  /// What contradicts the end at the booked drop-off: the newest position, or the time; nil where
  /// nothing does, or none was booked.
  func endContradiction(_ policy: PositionPolicy, at now: Instant) -> String? {
    guard let dropOff = status.dropOffLocation else { return nil }
    let sighting = Sighting(
      status.vehicle?.fix, reportedAt: endedAt ?? now, now: now, policy: policy)
    switch sighting.presence(at: dropOff, within: policy.dropOffMetres, since: aboardAt) {
    case .there: return nil
    case .elsewhere: return sighting.words(about: "drop-off", at: dropOff)
    case .unknown: break
    }
    // By the driver's own words the vehicle was at the pickup then.
    let pickup = status.pickupLocation.coordinate
    guard let aboardAt,
      !Fix(location: pickup, at: aboardAt).canReach(
        dropOff.coordinate, within: Double(policy.dropOffMetres), speed: policy.metresPerSecond,
        by: now)
    else { return nil }
    let metres = Int(GreatCircle.metres(pickup, dropOff.coordinate).rounded())
    return "the drop-off is \(Sighting.distance(metres)) from the pickup, and the trip took "
      + "\(Int(aboardAt.seconds(to: now).rounded())) s"
  }

  /// What keeps the fee for a missed pickup from being taken: no position supports that the vehicle
  /// came, or that it is there; nil where they do.
  package func absenceDoubt(_ policy: PositionPolicy, at now: Instant) -> String? {
    if let arrivalDoubt { return arrivalDoubt }
    let sighting = Sighting(status.vehicle?.fix, reportedAt: now, now: now, policy: policy)
    let pickup = status.pickupLocation
    let isThere = sighting.presence(at: pickup, within: policy.pickupMetres) == .there
    return isThere ? nil : sighting.words(about: "pickup", at: pickup)
  }
}
