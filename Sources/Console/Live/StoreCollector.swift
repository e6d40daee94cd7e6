import Fleet
import Messages
import RideStore
import Rides
import Tool

/// When something is to be done again: what takes long is done less often, so that no more than a
/// tenth of the time goes into it, however much there is.
struct Due {
  private var doneAt: ContinuousClock.Instant?
  private var cost = Duration.zero

  /// Whether the time has come; then it counts as done.
  mutating func isDue(every length: Duration, at now: ContinuousClock.Instant) -> Bool {
    if let doneAt, now - doneAt < max(length, cost * 10) { return false }
    (doneAt, cost) = (now, .zero)
    return true
  }

  /// Records how long it has taken.
  mutating func took(_ length: Duration) { cost = length }
}

/// Looks at the store for all viewers, on one thread with a session of its own.
struct StoreCollector {
  private let hub: LiveHub
  private let access: ConsoleAccess
  private let open: @Sendable () throws(StoreError) -> any RideStore
  private let clock: @Sendable () -> Instant
  private let log: Log
  private var store: (any RideStore)?
  private var isStoreAway = false
  private var content = Overview.Content()
  private var samples = WorkerSamples()
  private var operations = OperationEvents()
  private var scrapedAt: Instant?
  /// The dead letters of which the groups are.
  private var groupedLetters: [DeadLetterRecord.State: FleetFigures.Tally]?
  /// Whether the figures are newer than the last overview.
  private var isUnposted = false
  /// When looking began after a time without viewers; nil in such a time.
  private var begunAt: ContinuousClock.Instant?
  private var (vehiclesDue, figuresDue, lettersDue, lateDue) = (Due(), Due(), Due(), Due())
  private var (usersDue, beatDue) = (Due(), Due())

  /// How often vehicles are read with a viewer of them, and only to be counted.
  private static let (often, seldom) = (Duration.seconds(1), Duration.seconds(10))
  /// How long the workers are waited for before a first overview without them.
  private static let patience = Duration.seconds(4)
  /// How old what they say may be, in seconds.
  private static let oldestScrape = 20.0
  /// How many vehicles are read at a time, and groups of dead letters.
  private static let (page, groups) = (1_000, 200)

  /// How old the actions are that are looked for in the audit, in seconds: more than the time
  /// between two looks.
  private static let auditSeconds = 60

  /// `open` makes a session for the thread of the collector.
  init(
    _ hub: LiveHub, _ access: ConsoleAccess, log: Log,
    clock: @escaping @Sendable () -> Instant,
    open: @escaping @Sendable () throws(StoreError) -> any RideStore
  ) {
    (self.hub, self.access, self.log, self.clock, self.open) = (hub, access, log, clock, open)
  }

  /// Looks until the stop, as long as there are viewers.
  mutating func run(until stopSignal: StopSignal) {
    let bell = hub.bell()
    while !stopSignal.isStopped {
      bell.hear()
      let demand = hub.demand(at: clock())
      if demand.isAny {
        look(demand, at: .now)
      } else {
        begunAt = nil
      }
      waitForInput(
        [stopSignal.descriptor, bell.descriptor],
        for: demand.isAny ? .milliseconds(250) : .seconds(3_600))
    }
    hub.close()
  }

  /// Does all that is due.
  mutating func look(_ demand: LiveHub.Demand, at now: ContinuousClock.Instant) {
    if begunAt == nil {
      begunAt = now
      (vehiclesDue, figuresDue, lettersDue, lateDue) = (Due(), Due(), Due(), Due())
    }
    if usersDue.isDue(every: .seconds(2), at: now) {
      _ = reading { collector, store throws(StoreError) in try collector.endStreams(by: store) }
    }
    if vehiclesDue.isDue(every: demand.isOfVehicles ? Self.often : Self.seldom, at: now) {
      vehiclesDue.took(
        reading { collector, store throws(StoreError) in
          try collector.readVehicles(of: store, isSent: demand.isOfVehicles)
        })
    }
    if figuresDue.isDue(every: .seconds(2), at: now) {
      figuresDue.took(
        reading { collector, store throws(StoreError) in
          try collector.readFigures(of: store, at: now)
        })
      isUnposted = true
    }
    postOverview(at: now)
    if beatDue.isDue(every: .seconds(10), at: now) { hub.beat(at: clock()) }
  }

  /// Posts new figures; the first ones wait a moment for what the workers and the broker say.
  private mutating func postOverview(at now: ContinuousClock.Instant) {
    guard isUnposted else { return }
    takeScrape()
    let isScraped = scrapedAt.map { $0.seconds(to: clock()) < Self.oldestScrape } ?? false
    guard isScraped || begunAt.map({ now - $0 >= Self.patience }) ?? true else { return }
    hub.post(Overview(at: clock(), content: content))
    isUnposted = false
  }

  /// Reads with the session, which is opened where it is missing, and closed after an error;
  /// returns how long that took.
  private mutating func reading(
    _ read: (inout StoreCollector, any RideStore) throws(StoreError) -> Void
  ) -> Duration {
    let start = ContinuousClock.now
    do throws(StoreError) {
      let session: any RideStore
      if let store { session = store } else { session = try open() }
      store = session
      try read(&self, session)
      isStoreAway = false
    } catch {
      store?.rollBack()
      store = nil
      content.figures = nil
      if !isStoreAway { log.error(.storeUnavailable, [.error: .string("\(error)")]) }
      isStoreAway = true
    }
    return .now - start
  }

  /// Ends the streams of users who have signed out, or whose role is another.
  private func endStreams(by store: any RideStore) throws(StoreError) {
    let now = clock()
    var over: Set<ConsoleUser> = []
    for user in hub.users where try !access.isCurrent(user, at: now, in: store) {
      over.insert(user)
    }
    hub.end(over)
  }

  private mutating func readVehicles(
    of store: any RideStore, isSent: Bool
  ) throws(StoreError) {
    var (counts, rows): (VehicleCounts, [VehicleRow]) = (VehicleCounts(), [])
    var last: VehicleIdentifier?
    let now = clock()
    while true {
      let page = try store.vehicles(after: last, limit: Self.page)
      for vehicle in page.lazy.map(ListedVehicle.init) {
        counts.add(vehicle, at: now)
        if isSent, let row = VehicleRow(vehicle, at: now) { rows.append(row) }
      }
      last = page.last?.vehicleIdentifier
      if page.count < Self.page { break }
    }
    content.vehicles = counts
    if isSent { hub.post(rows, at: now) }
  }

  private mutating func readFigures(
    of store: any RideStore, at now: ContinuousClock.Instant
  ) throws(StoreError) {
    let at = clock()
    let figures = try store.transaction(.read) { () throws(StoreError) in
      try store.fleetFigures(at: at)
    }
    content.figures = figures
    let open = DeadLetterRecord.State.open.compactMap { figures.deadLetters[$0]?.count }
    operations.look(at: at, openLetters: open.reduce(0, +))
    operations.look(
      audit: try store.auditEntries(
        matching: AuditFilter(
          from: at.advanced(bySeconds: -Self.auditSeconds), limit: OperationEvents.most)))
    if lateDue.isDue(every: .seconds(10), at: now) {
      let start = ContinuousClock.now
      content.lateRides = try LateRides.oldest(of: figures, in: store, at: at)
      content.payingRides = try LateRides.paying(of: figures, in: store)
      lateDue.took(.now - start)
    }
    // Groups are counted over all letters, so only where there are others.
    let length = figures.deadLetters == groupedLetters ? Duration.seconds(60) : .seconds(2)
    guard lettersDue.isDue(every: length, at: now) else { return }
    let start = ContinuousClock.now
    content.letters = try store.deadLetterGroups(
      matching: DeadLetterFilter(states: DeadLetterRecord.State.open, limit: Self.groups))
    groupedLetters = figures.deadLetters
    lettersDue.took(.now - start)
  }

  /// Takes what the broker and the workers have said over.
  private mutating func takeScrape() {
    for report in hub.takeReports() { operations.add(report) }
    if let scrape = hub.scrape, scrape.at != scrapedAt {
      scrapedAt = scrape.at
      samples.add(scrape.statuses, at: scrape.at)
      operations.look(at: scrape.at, workers: samples.workers)
      content.workers = samples.workers
      content.brokerFault = scrape.brokerFault
      content.queues = BrokerFigures.names.map { name in
        let family = QueueFamily.allCases.first { $0.queue == name }
        var queue = family.flatMap { samples.queues[$0] } ?? QueueFigures(name: name)
        queue.depth = scrape.queues[name]?.depth
        queue.consumers = scrape.queues[name]?.consumers
        return queue
      }
    }
    content.events = operations.events
    content.wrongAccounts = access.accounts.current.mistakes.count
  }
}
