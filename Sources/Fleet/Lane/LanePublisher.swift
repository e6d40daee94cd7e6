import AMQP
import Messages
import RideHandlers
import Rides

/// Publishes the outcomes of a lane's batches, until the broker has confirmed each publication or
/// the publication is dropped.
///
/// One batch is on its way at a time. Changes that are committed and were not published before the
/// connection was lost are owed: they are published first on the next connection.
struct LanePublisher<Transport: LaneTransport & ~Copyable> {
  private let handler: any MessageHandler
  private let settings: LaneSettings
  private let stopSignal: StopSignal
  private let reporter: LaneReporter
  private let tracer: LaneTracer?
  private var refusing: RefusingQueues
  private var batch: PublishingBatch?
  /// The owed changes of each batch, oldest first.
  private var owed: [[Publication]] = []

  init(
    handler: any MessageHandler, settings: LaneSettings, stopSignal: StopSignal,
    reporter: LaneReporter, tracer: LaneTracer?
  ) {
    self.handler = handler
    self.settings = settings
    self.stopSignal = stopSignal
    self.reporter = reporter
    self.tracer = tracer
    refusing = RefusingQueues(patience: settings.refusalPatience)
  }

  /// The messages of the batch on its way, until it is acknowledged.
  var deliveries: [Delivery] { batch?.deliveries ?? [] }

  /// Of a delivery whose connection is lost; a broker counts from 1.
  static var noTag: UInt64 { 0 }

  /// Writes the publications of a batch, and returns whether the next batch may be received
  /// meanwhile: all publications are written, some are unconfirmed, and no message of the batch was
  /// redelivered.
  ///
  /// After a batch of one message the queue is probably empty.
  mutating func publish(
    _ outcomes: consuming [Outcome], of deliveries: [Delivery], begunAt: Instant,
    on transport: inout Transport
  ) throws(AMQPError) -> Bool {
    var batch = newBatch(outcomes, of: deliveries, begunAt: begunAt)
    defer { self.batch = batch }
    // Late responses, and a connection that has to be opened, can take long.
    guard !batch.outgoing.isEmpty, !batch.outgoing.isLate, transport.canPublish else {
      return false
    }
    batch.failure = try attempt(&batch, on: &transport, waits: false)
    return batch.isUnderWay && deliveries.count > 1
      && deliveries.indices.allSatisfy { !deliveries[$0].redelivered }
  }

  /// Publishes the rest of the batch, with growing pauses: the broker may accept later what it
  /// refuses now, and a closed connection would count as an attempt of every message of the batch.
  mutating func confirm(on transport: inout Transport) throws(AMQPError) {
    guard var batch = self.batch.take() else {
      preconditionFailure("a lane waits for the confirms of what it has published")
    }
    defer { self.batch = batch }
    try publishAll(of: &batch, on: &transport)
    tracer?.published()
  }

  /// Acknowledges the messages of the batch; rejects those whose dead letters AMQP cannot carry.
  func acknowledge(on transport: inout Transport) throws(AMQPError) {
    let (deliveries, rejected) = (deliveries, batch?.outgoing.rejected ?? [])
    // What an earlier connection delivered is not this one's to acknowledge.
    let own = deliveries.indices.filter { deliveries[$0].deliveryTag != Self.noTag }
    for place in own where rejected.contains(place) {
      try transport.reject(deliveries[place].deliveryTag)
    }
    if let last = own.last(where: { !rejected.contains($0) }) {
      try transport.acknowledge(through: deliveries[last].deliveryTag)
    }
  }

  /// Forgets the batch, which is acknowledged.
  mutating func end() { batch = nil }

  /// Forgets the batch, whose connection is lost, but owes its changes and those of the later
  /// outcomes: their messages may not be redelivered.
  mutating func abandon(_ outcomes: [Outcome]) {
    let before = batch?.outgoing.publications.filter(\.isOfChange) ?? []
    let last = outcomes.flatMap { $0.publications.filter(\.isOfChange) }
    owed += [before, last].filter { !$0.isEmpty }
    batch = nil
  }

  /// Publishes the owed changes, one batch after the other.
  ///
  /// Another lane that received the message meanwhile may have found nothing to do and acknowledged
  /// it, before this lane changed the store. Observers drop a change that is therefore published
  /// twice as a repeat.
  mutating func publishOwed(on transport: inout Transport) throws(AMQPError) {
    while let changes = owed.first, let type = changes.first?.properties.type {
      let note = Outcome.Note(of: MessageContext(type: type))
      var batch = newBatch(
        [Outcome(publications: changes, note: note)], of: [], begunAt: Instant(seconds: 0))
      do throws(AMQPError) {
        try publishAll(of: &batch, on: &transport)
      } catch {
        owed[0] = batch.outgoing.publications
        throw error
      }
      owed.removeFirst()
    }
  }

  /// Reports the owed changes as dropped: the lane stops.
  func dropOwed() {
    reporter.dropped(
      owed.joined().map {
        OutgoingBatch.Dropped(publication: $0, reason: "the stop came before the broker")
      })
  }

  private func newBatch(
    _ outcomes: consuming [Outcome], of deliveries: [Delivery], begunAt: Instant
  ) -> PublishingBatch {
    PublishingBatch(
      deliveries: deliveries, begunAt: begunAt, outgoing: OutgoingBatch(outcomes, refusing),
      start: settings.time.now())
  }

  private mutating func publishAll(
    of batch: inout PublishingBatch, on transport: inout Transport
  ) throws(AMQPError) {
    var backoff = settings.backoff
    let start = settings.time.now()
    while !batch.outgoing.isEmpty {
      if batch.failure == nil {
        if !batch.isUnderWay, giveUpLost(&batch, on: &transport) { continue }
        batch.failure = try attempt(&batch, on: &transport, waits: true)
      }
      guard let failure = batch.failure.take() else { continue }
      guard !stopSignal.isStopped else { throw .unpublished(batch.outgoing.publications) }
      // Responses that are dropped now are dropped without a pause, since the others wait.
      if hasLost(batch.outgoing, on: &transport) { continue }
      let longest = batch.outgoing.isLate ? settings.refusalPause : .seconds(backoff.cap)
      let pause = min(backoff.next(settings.time.random), longest)
      reporter.unpublished(batch.outgoing.publications, because: failure, retryIn: pause)
      if settings.isStuck(since: start) { transport.yieldTurn() }
      try transport.idle(for: pause)
    }
    let duration = batch.spent + (settings.time.now() - start)
    reporter.published(in: duration, hasPublications: batch.hasPublications)
  }

  /// Publishes the rest once, on a new connection if the last was lost alone; returns why something
  /// is left, and throws when the lane has to connect again.
  ///
  /// Without a wait the batch may stay under way; the next attempt continues it.
  private mutating func attempt(
    _ batch: inout PublishingBatch, on transport: inout Transport, waits: Bool
  ) throws(AMQPError) -> String? {
    var isOpen = transport.canPublish
    do throws(AMQPError) {
      if !isOpen {
        batch.isUnderWay = false
        try transport.reopenPublisher()
      }
      isOpen = true
      let publications = batch.outgoing.next
      let report = try batch.exchange(
        publications, with: &transport, waits: waits, settings: settings, reporter: reporter)
      guard let report else { return nil }
      batch.isUnderWay = false
      reporter.answered(report, of: publications)
      drop(batch.outgoing.apply(report, at: settings.time.now(), &refusing))
      return batch.outgoing.failure
    } catch {
      batch.isUnderWay = false
      guard !transport.canPublish else { throw error }
      reporter.publisherFailed(error)
      // That a connection could not be opened is the fault of no message.
      if isOpen { drop(batch.outgoing.lose(error)) }
      return "\(error)"
    }
  }

  /// Drops the responses that were refused for too long, or requests a new connection for them;
  /// returns whether any was dropped.
  ///
  /// The request of such a response becomes a dead letter, unless it is one already: a redrive
  /// answers it, and nothing is executed twice. If the response was for another client than the
  /// requester, the handler may publish a command.
  private mutating func giveUpLost(
    _ batch: inout PublishingBatch, on transport: inout Transport
  ) -> Bool {
    let now = settings.time.now()
    guard hasLost(batch.outgoing, on: &transport) else { return false }
    if batch.outgoing.lost(at: now, refusing).isRefused, refusing.renews(at: now) {
      transport.dropPublisher()
      return false
    }
    let (deliveries, begunAt) = (batch.deliveries, batch.begunAt)
    let givenUp = batch.outgoing.giveUp(at: now, &refusing) {
      [handler, settings] place, response, reason in
      guard deliveries[place].properties.replyTo == response.routingKey else {
        return handler.retry(of: response, causedBy: deliveries[place])
      }
      let error = RequestError(
        .responseRefused, "the queue \(response.routingKey) does not take the response: \(reason)")
      return DeadLetter(
        delivery: deliveries[place], family: handler.family, error: error, failedAt: begunAt,
        worker: settings.worker
      ).publication
    }
    drop(givenUp)
    return true
  }

  /// Whether there are responses to drop now; refused ones count only if the current connection has
  /// refused them.
  private func hasLost(_ outgoing: OutgoingBatch, on transport: inout Transport) -> Bool {
    guard outgoing.isLate else { return false }
    let lost = outgoing.lost(at: settings.time.now(), refusing)
    return lost.isAny && (!lost.isRefused || transport.canPublish)
  }

  /// Reports dropped publications, and notifies the handler of responses without a queue.
  private func drop(_ dropped: [OutgoingBatch.Dropped]) {
    for item in dropped { tracer?.dropped(item.publication, because: item.reason) }
    reporter.dropped(dropped)
    let responses = dropped.filter {
      $0.isUndeliverable && $0.publication.exchange == Exchange.default
    }
    if !responses.isEmpty { handler.undelivered(responses.map(\.publication)) }
  }
}

extension Publication {
  /// Whether it is of a change: not a response or a dead letter, which are published again when the
  /// message is delivered again.
  fileprivate var isOfChange: Bool {
    exchange != Exchange.default && exchange != Exchange.deadLetters
  }
}

extension AMQPError {
  /// A lane that has to stop could not publish everything; the broker delivers the batch again.
  fileprivate static func unpublished(_ publications: [Publication]) -> AMQPError {
    AMQPError(
      code: .noRoute,
      operation: "publish to exchange '\(publications.first?.exchange ?? "")' before the stop",
      detail: "\(publications.count) messages found no queue that takes them", isRetriable: true)
  }
}
