import AMQP
import Crypto
import Glibc
import HTTP
import Hosts
import Messages
import RideHandlers
import RideStore
import Rides

/// The threads of a worker: the lanes, the ticker, the store maintenance and the probes, started
/// together and stopped together.
struct WorkerRuntime: Sendable {
  private let definition: WorkerDefinition
  private let configuration: Configuration
  private let settings: CurrentSettings
  private let stopSignal = StopSignal()
  private let cache: SupplyCache
  private let obligations = ObligationCache()
  private let laneHealth: [LaneHealth]
  private let tickerHealth = LaneHealth()
  private let health: FleetHealth
  private let quarantine: QuarantineGate
  private let throttle: ConnectThrottle
  private let meter: WorkerMeter
  private let log: Log
  private let clock: ClockWatch
  /// Nil while traces are off.
  private let traces: TraceExport?

  init(_ definition: WorkerDefinition, _ setup: WorkerSetup) {
    let (cache, instance) = (SupplyCache(), TraceResource.randomUUID())
    (self.definition, self.cache, configuration) = (definition, cache, setup.configuration)
    log = Log(
      level: configuration.logLevel, worker: definition.name,
      style: LogStyle(
        format: configuration.logFormat, environment: SystemEnvironment.variables()))
    traces = TraceExport(
      configuration.tracing, worker: definition.name, version: Version.number, instance: instance,
      log: log)
    clock = ClockWatch(limitSeconds: configuration.clockLimitSeconds)
    throttle = ConnectThrottle(stopSignal: stopSignal)
    quarantine = QuarantineGate(lanes: configuration.lanes, log: log)
    laneHealth = (0..<configuration.lanes).map { _ in LaneHealth() }
    health = FleetHealth(
      lanes: laneHealth, ticker: tickerHealth, stopSignal: stopSignal, clock: clock,
      process: definition.process)
    var dependencies = HandlerDependencies(
      worker: definition.name, quoter: Quoter(catalogue: setup.catalogue),
      supply: { cache.supply }, digest: SHA256.digest, base32: Base32.encode,
      quotes: .signed(by: configuration.quoteKeys),
      obligation: { [obligations] in obligations.obligation(of: $0) },
      payments: configuration.payments.gateway(of: setup.catalogue))
    dependencies.clock = { [clock] in clock.now() }
    dependencies.updateSeconds = configuration.updateSeconds
    settings = CurrentSettings(
      endpoints: configuration.endpoints, store: configuration.store, dependencies: dependencies,
      digest: setup.digest)
    meter = WorkerMeter(
      definition, instance: instance, lanes: configuration.lanes,
      security: configuration.endpoints.first?.security,
      others: [
        HealthSamples(
          health: health, lanes: laneHealth, quarantine: quarantine, clock: clock,
          logCounters: log.counters, spanCounts: traces?.counts),
        CatalogueSamples(settings: settings),
        SnapshotSamples(
          supply: cache, obligations: definition.asksForObligations ? obligations : nil),
      ])
  }

  /// Works until SIGTERM, SIGINT or SIGHUP, then finishes the current batches.
  func work() -> ExitCode {
    let probes: ProbeServer?
    do throws(HTTPServerError) {
      probes = try startProbes()
    } catch {
      log.error(.configurationMistake, [.error: .string("LIVERY_PROBE_PORT: \(error)")])
      return .configuration
    }
    log.info(
      .workerStarted,
      [
        .pid: .int(Int(getpid())), .version: .string(Version.text(commit: definition.commit)),
        .lanes: .int(configuration.lanes), .queue: .string(definition.family.queue),
        .store: .string("\(configuration.store)"), .digest: .string(settings.values.digest),
      ])
    traces?.start()
    HostNames.system.stopWaiting(at: stopSignal.descriptor)
    let threads = Thread { [self] in runThreads() }
    let signal = Signals.wait()
    stopSignal.stop()
    let drained = startDrainClock()
    log.info(.workerStopping, [.signal: .int(Int(signal))])
    threads.join()
    drained.stop()
    traces?.finish()
    log.flush(all: true)
    log.info(.workerStopped)
    withExtendedLifetime(probes) {}
    return .success
  }

  private func startProbes() throws(HTTPServerError) -> ProbeServer? {
    guard let port = configuration.probePort else { return nil }
    return try ProbeServer(
      port: port, address: configuration.probeAddress, metrics: { [meter] in meter.text },
      probe: { [health] in health.answers() })
  }

  /// Starts the maintenance and, after the first snapshot of the vehicles, the lanes; returns
  /// when all have ended.
  private func runThreads() {
    let maintenance = Thread(name: "maintenance") { [self] in maintainStore() }
    // Beside the maintenance, which may wait for a password that is changed in its file.
    let watch = Thread { [self] in watchSettings() }
    let notifier = Thread { [self] in notifyServiceManager() }
    let bursts = Thread { [self] in
      while !stopSignal.wait(for: .seconds(1)) { log.flush() }
    }
    while !cache.isFilled, !stopSignal.isStopped { _ = stopSignal.wait(for: .milliseconds(2)) }
    var lanes: [@Sendable () -> Void] = []
    for index in 0..<configuration.lanes { lanes.append { [self] in runLane(index) } }
    if let tick = definition.tick { lanes.append { [self] in runTicker(tick) } }
    if configuration.deadLetters == .store {
      for queue in Topology.deadLetterQueues(of: definition.family) {
        lanes.append { [self] in moveDeadLetters(from: queue) }
      }
    }
    Thread.runAll(lanes)
    watch.join()
    bursts.join()
    notifier.join()
    maintenance.join()
  }

  private func maintainStore() {
    var maintenance = StoreMaintenance(
      location: settings.values.store, cache: cache,
      obligations: definition.asksForObligations ? obligations : nil, health: health, log: log,
      clock: clock,
      housekeeping: Housekeeping(
        deadLetterDays: configuration.deadLetterDays, log: log, meter: meter.housekeeping),
      figures: FigureReporter(holder: meter.instance, cache: meter.figures, log: log),
      settings: SharedSettings(log: log) { sharedSettings })
    maintenance.run(until: stopSignal) { error in
      log.flush(all: true)
      log.error(.schemaWrong, [.error: .string("\(error)")])
      // Not exit(3), which would run what other threads still use.
      _exit(ExitCode.data.rawValue)
    }
  }

  /// The values of the settings that the workers of a store must share.
  private var sharedSettings: [SharedSetting: String] {
    let values: [SharedSetting: String] = [
      .payments: configuration.payments.rawValue, .catalogue: settings.values.digest,
    ]
    let shared = SharedSetting.all(of: definition.family)
    return values.filter { shared.contains($0.key) }
  }

  private func watchSettings() {
    var watch = SettingsWatch(
      settings, configuration, digest: settings.values.digest,
      environment: SystemEnvironment.variables(), log: log)
    watch.run(until: stopSignal)
  }

  /// Ends at once where no service manager listens.
  private func notifyServiceManager() {
    let environment = SystemEnvironment.variables()
    guard let manager = ServiceManager(environment: environment, process: getpid()) else { return }
    let notifier = ServiceNotifier(
      manager: manager, health: health, drain: .seconds(configuration.drainSeconds), log: log)
    notifier.run(until: stopSignal)
  }

  private func runTicker(_ tick: @escaping Tick) {
    let transport = BrokerPublisher(
      endpoints: settings.values.endpoints, name: "\(definition.name) \(getpid()) ticker",
      throttle: throttle, stopSignal: stopSignal)
    var ticker = Ticker(
      transport: transport, location: settings.values.store, tick: tick,
      lease: TaskLease(
        "ticks of \(definition.family.queue)", holder: meter.instance,
        seconds: TickerSettings.leaseSeconds),
      settings: TickerSettings(), stopSignal: stopSignal, log: log, health: tickerHealth,
      clock: clock.now)
    ticker.run()
  }

  private func runLane(_ index: Int) {
    let log = log.with([.lane: .int(index + 1)])
    guard let store = openStore(log) else { return }
    var transport = BrokerTransport(
      endpoints: settings.values.endpoints, queue: definition.family.queue,
      prefetch: configuration.prefetch,
      name: "\(definition.name) \(getpid()) lane \(index + 1)",
      lane: QuarantineMember(gate: quarantine, lane: index), throttle: throttle,
      stopSignal: stopSignal)
    transport.lossyQueue = definition.family.queues.dropFirst().first
    var laneSettings = LaneSettings(
      worker: definition.name, batchLimit: configuration.batchLimit)
    laneSettings.storeIsMissed = { [health, patience = laneSettings.storePatience] in
      patience.map { health.missesStore(for: $0) } ?? false
    }
    transport.targets = Permissions.targets(
      of: definition.family, sendsPayments: configuration.payments == .amqp)
    var lane = Lane(
      transport: transport,
      handler: RenewedHandler(settings, store: store) { [definition, meter] dependencies, store in
        var dependencies = dependencies
        dependencies.recorder = meter.recorder(of: dependencies.quoter.catalogue, lane: index)
        return definition.makeHandler(dependencies, store)
      },
      settings: laneSettings, stopSignal: stopSignal,
      reporter: LaneReporter(
        log: log, health: laneHealth[index], meter: meter.lanes[index],
        accessSample: configuration.logAccessSample),
      tracer: traces?.tracer(of: definition.family.queue), clock: clock.now)
    lane.run()
  }

  private func moveDeadLetters(from queue: String) {
    guard let store = openStore(log.with([.queue: .string(queue)])) else { return }
    let lane = DeadLetterLane(
      definition: definition, configuration: configuration, settings: settings,
      stopSignal: stopSignal, log: log, clock: clock, meter: meter.deadLetters)
    lane.run(queue, in: store)
  }

  /// A session for a lane; waits while the store cannot be reached; nil at the stop.
  private func openStore(_ log: Log) -> (any RideStore)? {
    var backoff = Backoff()
    while !stopSignal.isStopped {
      do throws(StoreError) {
        return try StoreSession.open { settings.values.store }
      } catch {
        log.error(.storeUnavailable, [.error: .string("\(error)")])
        _ = stopSignal.wait(for: backoff.next())
      }
    }
    return nil
  }

  /// Ends the process if the drain takes longer than allowed; stopping the returned signal prevents
  /// that.
  private func startDrainClock() -> StopSignal {
    let drained = StopSignal()
    Thread { [self] in
      if drained.wait(for: .seconds(configuration.drainSeconds)) { return }
      log.flush(all: true)
      log.error(.drainTimedOut)
      _exit(ExitCode.drainTimedOut.rawValue)
    }.detach()
    return drained
  }
}

extension WorkerDefinition {
  /// The process as its probes show it, started now.
  fileprivate var process: ProbedProcess {
    ProbedProcess(
      worker: name, version: Version.text(commit: commit), startedAt: Moment.now.text)
  }
}
