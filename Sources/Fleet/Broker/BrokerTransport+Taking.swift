package import AMQP
package import Messages

extension BrokerTransport {
  /// How long a scout waits for a message before it asks whether the queue has any.
  private static let scoutPatience = Duration.milliseconds(100)
  /// How many new messages are handed out at a time beside a suspect.
  ///
  /// Each has an acknowledgment of its own where the suspect came before it. Of such, a channel of
  /// RabbitMQ's sends a quorum queue 32 before the first is written; it keeps those that follow,
  /// and drops them when it closes (rabbit_fifo_client): the messages would be handled again.
  private static let few = PoisonQuarantine.few
  /// How often a lane that waits for others checks again.
  private static let pause = Duration.milliseconds(5)

  package mutating func takeAhead(limit: Int) throws(AMQPError) -> [Delivery] {
    guard lane.mayTakeAhead, canPublish, !isBlocked else { return [] }
    try receive(upTo: limit)
    // With a suspect, the lane must have read its duty, and hold no other message.
    return held.suspects.isEmpty ? held.takeNew(limit: limit) : []
  }

  /// Receives deliveries as the quarantine of the process allows; nil when there is nothing to hand
  /// out.
  mutating func turn(
    limit: Int, until end: ContinuousClock.Instant
  ) throws(AMQPError) -> [Delivery]? {
    try receive(upTo: limit)
    switch lane.duty(holding: holding) {
    case .consume: return try consume(limit: limit, until: end)
    case .finish: return try finish(limit: limit)
    case .handleFew:
      try fill()
      return handOut(held.takeSuspects(limit: min(limit, PoisonQuarantine.few)))
    case .handleAlone: return handOut(held.takeSuspects(limit: 1))
    case .scout(let prefetch): try scout(UInt16(clamping: min(prefetch, limit)))
    case .wait: _ = stopSignal.wait(for: Self.pause)
    }
    return nil
  }

  private var holding: PoisonQuarantine.Holding {
    mutating get {
      PoisonQuarantine.Holding(
        isConsuming: isConsuming, hasNew: !held.new.isEmpty, fewestAttempts: held.fewestAttempts)
    }
  }

  /// Receives the deliveries that have arrived: all of them from a consumer that has ended, since
  /// there may be a suspect among them.
  private mutating func receive(upTo limit: Int) throws(AMQPError) {
    let room = isConsuming ? limit - held.new.count : Int.max
    guard room > 0, held.byteCount < Consumer.bytesHeld else {
      try links?.consumer.beat()
      return
    }
    held.add(try links?.consumer.take(limit: room, within: .zero) ?? [])
  }

  /// Hands out new deliveries, waiting for them if there are none; nil first after the consumer was
  /// registered.
  private mutating func consume(
    limit: Int, until end: ContinuousClock.Instant
  ) throws(AMQPError) -> [Delivery]? {
    if links?.consumer.isConsuming(prefetch: prefetch) != true {
      try links?.consumer.consume(prefetch: prefetch)
    } else if held.new.isEmpty {
      wait(for: end - .now, orFor: lane.descriptor)
      return nil
    }
    // Nothing else is held: a suspect would have ended this duty.
    single = []
    return held.takeNew(limit: limit)
  }

  private mutating func finish(limit: Int) throws(AMQPError) -> [Delivery]? {
    if isConsuming {
      try links?.consumer.pause()
      // Deliveries that had arrived by then are received at the next turn.
      return nil
    }
    return handOut(held.takeNew(limit: held.suspects.isEmpty ? limit : min(limit, Self.few)))
  }

  private mutating func scout(_ few: UInt16) throws(AMQPError) {
    let few = min(few, prefetch)
    if links?.consumer.isConsuming(prefetch: few, isAlone: true) != true {
      try links?.consumer.consume(prefetch: few, isAlone: true)
    }
    // Beside what it holds already, it takes what has arrived.
    if held.suspects.isEmpty { wait(for: Self.scoutPatience) }
    try receive(upTo: Int(few))
    guard holdsNothing, !stopSignal.isStopped, try links?.consumer.isAtEnd() ?? false else {
      return
    }
    try receive(upTo: Int(few))
    if holdsNothing { lane.foundNothing() }
  }

  /// Receives as many suspects as a scout may hold, while the queue has more for it.
  ///
  /// Without this, a batch that arrived in two parts would divide all that follow it: the broker
  /// delivers as many as were acknowledged, while the lane handles the other part.
  private mutating func fill() throws(AMQPError) {
    let end = ContinuousClock.now.advanced(by: Self.scoutPatience)
    while let room = links?.consumer.prefetch, held.suspects.count < room, held.new.isEmpty,
      !stopSignal.isStopped, .now < end, !(try links?.consumer.isAtEnd() ?? true)
    {
      wait(for: end - .now)
      try receive(upTo: Int(room))
    }
    try receive(upTo: PoisonQuarantine.few)
  }

  private var holdsNothing: Bool { held.new.isEmpty && held.suspects.isEmpty }

  /// Hands out some of the deliveries: those that came before the last of them are not to be
  /// acknowledged with it.
  private mutating func handOut(_ deliveries: [Delivery]) -> [Delivery] {
    let last = deliveries.last?.deliveryTag ?? 0
    single = held.hasEarlier(than: last) ? deliveries.map(\.deliveryTag) : []
    return deliveries
  }

  /// Waits until a connection or the other descriptor has input, or until the stop.
  private mutating func wait(for duration: Duration, orFor other: Int32? = nil) {
    var descriptors = [stopSignal.descriptor]
    if let other { descriptors.append(other) }
    guard links?.addDescriptors(to: &descriptors) ?? false else { return }
    let ready = waitForInput(descriptors, for: duration)
    if let publisher = links?.publisher?.descriptor, ready.contains(publisher) {
      links?.servicePublisher(hasInput: true)
    }
  }
}
