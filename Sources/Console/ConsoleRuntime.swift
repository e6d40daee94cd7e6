import Fleet
import Glibc
import HTTP
import Hosts
import RideStore
import Rides

/// What a console starts with.
struct ConsoleSetup: Sendable {
  let configuration: Configuration
  let catalogue: Catalogue
  /// Of the catalogue's files.
  let digest: String
  let accounts: AccountsFile
  let log: Log
  /// What the program was built from.
  let commit: String
}

/// The threads of a console, started together and stopped together.
struct ConsoleRuntime: Sendable {
  private let setup: ConsoleSetup
  private let console: ConsoleContext
  private let service: ConsoleService
  private let health: FleetHealth
  private let meter: ConsoleMeter
  private let stopSignal = StopSignal()
  private let log: Log
  private let live: LiveHub

  /// Nil where the folder of the site has no page.
  init?(_ setup: ConsoleSetup, routes: [Route] = Routes.all) {
    var site = SiteFiles()
    site.add(setup.configuration.console.site, at: "/site")
    site.add("/usr/share/javascript/leaflet", at: "/vendor/leaflet")
    guard site.hasPage else { return nil }
    (self.setup, log) = (setup, setup.log)
    let version = Version.text(commit: setup.commit)
    health = FleetHealth(
      lanes: [], stopSignal: stopSignal,
      process: ProbedProcess(
        worker: ConsoleProgram.name, version: version, startedAt: Moment.now.text))
    live = LiveHub(version: "\(version) \(site.digest)")
    console = ConsoleContext(
      configuration: setup.configuration,
      inForce: CatalogueInForce(setup.catalogue, digest: setup.digest),
      version: "\(version) \(site.digest)",
      access: ConsoleAccess(setup.configuration.console, setup.accounts, log: setup.log),
      health: health, log: setup.log, clock: WallClock.now, live: live)
    meter = ConsoleMeter(
      worker: ConsoleProgram.name, commit: setup.commit, health: health, log: setup.log.counters)
    service = ConsoleService(
      console, site: site, routes: routes, count: meter.count)
  }

  /// Serves until `wait` returns the signal to stop.
  ///
  /// `begun` is given the port; the threads run by then.
  func work(
    until wait: () -> Int32 = Signals.wait, begun: (UInt16) -> Void = { _ in }
  ) throws(HTTPServerError) {
    let settings = setup.configuration.console
    let server = try HTTPServer(
      port: settings.port, address: settings.address,
      limits: HTTPLimits(longBodyPath: CatalogueRoutes.path),
      refusal: { [service] in service.refusal($0) }, serve: { [service] in service.serve($0) })
    let probes = try probes()
    HostNames.system.stopWaiting(at: stopSignal.descriptor)
    let threads = Thread { [self] in runThreads() }
    logStart(server.port)
    begun(server.port)
    let signal = wait()
    log.info(.workerStopping, [.signal: .int(Int(signal))])
    stopSignal.stop()
    service.stop()
    console.redrives.stop(at: console.clock())
    threads.join()
    server.stop()
    withExtendedLifetime(probes) {}
    log.flush(all: true)
    log.info(.workerStopped)
  }

  private func probes() throws(HTTPServerError) -> ProbeServer? {
    guard let port = setup.configuration.probePort else { return nil }
    return try ProbeServer(
      port: port, address: setup.configuration.probeAddress, metrics: { [meter] in meter.text },
      probe: { [health] in health.answers() })
  }

  private func logStart(_ port: UInt16) {
    let configuration = setup.configuration
    let origin =
      configuration.console.origin?.description
      ?? "http://\(configuration.console.address):\(port)"
    log.info(
      .consoleStarted,
      [
        .pid: .int(Int(getpid())), .version: .string(Version.text(commit: setup.commit)),
        .url: .string(origin), .store: .string("\(configuration.store)"),
        .digest: .string(setup.digest),
      ])
    if configuration.console.origin?.isSecure != true { log.warning(.consoleWithoutTLS) }
  }

  /// Runs all threads; returns when they have ended.
  private func runThreads() {
    let location = setup.configuration.store
    let open: @Sendable () throws(StoreError) -> any RideStore = {
      () throws(StoreError) in try StoreSession.open(location)
    }
    var bodies: [@Sendable () -> Void] = [
      { [self] in
        var catalogue = CatalogueWatch(
          path: setup.configuration.catalogue, digest: setup.digest, log: log)
        while !stopSignal.wait(for: .seconds(1)) {
          log.flush()
          service.lookForStore(open)
          catalogue.look { console.inForce.use($0, digest: $1) }
        }
      }
    ]
    for _ in 0..<ConsoleService.threads { bodies.append { [service] in service.work(open) } }
    for _ in 0..<Redrives.threads {
      bodies.append { [console] in console.redrives.work(console, open) }
    }
    bodies += live.threads(console, until: stopSignal, open: open)
    Thread.runAll(bodies)
  }
}
