import AMQP
import Messages
package import RideHandlers
import RideStore
package import Rides

/// One thread's worth of a worker: takes batches from a queue, has them handled, publishes the
/// outcomes, waits for the confirms and acknowledges, until it is told to stop.
package struct Lane<Transport: LaneTransport & ~Copyable>: ~Copyable {
  private var transport: Transport
  private let handler: any MessageHandler
  private let settings: LaneSettings
  private let stopLine: StopLine
  private let reporter: LaneReporter
  private let clock: @Sendable () -> Instant
  private var machine = LaneMachine()
  private var batch: [Delivery] = []
  private var outcomes: [Outcome] = []
  private var brokerBackoff: Backoff
  private var storeBackoff: Backoff

  package init(
    transport: consuming Transport, handler: any MessageHandler, settings: LaneSettings,
    stopLine: StopLine, reporter: LaneReporter, clock: @escaping @Sendable () -> Instant
  ) {
    self.transport = transport
    self.handler = handler
    self.settings = settings
    self.stopLine = stopLine
    self.reporter = reporter
    self.clock = clock
    brokerBackoff = settings.backoff
    storeBackoff = settings.backoff
  }

  /// Works until the stop; everything taken by then is finished, acknowledged or given back.
  package mutating func run() {
    var event: LaneEvent?
    while true {
      reporter.turned()
      let action = machine.next(after: event, isStopping: stopLine.isStopped)
      if action == .stop { break }
      event = perform(action)
    }
    transport.close()
    reporter.stopped()
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
      reporter.brokerFailed(error)
      return .brokerFailed
    }
  }

  private mutating func connect() throws(AMQPError) -> LaneEvent {
    try transport.connect()
    reporter.connected()
    return .connected
  }

  private mutating func take() throws(AMQPError) -> LaneEvent {
    batch = try transport.take(limit: settings.batchLimit, within: settings.turn)
    if batch.isEmpty { brokerBackoff.reset() }
    return .took(batch.count)
  }

  private mutating func handle() -> LaneEvent {
    let start = ContinuousClock.now
    do throws(StoreError) {
      outcomes = try handler.handle(batch, at: clock())
      storeBackoff.reset()
      reporter.handled(outcomes, in: .now - start)
      return .handled
    } catch {
      reporter.storeFailed(error)
      return .storeFailed
    }
  }

  private mutating func publish() throws(AMQPError) -> LaneEvent {
    let publications = outcomes.flatMap(\.publications)
    transport.begin(publications)
    var deadline = ContinuousClock.now + settings.confirmTimeout
    while true {
      reporter.turned()
      switch try transport.advance(within: settings.turn) {
      case .settled(let report):
        try check(report, publications)
        return .published
      case .blocked(let reason):
        // The broker has asked to wait, however long it takes; the time for confirms begins after
        // it.
        reporter.blocked(reason)
        deadline = .now + settings.confirmTimeout
      case .working:
        guard ContinuousClock.now < deadline else {
          throw .unconfirmed(count: publications.count, after: settings.confirmTimeout)
        }
      }
    }
  }

  /// A returned response has lost its requester and is dropped; anything else must have a queue, so
  /// the batch is not acknowledged and comes again.
  private func check(_ report: PublishReport, _ publications: [Publication]) throws(AMQPError) {
    reporter.published()
    for index in report.returned {
      let publication = publications[index]
      guard publication.exchange == Exchange.default else {
        throw .unroutable(
          exchange: publication.exchange, routingKey: publication.routingKey)
      }
      reporter.responseReturned(publication)
    }
  }

  private mutating func acknowledge() throws(AMQPError) -> LaneEvent {
    if let last = batch.last { try transport.acknowledge(through: last.deliveryTag) }
    batch.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    // Not before: a batch that can be taken but not published must not be tried without a pause.
    brokerBackoff.reset()
    return .acknowledged
  }

  private mutating func waitForStore() throws(AMQPError) -> LaneEvent {
    let pause = storeBackoff.next()
    reporter.waiting(for: pause, attempt: storeBackoff.attempt)
    try transport.idle(for: pause)
    return .waited
  }

  private mutating func waitForBroker() -> LaneEvent {
    transport.disconnect()
    batch.removeAll()
    outcomes.removeAll()
    let pause = brokerBackoff.next()
    reporter.waiting(for: pause, attempt: brokerBackoff.attempt)
    _ = stopLine.wait(for: pause)
    return .waited
  }
}
