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
