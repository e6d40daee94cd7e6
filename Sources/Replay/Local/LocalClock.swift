package import Rides
import Synchronization

/// The clock of a replay, which stands until it is set.
package final class LocalClock: Sendable {
  private let microseconds: Atomic<Int64>

  /// A clock that stands at a moment.
  package init(_ start: Instant) { microseconds = Atomic(start.microseconds) }

  /// The moment at which it stands.
  package var now: Instant { Instant(microseconds: microseconds.load(ordering: .relaxed)) }

  /// Sets the clock, never back.
  func advance(to instant: Instant) {
    if instant > now { microseconds.store(instant.microseconds, ordering: .relaxed) }
  }
}
