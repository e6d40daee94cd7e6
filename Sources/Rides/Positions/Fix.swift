/// A position of a vehicle, and when it was there: a receiver's fix.
package struct Fix: Hashable, Sendable {
  package var location: Coordinate
  package var at: Instant

  package init(location: Coordinate, at: Instant) {
    self.location = location
    self.at = at
  }

  /// Why a fix decides nothing.
  package enum Flaw: String, Sendable, CaseIterable {
    /// It is at latitude and longitude 0, where receivers without a position are.
    case nullIsland
    /// Its own time is more than an hour ago, as after the week rollover of a receiver.
    case outdated
    /// No vehicle gets there from its last plausible fix in that time.
    case tooFast
  }

  /// How many meters two fixes may differ at the same moment.
  static let blur = 100.0
  /// The age in seconds from which on a fix decides nothing, about later ones neither.
  static let oldestSeconds = 3_600
  private static let nullIslandMetres = 1_000.0

  /// Why the fix decides nothing; nil for a plausible one.
  ///
  /// - Parameters:
  ///   - last: The newest plausible fix of the vehicle; nil where there is none, or where the
  ///     vehicle may have been moved since.
  ///   - speed: The meters per second that no vehicle exceeds.
  package func flaw(after last: Fix?, speed: Int, at now: Instant) -> Flaw? {
    if let origin = Coordinate(latitude: 0, longitude: 0),
      GreatCircle.metres(location, origin) < Self.nullIslandMetres
    {
      return .nullIsland
    }
    let oldest = now.advanced(bySeconds: -Self.oldestSeconds)
    if at < oldest { return .outdated }
    guard let last, last.at >= oldest else { return nil }
    return last.canReach(location, within: Self.blur, speed: speed, by: at) ? nil : .tooFast
  }

  /// Whether the fix moves a vehicle that was at `last`, or is the same place within the inaccuracy
  /// of receivers.
  ///
  /// Only what the speed explains moves it: else many small steps at one moment led anywhere.
  package func moves(from last: Fix?, speed: Int, at now: Instant) -> Bool {
    guard let last, last.at >= now.advanced(bySeconds: -Self.oldestSeconds) else { return true }
    return last.canReach(location, within: 0, speed: speed, by: at)
  }

  /// Whether a vehicle that was here can have come so close to a place by a later moment.
  func canReach(
    _ place: Coordinate, within metres: Double, speed: Int, by time: Instant
  ) -> Bool {
    let seconds = max(0, at.seconds(to: time))
    return GreatCircle.metres(location, place) <= metres + Double(speed) * seconds
  }
}

extension Vehicle {
  /// Where the vehicle was last; nil where that or its time is not known.
  package var fix: Fix? {
    guard let location, let locatedAt else { return nil }
    return Fix(location: location, at: locatedAt)
  }
}
