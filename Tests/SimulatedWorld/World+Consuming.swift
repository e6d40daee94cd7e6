import AMQP
import Fleet
import Messages

extension World {
  /// Opens both connections of a lane.
  mutating func connect(_ caller: Caller) -> AMQPError? {
    guard !isDead(caller) else { return .lost }
    disconnect(caller, counted: true)
    guard !strikes(.connectRefused, times: 3) else { return .lost }
    broker.consumers[caller.seat] = Broker.Consumer(family: seats[caller.seat].family)
    broker.publishers[caller.seat] = Broker.Publisher()
    note("lane \(caller.seat) is connected")
    return nil
  }

  /// Gives a lane what has arrived for it.
  mutating func deliver(_ caller: Caller, limit: Int) -> Result<[Delivery], AMQPError> {
    let seat = caller.seat
    guard !isDead(caller), var consumer = broker.consumers[seat], !consumer.isLost else {
      return .failure(.lost)
    }
    guard !consumer.isCancelled else { return .failure(.cancelled) }
    if broker.publishers[seat]?.isLost ?? true {
      guard reopenPublisher(caller) == nil else { return .failure(.lost) }
    }
    var queue = broker.queues[consumer.family] ?? []
    while consumer.unacknowledged.count < weather.prefetch, !queue.isEmpty {
      let place = numbers.chance(0.8) ? 0 : numbers.integer(0...queue.count - 1)
      consumer.unacknowledged.append((consumer.nextTag, queue.remove(at: place)))
      consumer.nextTag += 1
    }
    broker.queues[consumer.family] = queue
    let batch = consumer.unacknowledged.filter { $0.tag > consumer.taken }.prefix(limit)
    consumer.taken = batch.last?.tag ?? consumer.taken
    broker.consumers[seat] = consumer
    if !batch.isEmpty { note("lane \(seat) takes \(batch.map(\.message.serial))") }
    if sabotage == .acknowledgesFirst, let last = batch.last {
      settle(seat, through: last.tag, isChecked: true)
    }
    return .success(batch.map { $0.message.delivery(tag: $0.tag) })
  }

  /// A lane takes ahead only while it may: not beside what was delivered before, and not while it
  /// stops.
  mutating func checkTakesAhead(_ caller: Caller) {
    guard !isDead(caller), let consumer = broker.consumers[caller.seat], !consumer.isLost
    else { return }
    let inHand = consumer.unacknowledged.filter { $0.tag <= consumer.taken }
    if inHand.isEmpty { object("lane \(caller.seat) takes ahead of nothing") }
    if inHand.contains(where: \.message.redelivered) {
      object("lane \(caller.seat) takes ahead beside what was delivered before")
    }
    if seats[caller.seat].stopSignal.isStopped {
      object("lane \(caller.seat) takes while it stops")
    }
  }

  /// Gives a lane what has arrived while its last batch is published, unless some of that was
  /// delivered before.
  mutating func deliverAhead(_ caller: Caller, limit: Int) -> Result<[Delivery], AMQPError> {
    let seat = caller.seat
    guard !isDead(caller), let consumer = broker.consumers[seat], !consumer.isLost else {
      return .failure(.lost)
    }
    guard broker.publishers[seat]?.isLost == false, broker.blockedUntil <= time else {
      return .success([])
    }
    let held = consumer.unacknowledged.filter { $0.tag > consumer.taken }.map(\.message)
    let waiting = broker.queues[consumer.family] ?? []
    guard !(held + waiting).contains(where: \.redelivered) else { return .success([]) }
    return deliver(caller, limit: limit)
  }

  /// Takes an acknowledgement, if it arrives.
  mutating func acknowledge(_ caller: Caller, through tag: UInt64) -> AMQPError? {
    let seat = caller.seat
    guard !isDead(caller), let consumer = broker.consumers[seat] else { return .lost }
    guard !consumer.isLost else { return numbers.chance(0.5) ? .lost : nil }
    if strikes(.ackFailed) {
      lose(seat)
      return .lost
    }
    if strikes(.ackLost) {
      lose(seat)
      return nil
    }
    let last = sabotage == .acknowledgesBoth ? consumer.taken : tag
    settle(seat, through: last, isChecked: sabotage != .acknowledgesFirst)
    return nil
  }

  private mutating func settle(_ seat: Int, through tag: UInt64, isChecked: Bool) {
    let settled = broker.consumers[seat]?.unacknowledged.filter { $0.tag <= tag } ?? []
    broker.consumers[seat]?.unacknowledged.removeAll { $0.tag <= tag }
    note("lane \(seat) acknowledges \(settled.map(\.message.serial))")
    if isChecked { for (_, message) in settled { checkAcknowledged(message) } }
  }

  /// Gives a message to the dead letters as it is.
  mutating func reject(_ caller: Caller, _ tag: UInt64) -> AMQPError? {
    guard !isDead(caller), let consumer = broker.consumers[caller.seat], !consumer.isLost else {
      return .lost
    }
    if let place = consumer.unacknowledged.firstIndex(where: { $0.tag == tag }) {
      let message = broker.consumers[caller.seat]?.unacknowledged.remove(at: place).message
      if let message { record.noteDeadLetter(message.publication) }
    }
    return nil
  }

  /// Ends both connections of a lane, if it still lives; what it holds goes back to its queue.
  mutating func disconnect(_ caller: Caller, counted: Bool) {
    guard !isDead(caller) else { return }
    giveBack(caller.seat, counted: counted)
    broker.publishers[caller.seat] = nil
  }

  /// Ends the consuming connection of a lane, which does not know it yet.
  mutating func lose(_ seat: Int) {
    let family = seats[seat].family
    giveBack(seat, counted: true)
    broker.consumers[seat] = Broker.Consumer(family: family)
    broker.consumers[seat]?.isLost = true
    note("lane \(seat) has lost its consumer")
  }

  /// Ends a consumer: what it holds goes back to the front of the queue, or, delivered in vain too
  /// often, to the dead letters.
  mutating func giveBack(_ seat: Int, counted: Bool) {
    guard let consumer = broker.consumers[seat] else { return }
    broker.consumers[seat] = nil
    if sabotage == .losesUnacknowledged { return }
    for (_, message) in consumer.unacknowledged.reversed() {
      var message = message
      message.redelivered = true
      message.deliveries += counted ? 1 : 0
      if message.deliveries > weather.deliveryLimit, season == .storm {
        count(.deliveryLimit)
        broker.exhausted.append((consumer.family, message))
      } else {
        let waiting = broker.queues[consumer.family]?.count ?? 0
        let place = numbers.chance(0.8) ? 0 : numbers.integer(0...waiting)
        broker.queues[consumer.family, default: []].insert(message, at: place)
      }
    }
  }
}

extension AMQPError {
  static let lost = AMQPError(
    code: .connectionClosed, operation: "read", detail: "as the world wants it")
  static let cancelled = AMQPError(
    code: .consumerCancelled, operation: "read", detail: "as the world wants it")
}
