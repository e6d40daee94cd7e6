import AMQP
import Messages
import RideHandlers
import Rides

/// How a lane gives a batch's outcomes to the broker.
extension Lane where Transport: ~Copyable {
  /// Publishes until nothing is left, with pauses that grow: what the broker does not take now it
  /// may take later, and a connection given up would count against every message in hand.
  mutating func publish() throws(AMQPError) -> LaneEvent {
    var outgoing = OutgoingBatch(takeOutcomes(), refusing)
    do throws(AMQPError) {
      try publish(&outgoing)
    } catch {
      owed = outgoing.publications.filter(\.isOfChange)
      throw error
    }
    tracer?.published()
    rejected = outgoing.rejected
    return .published
  }

  /// Publishes what an earlier connection was lost over: the message that caused it may not come
  /// again.
  ///
  /// Another lane that was delivered it meanwhile may have found nothing to do and acknowledged it,
  /// before this one changed something. What is told twice for this is dropped as a repeat.
  mutating func publishOwed() throws(AMQPError) {
    guard let type = owed.first?.properties.type else { return }
    let note = Outcome.Note(of: MessageContext(type: type))
    var outgoing = OutgoingBatch([Outcome(publications: owed, note: note)], refusing)
    try publish(&outgoing)
    owed = []
  }

  private mutating func publish(_ outgoing: inout OutgoingBatch) throws(AMQPError) {
    var backoff = settings.backoff
    let start = settings.time.now()
    let count = outgoing.publications.count
    while !outgoing.isEmpty {
      if giveUpLost(&outgoing) { continue }
      guard let failure = try attempt(&outgoing, since: start) else { continue }
      guard !stopLine.isStopped else { throw .unpublished(outgoing.publications) }
      // What is given up now is given up without a pause, since the others wait for it.
      if hasLost(outgoing) { continue }
      let longest = outgoing.isLate ? settings.refusalPause : .seconds(backoff.cap)
      let pause = min(backoff.next(settings.time.random), longest)
      reporter.unpublished(outgoing.publications, because: failure, retryIn: pause)
      standAside(since: start)
      try transport.idle(for: pause)
    }
    reporter.published(count, in: settings.time.now() - start)
  }

  /// Publishes what is left once, on a new connection if the last was lost alone; gives back why
  /// something is left, and throws when the lane has to begin anew.
  private mutating func attempt(
    _ outgoing: inout OutgoingBatch, since start: ContinuousClock.Instant
  ) throws(AMQPError) -> String? {
    var isOpen = transport.canPublish
    do throws(AMQPError) {
      if !isOpen { try transport.reopenPublisher() }
      isOpen = true
      let publications = outgoing.next
      let report = try settle(publications, isLate: outgoing.isLate, since: start)
      reporter.settled(report, of: publications)
      drop(outgoing.settle(report, at: settings.time.now(), &refusing))
      return outgoing.failure
    } catch {
      guard !transport.canPublish else { throw error }
      reporter.publisherFailed(error)
      // That a connection could not be opened is the fault of no message.
      if isOpen { drop(outgoing.lose(error)) }
      return "\(error)"
    }
  }

  /// Gives up the responses that were refused for too long, or has them tried on a new connection;
  /// whether any was given up.
  ///
  /// The request of such a response becomes a dead letter, unless it is one already: whoever
  /// redrives it has it answered, and nothing is carried out twice. For a response to somebody else
  /// the handler may have a command published.
  private mutating func giveUpLost(_ outgoing: inout OutgoingBatch) -> Bool {
    guard outgoing.isLate else { return false }
    let now = settings.time.now()
    guard hasLost(outgoing) else { return false }
    if outgoing.lost(at: now, refusing).isRefused, refusing.renews(at: now) {
      transport.dropPublisher()
      return false
    }
    let givenUp = outgoing.giveUp(at: now, &refusing) {
      [batch, handler, settings, begunAt] place, response, reason in
      guard batch[place].properties.replyTo == response.routingKey else {
        return handler.retry(of: response, causedBy: batch[place])
      }
      let error = ErrorBody(
        .responseRefused, "the queue \(response.routingKey) does not take the response: \(reason)")
      return DeadLetter(
        delivery: batch[place], family: handler.family, error: error, failedAt: begunAt,
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
    tracer?.dropped(dropped)
    reporter.dropped(dropped)
    let responses = dropped.filter {
      $0.isUndeliverable && $0.publication.exchange == Exchange.default
    }
    if !responses.isEmpty { handler.undelivered(responses.map(\.publication)) }
  }

  /// Publishes once and waits for the broker's answers; what it has not answered in time may have
  /// arrived, and the connection is dropped.
  private mutating func settle(
    _ publications: [Publication], isLate: Bool, since start: ContinuousClock.Instant
  ) throws(AMQPError) -> PublishReport {
    transport.begin(publications)
    reporter.publishes(publications.count)
    let timeout = isLate ? settings.lateConfirmTimeout : settings.confirmTimeout
    var deadline = settings.time.now() + timeout
    while true {
      reporter.turned()
      let progress = try transport.advance(within: settings.turn)
      reporter.blocked(transport.isBlocked)
      switch progress {
      case .settled(let report):
        return report
      case .blocked:
        // The broker has asked to wait, however long it takes; the time for confirms begins after
        // it.
        deadline = settings.time.now() + timeout
      case .working:
        guard settings.time.now() < deadline else {
          let report = transport.reportSoFar
          transport.dropPublisher()
          return report
        }
        standAside(since: start)
      }
    }
  }

  /// Lets the other lanes go on when a batch has been on its way for long.
  private mutating func standAside(since start: ContinuousClock.Instant) {
    if settings.time.now() - start >= settings.stuckAfter { transport.standAside() }
  }

  /// The outcomes, moved, since nothing else needs them.
  private mutating func takeOutcomes() -> [Outcome] {
    var taken: [Outcome] = []
    swap(&taken, &outcomes)
    return taken
  }
}

extension Publication {
  /// Whether it tells of a change: not a response or a dead letter, which whoever acknowledges the
  /// message has published.
  fileprivate var isOfChange: Bool {
    exchange != Exchange.default && exchange != Exchange.deadLetters
  }
}
