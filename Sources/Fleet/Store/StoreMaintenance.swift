import RideHandlers
import RideStore
import Rides

/// Maintains the store on its own thread: checks every second that it answers, reads the snapshots
/// of the vehicles and of what riders owe, does the housekeeping, and compares the settings of the
/// store's workers.
package struct StoreMaintenance {
  /// The most obligations in a snapshot: a megabyte or two of names, read each second.
  static let obligationLimit = 100_000

  private let location: () -> StoreLocation
  private let cache: SupplyCache
  private let obligations: ObligationCache?
  private let health: FleetHealth
  private let log: Log
  private let clock: ClockWatch
  private var store: (any RideStore)?
  private var roster = VehicleRoster()
  /// The version of the roster that the cache holds.
  private var postedVersion: Int?
  /// A longer cap would delay readiness after the store has recovered.
  private var backoff = Backoff(base: 1, cap: 5)
  private var answered = true
  private var clockWasRight = true
  private var nextComplaint = Instant(seconds: 0)
  private var housekeeping: Housekeeping
  /// Nil where the figures of the fleet are not read.
  private var figures: FigureReporter?
  /// Nil where no settings are compared.
  private var settings: SharedSettings?

  /// Without a cache for obligations they are not read.
  package init(
    location: @autoclosure @escaping () -> StoreLocation, cache: SupplyCache,
    obligations: ObligationCache? = nil,
    health: FleetHealth, log: Log, clock: ClockWatch, housekeeping: Housekeeping? = nil,
    figures: FigureReporter? = nil, settings: SharedSettings? = nil
  ) {
    self.location = location
    self.cache = cache
    self.obligations = obligations
    self.health = health
    self.log = log
    self.clock = clock
    self.housekeeping = housekeeping ?? Housekeeping(log: log)
    self.figures = figures
    self.settings = settings
  }

  /// Works until the stop.
  ///
  /// `onWrongSchema` is called when the database is of another version; a retry does not help.
  mutating func run(until stopSignal: StopSignal, onWrongSchema: (StoreError) -> Void) {
    while !stopSignal.isStopped {
      var pause = Duration.seconds(1)
      let begun = Moment.now
      do throws(StoreError) {
        try turn()
        record(nil, at: begun)
        backoff.reset()
      } catch {
        record(error, at: begun)
        if error.code == .wrongSchema { onWrongSchema(error) }
        store = nil
        roster = VehicleRoster()
        postedVersion = nil
        // Workers that lose the store at the same moment do not all reconnect at the same moment.
        pause = backoff.next()
      }
      _ = stopSignal.wait(for: pause)
    }
    if let store { figures?.end(store, at: clock.unchecked) }
  }

  private mutating func turn() throws(StoreError) {
    let store = try session()
    try store.checkSchema()
    try clock.compare { () throws(StoreError) in try store.time() }
    let checked = clock.now()
    recordClock(isRight: checked != nil)
    health.recordClock()
    // The lanes wait for the first snapshot, and with it for a clock that is right.
    guard let now = checked else { return }
    let owed = try store.transaction(.read) { () throws(StoreError) in
      let owed = try obligations.map { _ throws(StoreError) in
        try store.obligations(limit: Self.obligationLimit)
      }
      try store.refresh(&roster, at: now)
      return owed
    }
    settings?.compare(in: store, at: now)
    if let settings { health.recordSettings(settings.differs) }
    // Before the vehicles, for whose first snapshot the lanes wait.
    if let owed { obligations?.post(owed, at: now) }
    post(at: now)
    housekeeping.run(store, at: now)
    health.recordHousekeeping(housekeeping.failures)
    figures?.run(store, at: now)
  }

  private mutating func post(at now: Instant) {
    // The order of the trees is most of the work, and the same for the same vehicles.
    cache.post(
      postedVersion == roster.version
        ? Supply(takenAt: now, like: cache.supply) : Supply(takenAt: now, roster: roster))
    postedVersion = roster.version
    log.debug(.supplyRefreshed, [.count: .int(roster.entries.count)])
  }

  private mutating func session() throws(StoreError) -> any RideStore {
    if let store { return store }
    let opened = try StoreSession.openReader(location)
    store = opened
    return opened
  }

  private mutating func recordClock(isRight: Bool) {
    if isRight != clockWasRight {
      let ahead = LogValue.double(clock.reading?.secondsAhead ?? 0)
      if isRight {
        log.info(.clockRight, [.secondsAhead: ahead])
      } else {
        log.warning(.clockWrong, [.secondsAhead: ahead])
      }
    }
    clockWasRight = isRight
  }

  /// `begun` is when the attempt began: a silent database has been away since then.
  private mutating func record(_ error: StoreError?, at begun: Moment) {
    health.recordStore(answers: error == nil, because: error?.code.rawValue, at: begun)
    // A lasting error is logged again each minute.
    if let error, answered || clock.unchecked >= nextComplaint {
      nextComplaint = clock.unchecked.advanced(bySeconds: 60)
      log.error(.storeUnavailable, [.error: .string("\(error)")])
    } else if error == nil, !answered {
      log.info(.storeRecovered)
    }
    answered = error == nil
  }
}
