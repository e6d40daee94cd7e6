/// What the phone of a vehicle has told beside what is true of the vehicle: kept for those alone
/// that have begun to count anew, or have told a position that cannot be true.
package struct VehicleConduct: Hashable, Sendable {
  /// When the vehicle began to count its updates anew; nil for one that has always counted on.
  package var countsFrom: Instant?
  /// What comes before the sequences of that count, so that a new one goes on from the last.
  package var countedBefore: Int64 = 0
  /// How many positions were ignored, by what was wrong.
  package var ignored: [Fix.Flaw: Int] = [:]
  package var lastIgnoredAt: Instant?
  /// Whether the newest position that it has told was ignored.
  package var isAstray = false

  package init() {}

  /// All positions that were ignored.
  package var ignoredCount: Int { ignored.values.reduce(0, +) }

  /// Counts a position that is ignored.
  package mutating func ignore(_ flaw: Fix.Flaw, at now: Instant) {
    ignored[flaw, default: 0] += 1
    lastIgnoredAt = now
    isAstray = true
  }
}
