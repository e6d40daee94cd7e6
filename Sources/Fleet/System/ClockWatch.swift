import Glibc
package import RideStore
package import Rides
import Synchronization

/// The clock of a worker, as long as it agrees with the database's.
///
/// With a wrong clock a worker would cancel rides, so it then receives no messages and looks for no
/// due commands. The store is asked for its time every second. In between, a monotonic clock
/// extrapolates that time, so that a wrong clock is noticed before its first use.
///
/// With SQLite all processes use the clock of one machine, so there is nothing to compare.
package final class ClockWatch: Sendable {
  private let limitSeconds: Double
  private let wall: @Sendable () -> Instant
  private let steady: @Sendable () -> ContinuousClock.Instant
  /// The latest time of the database; nil before the first answer, and if it has no clock of its
  /// own.
  private let answer = Mutex<Answer?>(nil)

  private struct Answer {
    let time: Instant
    /// When that answer arrived.
    let received: ContinuousClock.Instant
    let roundTrip: Duration
  }

  /// `steady` is a monotonic clock.
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

  /// The current difference of the clocks; nil if there is nothing to compare.
  package var reading: ClockReading? { reading(at: wall()) }

  /// The moment now by the clock as it is.
  package var unchecked: Instant { wall() }

  /// Reads the database's time; nil if it has none.
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

/// How far the clock of this process is from that of the database, as was measured.
package struct ClockReading: Hashable, Sendable {
  /// Negative for a clock that is behind.
  package let secondsAhead: Double
  /// The possible error, since the answer took some time.
  package let uncertainty: Double

  /// `own` is the moment of the answer, `roundTrip` the seconds since the question.
  package init(own: Instant, database: Instant, roundTrip: Double) {
    uncertainty = roundTrip / 2
    // The database read its clock between question and answer; the middle is the best estimate.
    secondsAhead = database.seconds(to: own) - uncertainty
  }

  /// Whether the clocks certainly differ by no more than that many seconds.
  package func agrees(within limit: Double) -> Bool { abs(secondsAhead) - uncertainty <= limit }
}

/// A moment by two clocks: the time of day for people, and a monotonic one for lengths of
/// time.
package struct Moment: Hashable, Sendable {
  package let time: Instant
  package let steady: ContinuousClock.Instant

  /// Takes both readings of one moment.
  package init(time: Instant, steady: ContinuousClock.Instant) {
    self.time = time
    self.steady = steady
  }

  /// The time of day to the second, as RFC 3339 writes it.
  package var text: String { Instant(seconds: time.microseconds / 1_000_000).rfc3339 }

  /// The moment of the call.
  package static var now: Moment { Moment(time: WallClock.now(), steady: .now) }
}

/// The time of day, for what people read; durations are measured with `ContinuousClock`.
package enum WallClock {
  /// The moment now, to the microsecond, by the system's real-time clock.
  package static func now() -> Instant {
    var time = timespec()
    let done = clock_gettime(CLOCK_REALTIME, &time)
    precondition(done == 0, "the system has no real-time clock")
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }
}
