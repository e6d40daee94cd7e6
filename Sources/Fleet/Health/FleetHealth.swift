package import Probes
import Synchronization

/// What all parts of a worker know of themselves, put together for the probes.
package final class FleetHealth: Sendable {
  /// A lane or ticker whose loop has not turned for so long is taken for stuck: three heartbeats.
  static let turnLimit = Duration.seconds(30)

  private let lanes: [LaneHealth]
  private let ticker: LaneHealth
  private let stopLine: StopLine
  private let clock: ClockWatch?
  private let storeAnswers = Mutex<Bool>(false)
  private let housekeeping = Mutex<HousekeepingFailures?>(nil)

  /// Of a ticker only the loop counts: that the broker or the store is away, the lanes tell.
  package init(
    lanes: [LaneHealth], ticker: LaneHealth = LaneHealth(), stopLine: StopLine,
    clock: ClockWatch? = nil
  ) {
    self.lanes = lanes
    self.ticker = ticker
    self.stopLine = stopLine
    self.clock = clock
  }

  /// Notes whether the store can be reached and has the schema of this build.
  package func noteStore(answers: Bool) {
    storeAnswers.withLock { $0 = answers }
  }

  /// Notes since when housekeeping fails; nil where it does not.
  package func noteHousekeeping(_ failures: HousekeepingFailures?) {
    housekeeping.withLock { $0 = failures }
  }

  /// Whether the store did its part the last time it was asked, by any part of the worker.
  var storeIsAvailable: Bool {
    storeAnswers.withLock { $0 } && lanes.allSatisfy(\.now.storeAnswers)
  }

  /// The time since the stop was asked for; zero before.
  var drainTime: Duration { stopLine.timeSinceStop }

  /// The answers to both probes.
  ///
  /// Liveness is the loops' alone, so that an outage outside restarts nobody.
  package func answers(at now: ContinuousClock.Instant = .now) -> ProbeAnswers {
    let facts = lanes.map(\.now)
    let loops = facts.enumerated().map { ("lane \($0 + 1)", $1) } + [("ticker", ticker.now)]
    let stuck = loops.filter { _, loop in
      loop.lastTurn.map { now - $0 > Self.turnLimit } ?? false
    }
    let liveness = Liveness(
      isLive: stuck.isEmpty,
      detail: stuck.isEmpty ? nil : "stuck: " + stuck.map(\.0).joined(separator: ", "))
    return ProbeAnswers(
      liveness: liveness,
      readiness: Readiness(missing: missing(facts), housekeeping: housekeeping.withLock { $0 }))
  }

  private func missing(_ facts: [LaneHealth.Facts]) -> [String] {
    var missing: [String] = []
    for (index, fact) in facts.enumerated() {
      if !fact.hasConsumer { missing.append("consumer of lane \(index + 1)") }
      if !fact.publishes { missing.append("publications of lane \(index + 1)") }
      if fact.isBlocked { missing.append("broker takes publications of lane \(index + 1)") }
    }
    // All lanes are the same user.
    for permission in Set(facts.compactMap(\.missingPermission)).sorted() {
      missing.append("permission: \(permission)")
    }
    if !storeIsAvailable {
      missing.append("store")
    }
    if let clock, clock.now() == nil { missing.append("clock") }
    if stopLine.isStopped { missing.append("draining") }
    return missing
  }
}
