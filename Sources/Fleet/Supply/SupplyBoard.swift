package import Rides
import Synchronization

/// The latest snapshot of the vehicles on duty, written by the keeper of the store, read by all
/// lanes.
package final class SupplyBoard: Sendable {
  private let board = Mutex<Supply?>(nil)

  package init() {}

  /// The latest snapshot; no vehicles before the first one.
  package var supply: Supply {
    board.withLock { $0 } ?? Supply(takenAt: Instant(seconds: 0), entries: [])
  }

  /// Whether there has been a snapshot.
  package var isFilled: Bool { board.withLock { $0 != nil } }

  /// Hangs up a new snapshot.
  package func post(_ supply: Supply) {
    board.withLock { $0 = supply }
  }
}
