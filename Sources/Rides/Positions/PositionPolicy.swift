/// How near a vehicle has to be for a report of its driver to cost the rider something.
package struct PositionPolicy: Hashable, Sendable {
  /// How far from the pickup, beyond its own inaccuracy, a vehicle may be that has arrived.
  package var pickupMetres: Int
  /// How far from the booked place a ride may begin or end that is billed as booked.
  package var dropOffMetres: Int
  /// How old the newest position may be at the report.
  package var maximumAgeSeconds: Int
  /// The speed that no vehicle exceeds.
  package var metresPerSecond: Int

  package init(
    pickupMetres: Int = 150, dropOffMetres: Int = 1_000, maximumAgeSeconds: Int = 120,
    metresPerSecond: Int = 60
  ) {
    self.pickupMetres = pickupMetres
    self.dropOffMetres = dropOffMetres
    self.maximumAgeSeconds = maximumAgeSeconds
    self.metresPerSecond = metresPerSecond
  }
}
