import AMQP
import Messages
package import RideHandlers
import RideStore
package import Rides

/// One thread's worth of a worker: takes batches from a queue, has them handled, publishes the
/// outcomes, waits for the confirms and acknowledges, until it is told to stop.
package struct Lane<Transport: LaneTransport & ~Copyable>: ~Copyable {
  var transport: Transport
  let handler: any MessageHandler
  let settings: LaneSettings
  let stopLine: StopLine
  let reporter: LaneReporter
  /// Records spans; nil while traces are off.
  let tracer: LaneTracer?
  /// The moment now, nil while the clock is wrong.
  let clock: @Sendable () -> Instant?
  /// When the current batch began.
  private(set) var begunAt = Instant(seconds: 0)
  private var machine = LaneMachine()
  /// What came of the last action.
  private var event: LaneEvent?
  var batch: [Delivery] = []
  var outcomes: [Outcome] = []
  /// The places in the batch of the deliveries that the broker shall keep as dead letters itself.
  var rejected: Set<Int> = []
  private var brokerBackoff: Backoff
  private var storeBackoff: Backoff
  var refusing: RefusingQueues
  /// What a committed batch has to have told and could not before its connection was lost.
  var owed: [Publication] = []
  /// Whether the last attempt to connect was made at all.
  private var wasAdmitted = true

  package init(
    transport: consuming Transport, handler: any MessageHandler, settings: LaneSettings,
    stopLine: StopLine, reporter: LaneReporter,
    tracer: LaneTracer? = nil, clock: @escaping @Sendable () -> Instant?
  ) {
    self.transport = transport
    self.handler = handler
    self.settings = settings
    self.stopLine = stopLine
    self.reporter = reporter
    self.tracer = tracer
    self.clock = clock
    brokerBackoff = settings.backoff
    storeBackoff = settings.backoff
    refusing = RefusingQueues(patience: settings.refusalPatience)
  }

  /// Works until the stop; everything taken by then is finished, acknowledged or given back.
  package mutating func run() {
    while true {
      reporter.turned()
      let action = machine.next(after: event, isStopping: stopLine.isStopped)
      if action == .stop { break }
      event = perform(action)
    }
    transport.close()
    reporter.dropped(
      owed.map { OutgoingBatch.Dropped(publication: $0, reason: "the stop came before the broker") }
    )
    reporter.stopped()
  }

  /// Works until nothing is left to be taken: for a caller that runs several lanes in turn on one
  /// thread.
  package mutating func drain() {
    repeat {
      event = perform(machine.next(after: event, isStopping: false))
    } while event != .took(0)
  }

  /// Does one action and says what came of it.
  private mutating func perform(_ action: LaneAction) -> LaneEvent {
    do throws(AMQPError) {
      switch action {
      case .connect: return try connect()
      case .take: return try take()
      case .handle: return handle()
      case .publish: return try publish()
      case .acknowledge: return try acknowledge()
      case .waitForStore: return try waitForStore()
      case .waitForBroker: return waitForBroker()
      case .stop: preconditionFailure("a lane that stops does nothing more")
      }
    } catch {
      tracer?.failed("\(error.code)")
      reporter.brokerFailed(error)
      wasAdmitted = error.code != .notAdmitted
      return .brokerFailed
    }
  }

  private mutating func connect() throws(AMQPError) -> LaneEvent {
    guard clock() != nil else { return leave() }
    try transport.connect()
    tracer?.server = transport.server
    reporter.connected(isConsuming: transport.isConsuming)
    reporter.seen(brokerCertificateEnd: transport.brokerCertificateEnd)
    try publishOwed()
    return .connected
  }

  private mutating func take() throws(AMQPError) -> LaneEvent {
    guard clock() != nil else { return leave() }
    let isBlocked = transport.isBlocked
    reporter.blocked(isBlocked)
    guard !isBlocked else {
      // What cannot be answered is not begun; the broker keeps it for a worker that can.
      try transport.idle(for: settings.turn)
      return .took(0)
    }
    let start = settings.time.now()
    tracer?.taking()
    batch = try transport.take(limit: settings.batchLimit, within: settings.turn)
    tracer?.took(batch)
    reporter.consumes(transport.isConsuming)
    reporter.unreadable(transport.takeUnreadable())
    if let now = clock() { reporter.took(batch, at: now) }
    // A connection that was quiet for a whole turn is sound.
    if batch.isEmpty, settings.time.now() - start >= settings.turn { brokerBackoff.reset() }
    return .took(batch.count)
  }

  private mutating func handle() -> LaneEvent {
    guard let now = clock() else { return leave() }
    begunAt = now
    let start = settings.time.now()
    tracer?.handling()
    reporter.began(timeInStore: handler.timeInStore)
    do throws(StoreError) {
      outcomes = try handler.handle(batch, at: now)
      tracer?.handled(&outcomes, of: batch, at: now)
      storeBackoff.reset()
      reporter.handled(
        outcomes, of: batch, in: settings.time.now() - start, timeInStore: handler.timeInStore,
        at: now)
      return .handled
    } catch {
      reporter.storeFailed(error)
      // The store may have kept the batch, and only its answer was lost.
      for place in batch.indices { batch[place].redelivered = true }
      return .storeFailed
    }
  }

  private mutating func acknowledge() throws(AMQPError) -> LaneEvent {
    tracer?.acknowledging()
    let start = settings.time.now()
    for place in rejected.sorted() { try transport.reject(batch[place].deliveryTag) }
    if let last = batch.indices.last(where: { !rejected.contains($0) }) {
      try transport.acknowledge(through: batch[last].deliveryTag)
    }
    tracer?.acknowledged()
    reporter.acknowledged(in: settings.time.now() - start)
    forgetBatch()
    brokerBackoff.reset()
    return .acknowledged
  }

  /// Gives all back that is not begun, for workers whose clocks are right.
  private mutating func leave() -> LaneEvent {
    transport.close()
    tracer?.failed("clockWrong")
    reporter.consumes(false)
    return .clockIsWrong
  }

  private mutating func forgetBatch() {
    batch = []
    outcomes = []
    rejected = []
    reporter.forgotBatch()
  }

  private mutating func waitForStore() throws(AMQPError) -> LaneEvent {
    let pause = storeBackoff.next(settings.time.random)
    reporter.waiting(for: pause, attempt: storeBackoff.attempt)
    try transport.idle(for: pause)
    return .waited
  }

  private mutating func waitForBroker() -> LaneEvent {
    transport.disconnect()
    forgetBatch()
    guard clock() != nil else {
      settings.time.pause(stopLine, settings.turn)
      return .waited
    }
    // Who was not admitted has learnt nothing of the broker.
    if !wasAdmitted { brokerBackoff.takeBack() }
    let pause = brokerBackoff.next(settings.time.random)
    reporter.waiting(for: pause, attempt: brokerBackoff.attempt)
    settings.time.pause(stopLine, pause)
    return .waited
  }
}
