import Fleet
import Glibc
import Hosts
import Rides
import Synchronization
import Testing

@Suite struct HealthTests {
  let stopSignal = StopSignal()
  let lanes = [LaneHealth(), LaneHealth()]
  let health: FleetHealth

  init() {
    health = FleetHealth(lanes: lanes, stopSignal: stopSignal)
  }

  private func makeReady() {
    for lane in lanes {
      lane.turn()
      lane.update { $0.hasConsumer = true }
    }
    health.recordStore(answers: true)
  }

  @Test("A worker is ready when each lane consumes and the store answers")
  func ready() {
    #expect(
      health.answers().readiness.missing.map(\.text) == ["consumer lane 1, lane 2", "store"])
    makeReady()
    #expect(health.answers().readiness.isReady)
    #expect(health.answers().liveness == Liveness(isLive: true))
  }

  @Test("What is lacking is named")
  func missing() {
    makeReady()
    lanes[1].update { $0.hasConsumer = false }
    #expect(health.answers().readiness.missing.map(\.text) == ["consumer lane 2"])
    lanes[1].update { $0.hasConsumer = true }
    lanes[0].update { $0.isBlocked = true }
    #expect(
      health.answers().readiness.missing.map(\.text) == ["broker-resources lane 1"])
    lanes[0].update { $0.isBlocked = false }
    for lane in lanes { lane.update { $0.missingPermission = "access to exchange 'e'" } }
    #expect(health.answers().readiness.missing.map(\.text) == ["permission access to exchange 'e'"])
    for lane in lanes { lane.update { $0.missingPermission = nil } }
    lanes[0].update { $0.storeAnswers = false }
    #expect(health.answers().readiness.missing.map(\.text) == ["store lane 1"])
    lanes[0].update { $0.storeAnswers = true }
    health.recordStore(answers: false)
    #expect(health.answers().readiness.missing.map(\.text) == ["store"])
    health.recordStore(answers: true)
    stopSignal.stop()
    #expect(health.answers().readiness.missing.map(\.text) == ["draining"])
  }

  @Test("Each missing part is dated by the first lane without it, and not again")
  func since() {
    let start = ContinuousClock.now
    func moment(_ seconds: Int) -> Moment {
      Moment(
        time: Instant(seconds: 1_795_237_740 + Int64(seconds)), steady: start + .seconds(seconds))
    }
    makeReady()
    lanes[1].update(at: moment(10)) {
      $0.hasConsumer = false
      $0.details[.consumer] = "403 ACCESS_REFUSED"
    }
    lanes[0].update(at: moment(20)) { $0.hasConsumer = false }
    lanes[1].update(at: moment(30)) { $0.hasConsumer = false }
    health.recordStore(answers: false, because: "unavailable", at: moment(31))
    health.recordStore(answers: false, because: "denied\u{202E}", at: moment(32))
    #expect(
      health.answers(at: start + .seconds(40)).readiness.missing == [
        Lack(
          what: "consumer", since: "2026-11-21T05:09:10Z", seconds: 30,
          detail: "lane 1; lane 2: 403 ACCESS_REFUSED"),
        Lack(
          what: "store", since: "2026-11-21T05:09:31Z", seconds: 9, detail: "denied\\u202e"),
      ])
    lanes[1].update { $0.hasConsumer = true }
    let later = health.answers(at: start + .seconds(40)).readiness.missing[0]
    #expect(later.since == "2026-11-21T05:09:20Z" && later.detail == "lane 1")
  }

  @Test("Housekeeping that fails is shown, and leaves a worker ready")
  func housekeeping() {
    makeReady()
    let failures = HousekeepingFailures(since: "2026-11-22T10:00:00Z", count: 3)
    health.recordHousekeeping(failures)
    #expect(health.answers().readiness == Readiness(missing: [], housekeeping: failures))
    #expect(health.answers().readiness.isReady)
    health.recordHousekeeping(nil)
    #expect(health.answers().readiness == Readiness(missing: []))
  }

  @Test("Nothing that is outside makes a worker not alive")
  func outage() {
    makeReady()
    health.recordStore(answers: false)
    for lane in lanes {
      lane.update {
        $0.hasConsumer = false
        $0.storeAnswers = false
        $0.publishes = false
        $0.isBlocked = true
        $0.missingPermission = "access to exchange 'e'"
      }
    }
    stopSignal.stop()
    #expect(health.answers().liveness == Liveness(isLive: true))
    let missing = Set(health.answers().readiness.missing.map(\.what))
    let others = ["clock", "host-names", "payments"]
    #expect(missing == Set(Hindrance.allCases.map(\.rawValue)).subtracting(others))
  }

  @Test("A worker that waits for a name server is live, and not ready until it has the answer")
  func lookup() throws {
    let isSilent = Mutex(true)
    let hosts = HostNames { _ in
      while isSilent.withLock({ $0 }) { usleep(1_000) }
      return ["127.0.0.1"]
    }
    let health = FleetHealth(lanes: [], stopSignal: stopSignal, hosts: hosts)
    health.recordStore(answers: true)
    let lane = Fleet.Thread {
      _ = try? hosts.addresses(of: "broker.test", port: "5672", within: .seconds(60))
    }
    func missing() -> [String] {
      health.answers(at: .now + .seconds(1)).readiness.missing.map(\.text)
    }
    let end = ContinuousClock.now + .seconds(60)
    while missing() != ["host-names"], ContinuousClock.now < end { usleep(1_000) }
    #expect(missing() == ["host-names"])
    #expect(health.answers(at: .now + .seconds(1)).liveness.isLive)
    isSilent.withLock { $0 = false }
    lane.join()
    #expect(missing() == [])
  }

  @Test("What both probes say names the process")
  func process() {
    let process = ProbedProcess(worker: "w", version: "1", startedAt: "2026-11-22T10:00:00Z")
    let health = FleetHealth(lanes: [], stopSignal: StopSignal(), process: process)
    #expect(health.answers().process == process)
  }

  @Test("A lane whose loop does not turn is stuck after half a minute, and named")
  func stuck() {
    makeReady()
    let now = ContinuousClock.now
    lanes[0].update { $0.lastTurn = now }
    lanes[1].update { $0.lastTurn = now - .seconds(29) }
    #expect(health.answers(at: now).liveness.isLive)
    let later = health.answers(at: now + .seconds(2)).liveness
    #expect(later == Liveness(isLive: false, detail: "stuck: lane 2"))
    #expect(health.answers(at: now + .seconds(31)).liveness.detail == "stuck: lane 1, lane 2")
  }

  @Test("A ticker whose loop does not turn is stuck too")
  func stuckTicker() {
    let ticker = LaneHealth()
    let health = FleetHealth(lanes: [], ticker: ticker, stopSignal: StopSignal())
    let now = ContinuousClock.now
    #expect(health.answers(at: now + .seconds(3_600)).liveness.isLive, "it has not begun")
    ticker.update { $0.lastTurn = now }
    #expect(health.answers(at: now + .seconds(29)).liveness.isLive)
    let later = health.answers(at: now + .seconds(31)).liveness
    #expect(later == Liveness(isLive: false, detail: "stuck: ticker"))
  }

  @Test("A lane that has not started, because the store is unavailable, is not stuck")
  func notBegun() {
    #expect(health.answers(at: .now + .seconds(3_600)).liveness.isLive)
  }

  @Test("The cache shows the latest snapshot, and no vehicles before the first")
  func cache() {
    let cache = SupplyCache()
    #expect(!cache.isFilled)
    #expect(cache.supply.entries == [])
    cache.post(Supply(takenAt: Instant(seconds: 7), entries: []))
    #expect(cache.isFilled)
    #expect(cache.supply.takenAt == Instant(seconds: 7))
  }
}

extension Lack {
  /// The word and the detail.
  fileprivate var text: String { detail.map { "\(what) \($0)" } ?? what }
}
