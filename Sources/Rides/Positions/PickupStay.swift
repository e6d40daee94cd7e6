/// Whether a vehicle stays at a pickup after its arrival: kept with the vehicle until the rider
/// comes aboard or is given up, since then waiting and a missed pickup cost the rider something.
///
/// Only positions that show the vehicle elsewhere count against it: one that stands may leave out
/// its unchanged place, and a single position may be off.
package struct PickupStay: Hashable, Sendable {
  package let ride: RideIdentifier
  package let pickup: Coordinate
  /// How far from the pickup the vehicle may be.
  package let metres: Double
  /// How long positions may show it farther away.
  package let seconds: Int
  /// When the wait begins; positions before it mean nothing.
  package let from: Instant
  /// The first position farther away since the last one at the pickup.
  package var awaySince: Instant?
  /// Since when the vehicle was away, once that was for too long.
  package var leftAt: Instant?
  /// When it became known that the vehicle had come back, the last time.
  package var backAt: Instant?

  /// Begins with an arrival.
  ///
  /// More than five parameters: it only stores them.
  package init(
    ride: RideIdentifier, pickup: Coordinate, metres: Double, seconds: Int, from: Instant,
    awaySince: Instant? = nil, leftAt: Instant? = nil
  ) {
    self.ride = ride
    self.pickup = pickup
    self.metres = metres
    self.seconds = seconds
    self.from = from
    self.awaySince = awaySince
    self.leftAt = leftAt
  }

  /// Adds the next plausible position, which becomes known now.
  package mutating func add(_ fix: Fix, at now: Instant) {
    guard leftAt == nil, fix.at >= from else { return }
    guard GreatCircle.metres(fix.location, pickup) > metres else {
      if awaySince != nil { backAt = now }
      return awaySince = nil
    }
    awaySince = awaySince ?? fix.at
    leftAt = leaving(by: fix.at)
  }

  /// Whether the rider may cancel free: the vehicle is away, or was when canceling may have been
  /// shown as free, for so many seconds.
  package func isFreeToCancel(shownFor seconds: Int, at now: Instant) -> Bool {
    let shownUntil = backAt?.advanced(bySeconds: seconds)
    return leftAt != nil || awaySince != nil || shownUntil.map { now < $0 } ?? false
  }

  /// Since when the vehicle is away, if by that moment it was for too long; else nil.
  package func leaving(by time: Instant) -> Instant? {
    if let leftAt { return leftAt }
    guard let awaySince, awaySince.seconds(to: time) > Double(seconds) else { return nil }
    return awaySince
  }
}
