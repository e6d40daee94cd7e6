package import Probes
import Synchronization

/// What all parts of a worker know of themselves, put together for the probes.
package final class FleetHealth: Sendable {
  /// A lane or ticker whose loop has not turned for so long is taken for stuck: three heartbeats.
  static let turnLimit = Duration.seconds(30)

  let lanes: [LaneHealth]
  private let ticker: LaneHealth
  let stopSignal: StopSignal
  private let clock: ClockWatch?
  private let process: ProbedProcess?
  /// What no lane knows: whether the store answers its maintenance, and whether the clock is right.
  let shared: Mutex<SharedHealth>

  /// Of a ticker only the loop counts: that the broker or the store is away, the lanes tell.
  package init(
    lanes: [LaneHealth], ticker: LaneHealth = LaneHealth(), stopSignal: StopSignal,
    clock: ClockWatch? = nil, process: ProbedProcess? = nil, at moment: Moment = .now
  ) {
    self.lanes = lanes
    self.ticker = ticker
    self.stopSignal = stopSignal
    self.clock = clock
    self.process = process
    shared = Mutex(SharedHealth(at: moment))
  }

  /// Notes whether the store can be reached and has the schema of this build, and else the kind of
  /// the error.
  package func noteStore(answers: Bool, because kind: String? = nil, at moment: Moment = .now) {
    shared.withLock {
      $0.dates.note(.store, !answers, at: moment)
      $0.storeError = kind
    }
  }

  /// Notes whether the clock is right, so that a wrong one is dated before a probe asks.
  package func noteClock(at moment: Moment = .now) {
    let isWrong = clock.map { $0.now() == nil } ?? false
    shared.withLock { $0.dates.note(.clock, isWrong, at: moment) }
  }

  /// Notes since when housekeeping fails; nil where it does not.
  package func noteHousekeeping(_ failures: HousekeepingFailures?) {
    shared.withLock { $0.housekeeping = failures }
  }

  /// Whether the store did its part the last time it was asked, by any part of the worker.
  var storeIsAvailable: Bool {
    shared.withLock { $0.dates[.store] == nil } && lanes.allSatisfy(\.now.storeAnswers)
  }

  /// The time since the stop was asked for; zero before.
  var drainTime: Duration { stopSignal.timeSinceStop }

  /// The answers to both probes.
  ///
  /// Liveness is the loops' alone, so that an outage outside restarts nobody.
  package func answers(at now: ContinuousClock.Instant = .now) -> ProbeAnswers {
    noteClock()
    let facts = lanes.map(\.now)
    let loops = facts.enumerated().map { ("lane \($0 + 1)", $1) } + [("ticker", ticker.now)]
    let stuck = loops.filter { _, loop in
      loop.lastTurn.map { now - $0 > Self.turnLimit } ?? false
    }
    let liveness = Liveness(
      isLive: stuck.isEmpty,
      detail: stuck.isEmpty ? nil : "stuck: " + stuck.map(\.0).joined(separator: ", "))
    let shared = shared.withLock { $0 }
    let causes = HindranceCauses(
      lanes: facts, shared: shared, secondsAhead: clock?.reading?.secondsAhead,
      stoppedAt: stopSignal.stoppedAt)
    return ProbeAnswers(
      liveness: liveness,
      readiness: Readiness(missing: causes.lacks(at: now), housekeeping: shared.housekeeping),
      process: process)
  }
}

/// What is known beside the lanes.
struct SharedHealth: Sendable {
  var dates = HindranceDates()
  var storeError: String?
  var housekeeping: HousekeepingFailures?

  /// Begins without a store.
  init(at moment: Moment) { dates.note(.store, true, at: moment) }
}
