import AMQP
import Messages
package import RideHandlers
import RideStore
package import Rides

/// One thread of a worker: receives batches from a queue, calls the handler, publishes the
/// outcomes, waits for the confirms and acknowledges, until the stop.
///
/// While the broker confirms a batch, the next is handled; `LaneMachine` has the order.
package struct Lane<Transport: LaneTransport & ~Copyable>: ~Copyable {
  private var transport: Transport
  private let handler: any MessageHandler
  private let settings: LaneSettings
  private let stopSignal: StopSignal
  private let reporter: LaneReporter
  /// Records spans; nil while traces are off.
  private let tracer: LaneTracer?
  /// The moment now, nil while the clock is wrong.
  private let clock: @Sendable () -> Instant?
  /// When the handler began the current batch.
  private var begunAt = Instant(seconds: 0)
  private var machine = LaneMachine()
  /// The result of the last action.
  private var event: LaneEvent?
  /// The latest batch, until it is published.
  private var batch: [Delivery] = []
  /// How the store has failed with `batch`.
  private var outage: StoreOutage
  /// What has become of `batch`; empty until it is handled.
  private var outcomes: [Outcome] = []
  /// Has the batch before, from its publication until it is acknowledged.
  private var publisher: LanePublisher<Transport>
  private var brokerBackoff: Backoff
  /// Whether the last attempt to connect was made at all.
  private var wasAdmitted = true

  /// Makes a lane, not connected.
  ///
  /// More than five parameters: they are all that a lane works with.
  package init(
    transport: consuming Transport, handler: any MessageHandler, settings: LaneSettings,
    stopSignal: StopSignal, reporter: LaneReporter,
    tracer: LaneTracer? = nil, clock: @escaping @Sendable () -> Instant?
  ) {
    self.transport = transport
    self.handler = handler
    self.settings = settings
    self.stopSignal = stopSignal
    self.reporter = reporter
    self.tracer = tracer
    self.clock = clock
    brokerBackoff = settings.backoff
    outage = StoreOutage(backoff: settings.backoff)
    publisher = LanePublisher(
      handler: handler, settings: settings, stopSignal: stopSignal, reporter: reporter,
      tracer: tracer)
  }

  /// Whether the store has failed with `batch`, which it may have committed nevertheless.
  private var isInDoubt: Bool { outage.since != nil }

  /// Works until the stop; all messages received by then are finished and acknowledged, or returned
  /// to the queue.
  package mutating func run() {
    while true {
      reporter.turned()
      let action = machine.next(after: event, isStopping: stopSignal.isStopped)
      if action == .stop { break }
      event = perform(action)
    }
    transport.close()
    publisher.dropOwed()
    reporter.stopped()
  }

  /// Works until the queue is empty: for a caller that runs several lanes in turn on one thread.
  package mutating func drain() {
    repeat {
      event = perform(machine.next(after: event, isStopping: false))
    } while event != .took(0)
  }

  /// Does one action and returns its result.
  private mutating func perform(_ action: LaneAction) -> LaneEvent {
    do throws(AMQPError) {
      switch action {
      case .connect: return try connect()
      case .take: return try take()
      case .handle: return handle()
      case .publish: return try publish()
      case .takeAhead: return try takeAhead()
      case .confirm:
        try publisher.confirm(on: &transport)
        return .confirmed
      case .acknowledge: return try acknowledge()
      case .waitForStore: return try waitForStore()
      case .waitAway: return waitAway()
      case .waitForBroker: return waitForBroker()
      case .stop: preconditionFailure("a lane that stops does nothing more")
      }
    } catch {
      abandon()
      tracer?.failed("\(error.code)")
      reporter.brokerFailed(error)
      wasAdmitted = error.code != .notAdmitted
      return .brokerFailed
    }
  }

  private mutating func connect() throws(AMQPError) -> LaneEvent {
    guard clock() != nil else { return leaveForClock() }
    try transport.connect()
    tracer?.server = transport.server
    reporter.connected(isConsuming: transport.takesPart, storeAnswers: !isInDoubt)
    reporter.seen(brokerCertificateEnd: transport.brokerCertificateEnd)
    try publisher.publishOwed(on: &transport)
    return .connected(isInDoubt: isInDoubt)
  }

  private mutating func take() throws(AMQPError) -> LaneEvent {
    guard clock() != nil else { return leaveForClock() }
    if settings.storeIsMissed(), !storeAnswers() { return leaveForStore() }
    let isBlocked = transport.isBlocked
    reporter.blocked(isBlocked)
    guard !isBlocked else {
      // Messages that cannot be answered are not handled; the broker keeps them for another worker.
      try transport.idle(for: settings.turn)
      return .took(0)
    }
    let start = settings.time.now()
    tracer?.taking()
    batch = try transport.take(limit: settings.batchLimit, within: settings.turn)
    reporter.consumes(transport.takesPart)
    reportTaken()
    // A connection that was quiet for a whole turn is sound.
    if batch.isEmpty, settings.time.now() - start >= settings.turn { brokerBackoff.reset() }
    return .took(batch.count)
  }

  /// Receives the messages that have arrived while the broker confirms the batch before.
  private mutating func takeAhead() throws(AMQPError) -> LaneEvent {
    // The batch before is finished first, while there is a connection.
    guard clock() != nil else { return .tookAhead(0) }
    tracer?.taking()
    batch = try transport.takeAhead(limit: settings.batchLimit)
    reportTaken()
    return .tookAhead(batch.count)
  }

  private mutating func reportTaken() {
    tracer?.took(batch)
    reporter.unreadable(transport.takeUnreadable())
    if let now = clock() {
      reporter.took(batch, beside: publisher.deliveries.count, at: now)
    }
  }

  private mutating func handle() -> LaneEvent {
    guard let now = clock() else { return leaveForClock() }
    begunAt = now
    let start = settings.time.now()
    tracer?.handling()
    reporter.began(timeInStore: handler.timeInStore)
    do throws(StoreError) {
      outcomes = try handler.handle(batch, at: now)
      tracer?.handled(&outcomes, of: batch, at: now)
      outage.end()
      reporter.handled(
        outcomes, of: batch, in: settings.time.now() - start, timeInStore: handler.timeInStore,
        at: now)
      return .handled
    } catch {
      reporter.storeFailed(error)
      outage.failed(with: error, since: start)
      batch = batch.map { $0.copy(redelivered: true) }
      return .storeFailed
    }
  }

  /// Hands the outcomes to the broker; they are moved, since nothing else needs them.
  private mutating func publish() throws(AMQPError) -> LaneEvent {
    var (deliveries, made): ([Delivery], [Outcome]) = ([], [])
    swap(&deliveries, &batch)
    swap(&made, &outcomes)
    tracer?.publishes()
    let mayTakeAhead = try publisher.publish(
      consume made, of: deliveries, begunAt: begunAt, on: &transport)
    return .published(mayTakeAhead: mayTakeAhead)
  }

  private mutating func acknowledge() throws(AMQPError) -> LaneEvent {
    tracer?.acknowledging()
    let start = settings.time.now()
    try publisher.acknowledge(on: &transport)
    tracer?.acknowledged()
    reporter.acknowledged(in: settings.time.now() - start)
    publisher.end()
    reporter.finished(leaving: batch.count)
    brokerBackoff.reset()
    return .acknowledged
  }

  /// Leaves the messages to workers whose clocks are right.
  private mutating func leaveForClock() -> LaneEvent {
    leave(because: "clockWrong")
    return .clockIsWrong
  }

  /// Leaves the messages to workers whose stores answer; what the store may have kept stays.
  private mutating func leaveForStore() -> LaneEvent {
    leave(because: "storeAway")
    forgetBatch()
    return .storeIsAway
  }

  /// Closes the connections: messages that are not handled return to the queue.
  private mutating func leave(because reason: String) {
    abandon()
    transport.close()
    tracer?.failed(reason)
    reporter.consumes(false)
  }

  /// Forgets both batches, except their changes that are committed and not published.
  private mutating func abandon() {
    publisher.abandon(outcomes)
    outcomes = []
  }

  /// Forgets the messages that the broker will redeliver.
  ///
  /// A batch that the store may have kept stays, to be handled once more: another lane may have
  /// handled its messages before the store did, found nothing to do, and acknowledged them.
  private mutating func forgetBatch() {
    if isInDoubt {
      batch = batch.map { $0.copy(deliveryTag: LanePublisher<Transport>.noTag) }
    } else {
      batch = []
    }
    reporter.finished(leaving: 0)
  }

  private mutating func waitForStore() throws(AMQPError) -> LaneEvent {
    try transport.idle(for: nextStorePause())
    guard outage.isLong(by: settings), !stopSignal.isStopped else { return .waited }
    // A store that answers may still fail for this batch: others would fail alike.
    let isOwn = outage.isDenied || settings.storeIsMissed() || !storeAnswers()
    return isOwn ? leaveForStore() : .waited
  }

  private mutating func waitAway() -> LaneEvent {
    settings.time.pause(stopSignal, nextStorePause())
    let isBack = !stopSignal.isStopped && (outage.isDenied ? permitsBatch() : storeAnswers())
    guard isBack else { return .storeIsAway }
    outage.isOver()
    return .waited
  }

  private mutating func nextStorePause() -> Duration {
    let pause = outage.nextPause(settings.time.random)
    reporter.waiting(for: pause, attempt: outage.attempt)
    return pause
  }

  /// Whether the store does what it denied, which only the batch shows; on the next connection it
  /// is handled once more, for its answers.
  private mutating func permitsBatch() -> Bool {
    let before = outage
    guard handle() == .handled else { return false }
    abandon()
    outage = before
    return true
  }

  private func storeAnswers() -> Bool {
    do throws(StoreError) {
      try handler.checkStore()
      return true
    } catch {
      reporter.storeFailed(error)
      return false
    }
  }

  private mutating func waitForBroker() -> LaneEvent {
    transport.disconnect()
    forgetBatch()
    guard clock() != nil else {
      settings.time.pause(stopSignal, settings.turn)
      return .waited
    }
    // An attempt that was not admitted shows nothing about the broker.
    if !wasAdmitted { brokerBackoff.undo() }
    let pause = brokerBackoff.next(settings.time.random)
    reporter.waiting(for: pause, attempt: brokerBackoff.attempt)
    settings.time.pause(stopSignal, pause)
    return .waited
  }
}
