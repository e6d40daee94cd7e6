package import RideStore
package import Rides
import Synchronization

/// The latest snapshot of the vehicles on duty; `StoreMaintenance` writes it, all lanes read it.
package final class SupplyCache: Sendable {
  private let latest = Mutex<Supply?>(nil)

  package init() {}

  /// The latest snapshot; no vehicles before the first one.
  package var supply: Supply {
    latest.withLock { $0 } ?? Supply(takenAt: Instant(seconds: 0), entries: [])
  }

  /// Whether there has been a snapshot.
  package var isFilled: Bool { latest.withLock { $0 != nil } }

  /// Replaces the snapshot.
  package func post(_ supply: Supply) {
    latest.withLock { $0 = supply }
  }
}

/// The latest snapshot of what riders owe; `StoreMaintenance` writes it, all lanes read it.
///
/// It lags by a second, so it only informs a rider in advance; a booking reads the store.
package final class ObligationCache: Sendable {
  private let latest = Mutex<[RiderIdentifier: Obligation]>([:])
  private let taken = Mutex<Instant?>(nil)

  package init() {}

  /// What a rider owes, nil before the first snapshot.
  ///
  /// Of two kinds the payment wins: a rider who has to pay cannot book after a rating alone.
  package func obligation(of rider: RiderIdentifier) -> Obligation? {
    latest.withLock { $0[rider] }
  }

  /// When the latest snapshot was read; nil before the first one.
  var takenAt: Instant? { taken.withLock { $0 } }

  /// Replaces the snapshot.
  package func post(_ obligations: [RiderObligation], at now: Instant) {
    let riders = Dictionary(
      obligations.map { ($0.riderIdentifier, $0.obligation) },
      uniquingKeysWith: { $0 == .payment ? $0 : $1 })
    latest.withLock { $0 = riders }
    taken.withLock { $0 = now }
  }
}

/// The age of a worker's snapshots, and the number of vehicles in them.
struct SnapshotSamples: MetricSource {
  let supply: SupplyCache
  /// Nil if the worker does not read what riders owe.
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
