/// The newest plausible fix of a vehicle as evidence about a report of its driver.
package struct Sighting: Hashable, Sendable {
  /// Nil where no plausible position is known.
  package var fix: Fix?
  /// When the reported thing happened, by the driver.
  package var reportedAt: Instant
  /// When the report is judged, by our own clock.
  package var now: Instant
  private var policy: PositionPolicy

  package init(_ fix: Fix?, reportedAt: Instant, now: Instant, policy: PositionPolicy) {
    self.fix = fix
    self.reportedAt = reportedAt
    self.now = now
    self.policy = policy
  }

  /// What the fix says of a vehicle that is said to be at a place.
  package enum Presence: String, Hashable, Sendable {
    /// The vehicle is there.
    case there
    /// The vehicle is at another place, or cannot have come to this one.
    case elsewhere
    /// Not known: the fix is too old.
    case unknown
  }

  /// Whether the vehicle is within some meters of a place, beyond its inaccuracy.
  ///
  /// - Parameter since: A fix before it, of an earlier part of the ride, is no place to be now; but
  ///   the vehicle has to come from there.
  package func presence(
    at place: Place, within metres: Int, since: Instant? = nil
  ) -> Presence {
    guard let fix else { return .unknown }
    let reach = Double(metres) + (place.accuracyMetres ?? 0)
    if GreatCircle.metres(fix.location, place.coordinate) <= reach {
      return isFresh ? .there : .unknown
    }
    if isFresh, since.map({ fix.at > $0 }) ?? true {
      return isLeft(place, reach, fix) ? .unknown : .elsewhere
    }
    return fix.canReach(
      place.coordinate, within: reach, speed: policy.metresPerSecond, by: now)
      ? .unknown : .elsewhere
  }

  /// Whether the vehicle can have been at the place at the reported moment, and have left since.
  private func isLeft(_ place: Place, _ reach: Double, _ fix: Fix) -> Bool {
    let seconds = reportedAt.seconds(to: fix.at)
    guard 0 < seconds, seconds <= Double(policy.maximumAgeSeconds) else { return false }
    return Fix(location: place.coordinate, at: reportedAt).canReach(
      fix.location, within: reach, speed: policy.metresPerSecond,
      by: fix.at)
  }

  /// Whether the fix is recent, at the moment of the report or when it is judged.
  private var isFresh: Bool {
    guard let fix else { return false }
    return [now, reportedAt].contains { moment in
      abs(fix.at.seconds(to: moment)) <= Double(policy.maximumAgeSeconds)
    }
  }

  /// What is known of the distance to a place: `the vehicle was 37.0 km from the pickup at …`.
  package func words(about name: String, at place: Place) -> String {
    guard let fix else { return "no position of the vehicle is known" }
    let metres = Int(GreatCircle.metres(fix.location, place.coordinate).rounded())
    let age = isFresh ? "" : ", and no position is newer"
    return "the vehicle was \(Self.distance(metres)) from the \(name) at \(fix.at.rfc3339)\(age)"
  }

  /// Meters below a kilometer, else kilometers with a tenth.
  package static func distance(_ metres: Int) -> String {
    guard metres >= 1_000 else { return "\(metres) m" }
    let tenths = (metres + 50) / 100
    return "\(tenths / 10).\(tenths % 10) km"
  }
}
