/// How near a vehicle has to be for a report of its driver to cost the rider something.
package struct PositionPolicy: Hashable, PolicyTable {
  /// How far from the pickup, beyond its own inaccuracy, a vehicle may be that has arrived.
  package var pickupMetres = 150
  /// How far from the booked place a ride may begin or end that is billed as booked.
  package var dropOffMetres = 1_000
  /// How old the newest position may be at the report.
  package var maximumAgeSeconds = 120
  /// How long after its arrival positions may show the vehicle farther from the pickup.
  package var awaySeconds = 60
  /// The speed that no vehicle exceeds.
  package var metresPerSecond = 60

  package static let rows: [PolicyRow<Self>] = [
    .number("pickupMetres", \.pickupMetres, 1...100_000),
    .number("dropOffMetres", \.dropOffMetres, 1...100_000),
    .number("maximumAgeSeconds", \.maximumAgeSeconds, 1...3_600),
    .number("awaySeconds", \.awaySeconds, 1...3_600),
    .number("metresPerSecond", \.metresPerSecond, 1...100_000),
  ]

  package init() {}
}
