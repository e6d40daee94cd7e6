package import AMQP
package import Messages

extension BrokerTransport {
  /// How long a scout waits for a message before it takes the queue for sound.
  private static let scoutPatience = Duration.milliseconds(100)
  /// How often a lane that waits for others asks again.
  private static let pause = Duration.milliseconds(5)

  package mutating func takeAhead(limit: Int) throws(AMQPError) -> [Delivery] {
    guard lane.mayTakeAhead, canPublish, !isBlocked else { return [] }
    try receive(upTo: limit)
    // A suspect has the lane ask for its duty, with nothing else in hand.
    return held.suspects.isEmpty ? held.takeNew(limit: limit) : []
  }

  /// Takes what has come and does what the quarantine of the process demands; nil when there is
  /// nothing to hand out and nothing has changed.
  mutating func turn(
    limit: Int, until end: ContinuousClock.Instant
  ) throws(AMQPError) -> [Delivery]? {
    try receive(upTo: limit)
    switch lane.duty(holding: holding) {
    case .consume: return try consume(limit: limit, until: end)
    case .finish: return try finish(limit: limit)
    case .handleAlone: return held.takeSuspect().map { alone in handOut([alone], singly: true) }
    case .scout: try scout()
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

  /// Takes from the connection what has arrived: of a consumer that has ended all, for it decides
  /// whether there is a suspect among it.
  private mutating func receive(upTo limit: Int) throws(AMQPError) {
    let room = isConsuming ? limit - held.new.count : Int.max
    guard room > 0, held.byteCount < Consumer.bytesHeld else {
      try links?.consumer.beat()
      return
    }
    held.add(try links?.consumer.take(limit: room, within: .zero) ?? [])
  }

  /// Hands out what is new, waiting for it if there is none; a consumer that was just registered is
  /// told of first.
  private mutating func consume(
    limit: Int, until end: ContinuousClock.Instant
  ) throws(AMQPError) -> [Delivery]? {
    if links?.consumer.prefetch != prefetch {
      try links?.consumer.consume(prefetch: prefetch)
    } else if held.new.isEmpty {
      wait(for: end - .now, orFor: lane.descriptor)
      return nil
    }
    return handOut(held.takeNew(limit: limit), singly: false)
  }

  private mutating func finish(limit: Int) throws(AMQPError) -> [Delivery]? {
    if isConsuming {
      try links?.consumer.pause()
      // What had arrived by then is still to be looked at.
      return nil
    }
    return handOut(held.takeNew(limit: limit), singly: !held.suspects.isEmpty)
  }

  private mutating func scout() throws(AMQPError) {
    if !isConsuming { try links?.consumer.consume(prefetch: 1) }
    wait(for: Self.scoutPatience)
    try receive(upTo: 1)
    if held.new.isEmpty, held.suspects.isEmpty, !stopSignal.isStopped { lane.foundNothing() }
  }

  private mutating func handOut(_ deliveries: [Delivery], singly: Bool) -> [Delivery] {
    single = singly ? deliveries.map(\.deliveryTag) : []
    return deliveries
  }

  /// Waits until a connection has input, the other descriptor has, or the stop was asked for.
  private mutating func wait(for duration: Duration, orFor other: Int32? = nil) {
    var descriptors = [stopSignal.descriptor]
    if let other { descriptors.append(other) }
    guard links?.addDescriptors(to: &descriptors) ?? false else { return }
    waitForInput(descriptors, for: duration)
  }
}
