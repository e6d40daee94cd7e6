import AMQP
import Messages
import RideHandlers
import Rides

/// How a lane publishes a batch's outcomes.
extension Lane where Transport: ~Copyable {
  /// Writes the publications of a batch, and returns whether the next batch may be taken meanwhile:
  /// while the broker has taken all and not confirmed all, and nothing of the batch was delivered
  /// before.
  ///
  /// After a message that came alone there is nothing more to be taken.
  mutating func publish(_ batch: consuming PublishingBatch) throws(AMQPError) -> Bool {
    var batch = batch
    defer { publishing = batch }
    // What is late, and a connection that has to be opened, can take long.
    guard !batch.outgoing.isEmpty, !batch.outgoing.isLate, transport.canPublish else {
      return false
    }
    batch.failure = try attempt(&batch, waits: false)
    return batch.isUnderWay && batch.deliveries.count > 1
      && batch.deliveries.indices.allSatisfy { !batch.deliveries[$0].redelivered }
  }

  /// Publishes until nothing is left, with pauses that grow: what the broker does not take now it
  /// may take later, and a connection given up would count against every message in hand.
  mutating func confirm() throws(AMQPError) -> LaneEvent {
    guard var batch = publishing.take() else {
      preconditionFailure("a lane waits for the confirms of what it has published")
    }
    defer { publishing = batch }
    try finish(&batch)
    tracer?.published()
    return .confirmed
  }

  /// Publishes the changes that were not published before the last connection was lost, one batch
  /// after the other.
  ///
  /// Another lane that was delivered the message meanwhile may have found nothing to do and
  /// acknowledged it, before this one changed something. What is published twice for this is
  /// dropped as a repeat.
  mutating func publishOwed() throws(AMQPError) {
    while let changes = owed.first, let type = changes.first?.properties.type {
      let note = Outcome.Note(of: MessageContext(type: type))
      var batch = PublishingBatch(
        deliveries: [], begunAt: Instant(seconds: 0),
        outgoing: OutgoingBatch([Outcome(publications: changes, note: note)], refusing),
        start: settings.time.now())
      do throws(AMQPError) {
        try finish(&batch)
      } catch {
        owed[0] = batch.outgoing.publications
        throw error
      }
      owed.removeFirst()
    }
  }

  private mutating func finish(_ batch: inout PublishingBatch) throws(AMQPError) {
    var backoff = settings.backoff
    let start = settings.time.now()
    while !batch.outgoing.isEmpty {
      if batch.isToBegin, giveUpLost(&batch) { continue }
      if batch.failure == nil { batch.failure = try attempt(&batch, waits: true) }
      guard let failure = batch.failure.take() else { continue }
      guard !stopSignal.isStopped else { throw .unpublished(batch.outgoing.publications) }
      // What is given up now is given up without a pause, since the others wait for it.
      if hasLost(batch.outgoing) { continue }
      let longest = batch.outgoing.isLate ? settings.refusalPause : .seconds(backoff.cap)
      let pause = min(backoff.next(settings.time.random), longest)
      reporter.unpublished(batch.outgoing.publications, because: failure, retryIn: pause)
      yieldTurn(since: start)
      try transport.idle(for: pause)
    }
    reporter.published(batch.count, in: batch.spent + (settings.time.now() - start))
  }

  /// Publishes what is left once, on a new connection if the last was lost alone; returns why
  /// something is left, and throws when the lane has to connect again.
  ///
  /// Without a wait the batch may stay under way; the next attempt goes on with it.
  private mutating func attempt(
    _ batch: inout PublishingBatch, waits: Bool
  ) throws(AMQPError) -> String? {
    var isOpen = transport.canPublish
    do throws(AMQPError) {
      if !isOpen {
        batch.isUnderWay = false
        try transport.reopenPublisher()
      }
      isOpen = true
      let publications = batch.outgoing.next
      guard let report = try settle(publications, &batch, waits: waits) else { return nil }
      batch.isUnderWay = false
      reporter.answered(report, of: publications)
      drop(batch.outgoing.settle(report, at: settings.time.now(), &refusing))
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

  /// Gives up the responses that were refused for too long, or has them tried on a new connection;
  /// whether any was given up.
  ///
  /// The request of such a response becomes a dead letter, unless it is one already: whoever
  /// redrives it has it answered, and nothing is carried out twice. For a response to somebody else
  /// the handler may have a command published.
  private mutating func giveUpLost(_ batch: inout PublishingBatch) -> Bool {
    guard batch.outgoing.isLate else { return false }
    let now = settings.time.now()
    guard hasLost(batch.outgoing) else { return false }
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

  /// Whether there are responses to be given up now: what was refused only where the connection of
  /// now has refused it.
  private mutating func hasLost(_ outgoing: OutgoingBatch) -> Bool {
    let lost = outgoing.lost(at: settings.time.now(), refusing)
    return lost.isAny && (!lost.isRefused || transport.canPublish)
  }

  /// Tells the log what is given up, and the handler which responses found nobody.
  private func drop(_ dropped: [OutgoingBatch.Dropped]) {
    for item in dropped { tracer?.dropped(item.publication, because: item.reason) }
    reporter.dropped(dropped)
    let responses = dropped.filter {
      $0.isUndeliverable && $0.publication.exchange == Exchange.default
    }
    if !responses.isEmpty { handler.undelivered(responses.map(\.publication)) }
  }

  /// Publishes once and waits for the broker's answers; what it has not answered in time may have
  /// arrived, and the connection is dropped.
  ///
  /// Nil when it does not wait, and the broker has not answered for all.
  private mutating func settle(
    _ publications: [Publication], _ batch: inout PublishingBatch, waits: Bool
  ) throws(AMQPError) -> PublishReport? {
    let start = settings.time.now()
    if !batch.isUnderWay {
      transport.begin(publications)
      reporter.publishes(publications.count)
      batch.isUnderWay = true
    }
    let timeout = batch.outgoing.isLate ? settings.lateConfirmTimeout : settings.confirmTimeout
    var deadline = start + timeout
    while true {
      reporter.turned()
      let progress = try transport.advance(within: waits ? settings.turn : .zero)
      reporter.blocked(transport.isBlocked)
      if case .settled(let report) = progress { return report }
      guard waits else {
        batch.spent = settings.time.now() - start
        return nil
      }
      if case .blocked = progress {
        // The broker has asked to wait, however long it takes; the time for confirms begins after
        // it.
        deadline = settings.time.now() + timeout
        continue
      }
      guard settings.time.now() < deadline else {
        let report = transport.reportSoFar
        transport.dropPublisher()
        return report
      }
      yieldTurn(since: batch.start)
    }
  }

  /// Lets the other lanes go on when a batch has been on its way for long.
  private mutating func yieldTurn(since start: ContinuousClock.Instant) {
    if settings.time.now() - start >= settings.stuckAfter { transport.yieldTurn() }
  }
}
