import Rides
import Synchronization

/// The vehicles that this process knows to be taken although the latest snapshot has them free.
///
/// A snapshot is up to a second old; without this all batches of that second would go for the same
/// nearest vehicles, and lose while others stand beside them.
final class TakenVehicles: Sendable {
  /// What a batch has learnt of the vehicles of a snapshot.
  struct News {
    let snapshot: Instant
    /// Those that were found taken, or that it has claimed.
    let taken: Set<VehicleIdentifier>
    let freed: Set<VehicleIdentifier>
  }

  private struct State {
    var snapshot: Instant?
    var vehicles: Set<VehicleIdentifier> = []
  }

  private let state = Mutex(State())

  /// Those that are known to have been taken since the snapshot of that time.
  func since(_ snapshot: Instant) -> Set<VehicleIdentifier> {
    state.withLock { $0.snapshot == snapshot ? $0.vehicles : [] }
  }

  func forget() {
    state.withLock { $0 = State() }
  }

  /// Notes what a batch has learnt, once it is committed; of an older snapshot than the last that
  /// was heard of nothing is wanted any more.
  func note(_ news: News) {
    state.withLock {
      if let latest = $0.snapshot, latest > news.snapshot { return }
      if $0.snapshot != news.snapshot { $0 = State(snapshot: news.snapshot) }
      for vehicle in news.taken { $0.vehicles.insert(vehicle) }
      $0.vehicles.subtract(news.freed)
    }
  }
}
