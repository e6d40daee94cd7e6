import AMQP
import Messages
import RideStore
package import Rides

/// The timers of a worker: one thread that repeatedly reads due commands from the store and
/// publishes them, until the stop.
///
/// One worker of a kind publishes at a time, by a lease: with a long queue each of them would
/// repeat every command. The lease only saves messages: a command that two tickers publish has one
/// identifier and is executed once.
package struct Ticker<Transport: PublishingTransport & ~Copyable>: ~Copyable {
  private var transport: Transport
  private let location: () -> StoreLocation
  private let tick: Tick
  private let settings: TickerSettings
  private let stopSignal: StopSignal
  private let log: Log
  private let health: LaneHealth
  /// The moment now, nil while the clock is wrong.
  private let clock: @Sendable () -> Instant?
  private var store: (any RideStore)?
  private var lease: TaskLease
  private var isConnected = false
  /// Set when the broker is lost, until it is reached again.
  private var hasLostBroker = false
  private var isBlocked = false
  private var isFailing = false
  private var sent = SentCommands()
  private var storeBackoff: Backoff
  private var brokerBackoff: Backoff

  package init(
    transport: consuming Transport, location: @autoclosure @escaping () -> StoreLocation,
    tick: @escaping Tick, lease: TaskLease,
    settings: TickerSettings, stopSignal: StopSignal, log: Log, health: LaneHealth,
    clock: @escaping @Sendable () -> Instant?
  ) {
    self.transport = transport
    self.location = location
    self.tick = tick
    self.lease = lease
    self.settings = settings
    self.stopSignal = stopSignal
    self.log = log
    self.health = health
    self.clock = clock
    storeBackoff = settings.backoff
    brokerBackoff = settings.backoff
  }

  /// Works until the stop; the next holder of the lease publishes commands that are not confirmed
  /// by then.
  package mutating func run() {
    while !stopSignal.isStopped {
      health.turn()
      rest(for: turn())
    }
    giveUpLease()
    transport.close()
    // A ticker that has ended is not stuck, however long the lanes still work.
    health.update { $0.lastTurn = nil }
  }

  /// One tick; returns the pause after it.
  ///
  /// While the clock is wrong nothing is due. A ticker without a broker reconnects before it
  /// requests the lease.
  private mutating func turn() -> Duration {
    guard let now = clock() else { return settings.interval }
    do throws(AMQPError) {
      if hasLostBroker { try connect() }
      guard let commands = askStore(now) else { return storeBackoff.next() }
      storeBackoff.reset()
      return try publish(commands, now)
    } catch {
      return lose(error)
    }
  }

  /// The commands that are due, none where another worker has the lease, nil when the store does
  /// not answer.
  ///
  /// The transaction of the tick only reads: a tick that would write traps.
  private mutating func askStore(_ now: Instant) -> [Publication]? {
    do throws(StoreError) {
      let store = try session()
      let isOurs = isOurs(in: store, at: now)
      let commands =
        isOurs ? try store.transaction(.read) { () throws(StoreError) in try tick(store, now) } : []
      isFailing = false
      return commands
    } catch {
      store = nil
      // The maintenance of the store logs the outage and its end.
      if !isFailing { log.warning(.tickFailed, [.error: .string("\(error)")]) }
      isFailing = true
      return nil
    }
  }

  /// Whether this ticker publishes.
  ///
  /// It also publishes if it cannot request the lease, since the lease only saves messages: a
  /// database role without permission for it must not stop the timers.
  private mutating func isOurs(in store: any RideStore, at now: Instant) -> Bool {
    do throws(StoreError) {
      return try lease.isHeld(in: store, at: now)
    } catch {
      return true
    }
  }

  private mutating func session() throws(StoreError) -> any RideStore {
    if let store { return store }
    let opened = try StoreSession.open(location)
    store = opened
    return opened
  }

  /// Publishes due commands that were not published recently; returns the pause after them.
  private mutating func publish(
    _ commands: [Publication], _ now: Instant
  ) throws(AMQPError) -> Duration {
    let due = sent.due(commands, at: now)
    guard !due.isEmpty else { return settings.interval }
    if !isConnected { try connect() }
    setBlocked(transport.isBlocked)
    guard !isBlocked, let report = try awaitConfirms(due) else { return settings.interval }
    logAnswers(report)
    let failures = Dictionary(grouping: report.failures, by: \.index)
    // What cannot be sent at all would fail at each tick.
    let taken = due.indices.filter { failures[$0]?.allSatisfy { $0.kind == .unsendable } ?? true }
    sent.record(taken.map { due[$0] }, at: now)
    guard taken.count == due.count else { return brokerBackoff.next() }
    brokerBackoff.reset()
    return settings.busyInterval
  }

  private mutating func connect() throws(AMQPError) {
    try transport.connect()
    isConnected = true
    hasLostBroker = false
  }

  /// Publishes once and waits for the broker's answers; nil when the stop comes first.
  private mutating func awaitConfirms(
    _ publications: [Publication]
  ) throws(AMQPError) -> PublishReport? {
    transport.begin(publications)
    var deadline = ContinuousClock.now + settings.confirmTimeout
    while !stopSignal.isStopped {
      health.turn()
      let progress = try transport.advance(within: settings.turn)
      setBlocked(transport.isBlocked)
      switch progress {
      case .settled(let report): return report
      case .blocked: deadline = .now + settings.confirmTimeout
      case .working:
        guard ContinuousClock.now < deadline else {
          throw .unconfirmed(count: publications.count, after: settings.confirmTimeout)
        }
      }
    }
    return nil
  }

  /// Drops the connection and releases the lease, so that a connected worker can acquire it;
  /// returns the pause before the next attempt.
  private mutating func lose(_ error: AMQPError) -> Duration {
    transport.disconnect()
    giveUpLease()
    isConnected = false
    hasLostBroker = true
    isBlocked = false
    if error.code == .notAdmitted { brokerBackoff.undo() }
    let pause = brokerBackoff.next()
    log.warning(
      .tickerConnectionLost,
      [
        .error: .string("\(error)"), .attempt: .int(brokerBackoff.attempt),
        .retryInMilliseconds: .int(Int(pause.milliseconds)),
      ])
    return pause
  }

  private mutating func giveUpLease() {
    guard let store, let now = clock() else { return }
    lease.giveUp(in: store, at: now)
  }

  private mutating func rest(for pause: Duration) {
    do throws(AMQPError) {
      try transport.idle(for: pause)
    } catch {
      _ = stopSignal.wait(for: lose(error))
    }
  }

  private func logAnswers(_ report: PublishReport) {
    let published = report.count - report.failures.count
    if published > 0 { log.debug(.commandsPublished, [.count: .int(published)]) }
    guard let first = report.failures.first else { return }
    log.error(
      .publicationsRefused,
      [.count: .int(report.failures.count), .reason: .string("\(first.kind): \(first.reason)")])
  }

  private mutating func setBlocked(_ isBlocked: Bool) {
    guard self.isBlocked != isBlocked else { return }
    self.isBlocked = isBlocked
    if isBlocked { log.warning(.brokerBlocked) } else { log.info(.brokerUnblocked) }
  }
}

extension AMQPError {
  /// The broker has not confirmed in time; the messages may or may not be published.
  fileprivate static func unconfirmed(count: Int, after limit: Duration) -> AMQPError {
    AMQPError(
      code: .timeout, operation: "wait for the confirms of \(count) messages",
      detail: "none for \(limit)", isRetriable: true)
  }
}
