package import Hosts
import Synchronization

/// The health of all parts of a worker, put together for the probes.
package final class FleetHealth: Sendable {
  /// A lane or ticker whose loop has not turned for that long counts as stuck: three heartbeats.
  static let turnLimit = Duration.seconds(30)

  let lanes: [LaneHealth]
  private let ticker: LaneHealth
  let stopSignal: StopSignal
  private let clock: ClockWatch?
  private let process: ProbedProcess?
  private let hosts: HostNames
  /// Facts that no lane knows: whether the store answers its maintenance, and whether the clock is
  /// right.
  let shared: Mutex<SharedHealth>

  /// Of a ticker only the loop counts: the lanes report that the broker or the store is away.
  package init(
    lanes: [LaneHealth], ticker: LaneHealth = LaneHealth(), stopSignal: StopSignal,
    clock: ClockWatch? = nil, process: ProbedProcess? = nil, hosts: HostNames = .system,
    at moment: Moment = .now
  ) {
    self.lanes = lanes
    self.ticker = ticker
    self.stopSignal = stopSignal
    self.clock = clock
    self.process = process
    self.hosts = hosts
    shared = Mutex(SharedHealth(at: moment))
  }

  /// Records whether the store can be reached and has the schema of this build, and if not the kind
  /// of the error.
  package func recordStore(answers: Bool, because kind: String? = nil, at moment: Moment = .now) {
    shared.withLock {
      $0.dates.set(.store, !answers, at: moment)
      $0.storeError = kind
    }
  }

  /// Whether the maintenance has not reached the store for at least that long.
  package func missesStore(
    for duration: Duration, at now: ContinuousClock.Instant = .now
  ) -> Bool {
    shared.withLock { $0.dates[.store].map { now - $0.steady >= duration } ?? false }
  }

  /// Records whether the clock is right, so that a wrong one is dated before a probe asks.
  package func recordClock(at moment: Moment = .now) {
    let isWrong = clock.map { $0.now() == nil } ?? false
    shared.withLock { $0.dates.set(.clock, isWrong, at: moment) }
  }

  /// Records since when housekeeping fails; nil where it does not.
  package func recordHousekeeping(_ failures: HousekeepingFailures?) {
    shared.withLock { $0.housekeeping = failures }
  }

  /// Records for each shared setting whether other workers of the store have another value.
  package func recordSettings(
    _ differs: [SharedSetting: Bool], at moment: Moment = .now
  ) {
    shared.withLock {
      $0.settingDiffers = differs
      $0.dates.set(.payments, differs[.payments] ?? false, at: moment)
    }
  }

  /// Whether other workers of the store have another value, for each setting that was compared.
  var settingDiffers: [SharedSetting: Bool] { shared.withLock { $0.settingDiffers } }

  /// Whether the last operation of the store succeeded, in any part of the worker.
  var storeIsAvailable: Bool {
    shared.withLock { $0.dates[.store] == nil } && lanes.allSatisfy(\.now.storeAnswers)
  }

  /// The time since the stop was requested; zero before.
  var drainTime: Duration { stopSignal.timeSinceStop }

  /// The answers to both probes.
  ///
  /// Liveness depends on the loops alone, so that an outage outside restarts no worker.
  package func answers(at now: ContinuousClock.Instant = .now) -> ProbeAnswers {
    recordClock()
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
      lookupOverdueSince: hosts.overdueSince(at: now), stoppedAt: stopSignal.stoppedAt)
    return ProbeAnswers(
      liveness: liveness,
      readiness: Readiness(missing: causes.lacks(at: now), housekeeping: shared.housekeeping),
      process: process)
  }
}

/// The health of the parts other than lanes.
struct SharedHealth: Sendable {
  var dates = HindranceDates()
  var storeError: String?
  var housekeeping: HousekeepingFailures?
  var settingDiffers: [SharedSetting: Bool] = [:]

  /// Begins without a store.
  init(at moment: Moment) { dates.set(.store, true, at: moment) }
}
