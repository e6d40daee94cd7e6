import Glibc
package import Rides

/// A straight way from one point to another, driven at one speed.
package struct Leg: Hashable, Sendable {
  package let from: Coordinate
  package let to: Coordinate
  package let startedAt: Instant
  package let metresPerSecond: Double
  private let metres: Double

  init(from: Coordinate, to: Coordinate, startedAt: Instant, metresPerSecond: Double) {
    self.from = from
    self.to = to
    self.startedAt = startedAt
    self.metresPerSecond = metresPerSecond
    metres = GreatCircle.metres(from, to)
  }

  /// When the end is reached.
  var arrival: Instant { startedAt.later(metres / metresPerSecond) }

  func isOver(at now: Instant) -> Bool { now >= arrival }

  /// The metres that are left.
  func remaining(at now: Instant) -> Double { metres * (1 - share(at: now)) }

  func position(at now: Instant) -> Coordinate {
    let share = share(at: now)
    let latitude = from.latitude + (to.latitude - from.latitude) * share
    let longitude = from.longitude + (to.longitude - from.longitude) * share
    // Between two coordinates of one area there are only coordinates.
    return Coordinate(latitude: latitude, longitude: longitude) ?? to
  }

  /// The direction in degrees clockwise from north, 0 ..< 360; nil for a leg without length.
  var course: Double? {
    guard metres > 0 else { return nil }
    let radians = Double.pi / 180
    let (south, north) = (from.latitude * radians, to.latitude * radians)
    let east = (to.longitude - from.longitude) * radians
    let y = sin(east) * cos(north)
    let x = cos(south) * sin(north) - sin(south) * cos(north) * cos(east)
    let degrees = (atan2(y, x) / radians).rounded()
    return degrees < 0 ? degrees + 360 : degrees
  }

  private func share(at now: Instant) -> Double {
    guard metres > 0 else { return 1 }
    return min(1, max(0, startedAt.seconds(to: now) * metresPerSecond / metres))
  }
}
