package import RideStore
package import Rides
import Synchronization

/// The clock of a worker, as long as it agrees with the database's.
///
/// By a clock that is wrong a worker would cancel rides, so it has none then: it takes no message
/// and looks for nothing that is due. The store is asked for its time every second. In between,
/// that time is carried on by a clock that nobody sets, so that a clock that is set wrong is
/// noticed before the first use.
///
/// All processes of SQLite have the clock of their one machine, and nothing to compare it with.
package final class ClockWatch: Sendable {
  private let limitSeconds: Double
  private let wall: @Sendable () -> Instant
  private let steady: @Sendable () -> ContinuousClock.Instant
  /// What the database said last, nil before it was asked and where it has no clock of its own.
  private let answer = Mutex<Answer?>(nil)

  private struct Answer {
    let time: Instant
    /// When it came.
    let received: ContinuousClock.Instant
    let roundTrip: Duration
  }

  /// `steady` is a clock that nobody sets.
  package init(
    limitSeconds: Int, wall: @escaping @Sendable () -> Instant = WallClock.now,
    steady: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.limitSeconds = Double(limitSeconds)
    self.wall = wall
    self.steady = steady
  }

  /// The moment now, nil while the clock is wrong.
  package func now() -> Instant? {
    let now = wall()
    guard let reading = reading(at: now) else { return now }
    return reading.agrees(within: limitSeconds) ? now : nil
  }

  /// How far the clock is off now; nil where there is nothing to compare it with.
  package var reading: ClockReading? { reading(at: wall()) }

  /// The moment now by the clock as it is.
  package var unchecked: Instant { wall() }

  /// Asks the database for its time, nil where it has none.
  package func compare(
    with ask: () throws(StoreError) -> Instant?
  ) throws(StoreError) {
    let start = steady()
    let time = try ask()
    let received = steady()
    answer.withLock { answer in
      answer = time.map { Answer(time: $0, received: received, roundTrip: received - start) }
    }
  }

  private func reading(at now: Instant) -> ClockReading? {
    guard let answer = answer.withLock({ $0 }) else { return nil }
    let since = (steady() - answer.received).microseconds
    return ClockReading(
      own: now, database: Instant(microseconds: answer.time.microseconds + since),
      roundTrip: Double(answer.roundTrip.microseconds) / 1_000_000)
  }
}
