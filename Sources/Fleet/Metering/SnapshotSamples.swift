import Metrics
import Rides

/// How old the snapshots of a worker are, and how many vehicles it knows.
struct SnapshotSamples: MetricSource {
  let supply: SupplyCache
  /// Nil where it is not asked what riders owe.
  let obligations: ObligationCache?

  func addSamples(to samples: inout MetricSamples) {
    guard supply.isFilled else { return }
    let now = WallClock.now()
    let snapshot = supply.supply
    var ages = [MetricSample(snapshot.takenAt.seconds(to: now), labels: ["supply"])]
    if let taken = obligations?.takenAt {
      ages.append(MetricSample(taken.seconds(to: now), labels: ["obligations"]))
    }
    samples.set(.snapshotAge, ages)
    samples.set(.vehiclesOnDuty, Double(snapshot.entries.count))
  }
}
