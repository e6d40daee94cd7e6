import AMQP
import Messages

extension World {
  /// How far a lane's batch has come, and how long the lane waits for more.
  struct Advance: Sendable {
    var progress: Result<PublishProgress, AMQPError>
    var wait: Int64 = 0
  }

  /// Opens the publishing connection of a lane alone.
  mutating func reopenPublisher(_ caller: Caller) -> AMQPError? {
    guard !isDead(caller), !strikes(.connectRefused) else { return .lost }
    broker.publishers[caller.seat] = Broker.Publisher()
    return nil
  }

  /// Takes over what a lane publishes next: no change of a batch comes while one of an earlier
  /// batch is not confirmed, so that the events of a ride keep their order.
  mutating func begin(_ caller: Caller, _ publications: [Publication]) {
    guard !isDead(caller) else { return }
    let seat = caller.seat
    let changes = Set(publications.compactMap(\.changeIdentifier))
    if let first = broker.handled[seat].first {
      let later = broker.handled[seat].dropFirst().flatMap { $0.intersection(changes) }
      if let change = Set(later).subtracting(first).min(), let open = first.min() {
        object("lane \(seat) publishes \(change) before \(open) is confirmed")
      }
    }
    broker.publishers[seat]?.batch = publications
    broker.publishers[seat]?.failures = []
    broker.publishers[seat]?.settled = 0
    broker.publishers[seat]?.unanswered = []
  }

  /// Notes what a lane has learnt of its batch.
  mutating func note(_ report: PublishReport, for caller: Caller) {
    guard !isDead(caller), let publisher = broker.publishers[caller.seat] else { return }
    // A change that a batch publishes twice is open until both are confirmed.
    let failed = Set(report.failures.compactMap { publisher.batch[$0.index].changeIdentifier })
    for change in publisher.batch.compactMap(\.changeIdentifier) where !failed.contains(change) {
      guard !broker.handled[caller.seat].isEmpty else { continue }
      broker.handled[caller.seat][0].remove(change)
      if broker.handled[caller.seat][0].isEmpty { broker.handled[caller.seat].removeFirst() }
    }
  }

  /// Publishes for a while.
  mutating func advance(_ caller: Caller, within turn: Int64) -> Advance {
    let seat = caller.seat
    guard !isDead(caller), var publisher = broker.publishers[seat], !publisher.isLost else {
      if !isDead(caller) { broker.publishers[seat] = nil }
      return Advance(progress: .failure(.lost))
    }
    if broker.blockedUntil > time {
      let wait = min(turn, broker.blockedUntil - time)
      return Advance(progress: .success(.blocked(reason: "as the world wants it")), wait: wait)
    }
    // The lane does not wait, and goes on before the broker has answered.
    if turn == 0, numbers.chance(0.7) { return Advance(progress: .success(.working)) }
    if strikes(.confirmSlow) { return Advance(progress: .success(.working), wait: turn) }
    let open = publisher.batch.count - publisher.settled
    let isCut = strikes(.publicationCut)
    let settling = isCut || numbers.chance(0.3) ? numbers.integer(0...open) : open
    for _ in 0..<settling { settleNext(&publisher) }
    broker.publishers[seat] = publisher
    if isCut || strikes(.confirmLost) {
      broker.publishers[seat] = nil
      note("lane \(seat) loses its publisher after \(publisher.settled) of the batch")
      return Advance(progress: .failure(.lost))
    }
    // A consumer that is gone is noticed while the lane publishes.
    guard let consumer = broker.consumers[seat], !consumer.isLost, !consumer.isCancelled else {
      if publisher.settled == publisher.batch.count, publisher.unanswered.isEmpty {
        return Advance(progress: report(publisher))
      }
      return Advance(progress: .failure(.lost))
    }
    guard publisher.settled == publisher.batch.count else {
      return Advance(progress: .success(.working), wait: Int64(numbers.integer(0...2_000)))
    }
    return Advance(progress: report(publisher), wait: publisher.unanswered.isEmpty ? 0 : turn)
  }

  /// What a lane learns that waits no longer.
  func reportSoFar(_ caller: Caller) -> PublishReport {
    guard !isDead(caller), let publisher = broker.publishers[caller.seat] else {
      return PublishReport(count: 0)
    }
    let open = publisher.unanswered + Array(publisher.settled..<publisher.batch.count)
    var report = PublishReport(count: publisher.batch.count, failures: failures(of: publisher))
    report.failures += open.map {
      PublishFailure(index: $0, kind: .unconfirmed, reason: "as the world wants it")
    }
    report.failures.sort { $0.index < $1.index }
    return report
  }

  private func report(_ publisher: Broker.Publisher) -> Result<PublishProgress, AMQPError> {
    guard publisher.unanswered.isEmpty else { return .success(.working) }
    return .success(
      .settled(PublishReport(count: publisher.batch.count, failures: failures(of: publisher))))
  }

  private func failures(of publisher: Broker.Publisher) -> [PublishFailure] {
    publisher.failures.map {
      PublishFailure(
        index: $0.index, kind: $0.isRefusal ? .refused : .returned, reason: "312 NO_ROUTE")
    }
  }

  private mutating func settleNext(_ publisher: inout Broker.Publisher) {
    let index = publisher.settled
    let publication = publisher.batch[index]
    publisher.settled += 1
    if isSilent(publication) {
      publisher.unanswered.append(index)
      if numbers.chance(0.5) { accept(publication) }
    } else if isFull(publication) || strikes(.refused) {
      publisher.failures.append(.init(index: index, isRefusal: true))
    } else if publication.mandatory, isUnroutable(publication) {
      record.noteReturn(publication)
      publisher.failures.append(.init(index: index, isRefusal: false))
    } else {
      accept(publication)
    }
  }

  private func isSilent(_ publication: Publication) -> Bool {
    publication.exchange == Exchange.default
      && time < broker.silent[publication.routingKey] ?? 0
  }

  private func isFull(_ publication: Publication) -> Bool {
    publication.exchange == Exchange.default
      && time < broker.full[publication.routingKey] ?? 0
  }

  private mutating func isUnroutable(_ publication: Publication) -> Bool {
    publication.exchange == Exchange.default
      ? broker.gone.contains(publication.routingKey) : strikes(.returned)
  }

  /// Takes a publication: from here on it is the broker's.
  mutating func accept(_ publication: Publication) {
    switch publication.exchange {
    case Exchange.default:
      note("response to \(publication.properties.correlationID ?? "nobody")")
      checkResponse(publication)
      if sabotage != .dropsResponses || numbers.chance(0.9) { record.noteResponse(publication) }
    case Exchange.events where publication.properties.type == RideReceiptEvent.type:
      note("receipt \(publication.properties.messageID ?? "")")
      checkReceipt(publication)
      if sabotage != .dropsReceipts || numbers.chance(0.5) { record.noteReceipt(publication) }
    case Exchange.help:
      note("call \(publication.properties.messageID ?? "")")
      checkCall(publication)
      if sabotage != .dropsCalls || numbers.chance(0.5) { record.noteCall(publication) }
    case Exchange.events:
      note("event \(publication.properties.messageID ?? "")")
      checkEvent(publication)
      if sabotage != .dropsEvents || numbers.chance(0.9) { record.noteEvent(publication) }
    case Exchange.vehicles:
      note("assignment \(publication.properties.messageID ?? "")")
      checkAssignment(publication)
      if sabotage != .dropsAssignments || numbers.chance(0.5) { record.noteAssignment(publication) }
    case Exchange.deadLetters:
      note("dead letter \(publication.properties.correlationID ?? "")")
      record.noteDeadLetter(publication)
    case Exchange.payments:
      record.notePayment(publication)
      broker.payments.append(publication)
    default: enqueue(publication)
    }
  }

  /// Routes what a role has sent to the queue of its type.
  private mutating func enqueue(_ publication: Publication) {
    guard let role = Role(exchange: publication.exchange) else {
      return object("there is no exchange \(publication.exchange)")
    }
    guard let type = MessageType(rawValue: publication.routingKey), role.carries(type) else {
      return object("nobody takes the routing key \(publication.routingKey)")
    }
    if role == .fleet || role == .payments { record.noteCommand(publication) }
    broker.enqueue(publication, type.family)
  }
}

extension Publication {
  /// What tells a publication of a change from others; nil for a response or a dead letter.
  var changeIdentifier: String? {
    guard exchange != Exchange.default, exchange != Exchange.deadLetters else { return nil }
    return properties.messageID.map { "\(exchange) \($0)" }
  }
}
