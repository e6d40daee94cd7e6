/// What is known of the phone of a vehicle: kept only for vehicles that have started a new count,
/// have reported a position that cannot be true, say how exact their positions are, or report
/// positions apart.
package struct VehicleConduct: Hashable, Sendable {
  /// When the present count of its updates began; nil for a vehicle that has one count.
  package var countsFrom: Instant?
  /// By how much the stored sequence is greater than the reported one, since a new count goes on
  /// from the last; negative where the reported one is a clock.
  package var countedBefore: Int64 = 0
  /// The greatest reported sequence of a position that was reported apart, in the present count.
  package var positionSequence: Int64?
  /// How many positions were ignored, by what was wrong.
  package var ignored: [Fix.Flaw: Int] = [:]
  package var lastIgnoredAt: Instant?
  /// How many positions were ignored since the last plausible one.
  package var ignoredInARow = 0
  /// How far the vehicle may be from its position, in meters.
  package var accuracyMetres: Double?

  package init() {}

  /// All positions that were ignored.
  package var ignoredCount: Int { ignored.values.reduce(0, +) }

  /// Counts a position that is ignored.
  package mutating func ignore(_ flaw: Fix.Flaw, at now: Instant) {
    ignored[flaw, default: 0] += 1
    lastIgnoredAt = now
    ignoredInARow += 1
  }
}
