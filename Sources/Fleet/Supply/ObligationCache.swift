package import RideStore
package import Rides
import Synchronization

/// The latest snapshot of what riders owe; `StoreMaintenance` writes it, all lanes read it.
///
/// It lags by a second, so it serves to tell a rider beforehand; a booking asks the store.
package final class ObligationCache: Sendable {
  private let latest = Mutex<[RiderIdentifier: Obligation]>([:])
  private let taken = Mutex<Instant?>(nil)

  package init() {}

  /// What a rider owes, nil before the first snapshot.
  ///
  /// Of two kinds it is the payment: a rider who has to pay cannot go on by rating.
  package func obligation(of rider: RiderIdentifier) -> Obligation? {
    latest.withLock { $0[rider] }
  }

  /// When the latest snapshot was taken; nil before the first one.
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
