package import AMQP
package import Messages

/// The two connections of a lane to a real broker: one to consume, one to publish, so that the
/// broker's flow control of publications cannot hold back acknowledgements.
package struct BrokerTransport: ~Copyable, LaneTransport {
  private let endpoints: [AMQPEndpoint]
  private let queue: String
  private let prefetch: Int
  private let name: String
  private let stopLine: StopLine
  private var attempts = 0
  private var links: Links?

  /// Both connections, open.
  struct Links: ~Copyable {
    var consumer: Consumer
    /// Nil after it was lost alone.
    var publisher: Publisher?
  }

  /// `name` is shown by the broker as the connection's name.
  package init(
    endpoints: [AMQPEndpoint], queue: String, prefetch: Int, name: String, stopLine: StopLine
  ) {
    precondition(!endpoints.isEmpty, "a lane needs a broker to connect to")
    self.endpoints = endpoints
    self.queue = queue
    self.prefetch = prefetch
    self.name = name
    self.stopLine = stopLine
  }

  package mutating func connect() throws(AMQPError) {
    disconnect()
    // Several endpoints are tried in turn, one an attempt, so that the back-off holds for each.
    let endpoint = endpoints[attempts % endpoints.count]
    attempts += 1
    let publisher = try Publisher(to: endpoint, name: publisherName)
    let consumer = try Consumer(
      to: endpoint, queue: queue, prefetch: UInt16(clamping: prefetch), name: "\(name) consumer",
      isCautious: true)
    links = Links(consumer: consumer, publisher: publisher)
    attempts -= 1
  }

  package mutating func disconnect() {
    links = nil
  }

  package mutating func take(
    limit: Int, within duration: Duration
  ) throws(AMQPError) -> [Delivery] {
    waitForEither(duration)
    links?.servicePublisher()
    if !canPublish { try reopenPublisher() }
    return try links?.consumer.take(limit: limit, within: .zero) ?? []
  }

  package mutating func begin(_ publications: [Publication]) {
    links?.publisher?.begin(publications)
  }

  package mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress {
    guard let progress = try links?.advance(within: duration) else {
      preconditionFailure("a lane publishes only while its connections are open")
    }
    return progress
  }

  package var isBlocked: Bool {
    // Mutating because a noncopyable value behind an optional is reached in place only.
    mutating get { links?.publisher?.isBlocked ?? false }
  }

  package var canPublish: Bool {
    mutating get { links?.hasPublisher ?? false }
  }

  package mutating func reopenPublisher() throws(AMQPError) {
    let publisher = try Publisher(to: endpoints[attempts % endpoints.count], name: publisherName)
    links?.publisher = consume publisher
  }

  package mutating func dropPublisher() {
    links?.publisher = nil
  }

  package mutating func takeUnreadable() -> [String] {
    links?.consumer.takeUnreadable() ?? []
  }

  package mutating func reject(_ deliveryTag: UInt64) throws(AMQPError) {
    try links?.consumer.reject(deliveryTag)
  }

  package mutating func acknowledge(through deliveryTag: UInt64) throws(AMQPError) {
    try links?.consumer.acknowledge(through: deliveryTag)
  }

  package mutating func idle(for duration: Duration) throws(AMQPError) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end, !stopLine.isStopped {
      try links?.consumer.service()
      links?.servicePublisher()
      _ = stopLine.wait(for: min(.seconds(1), end - .now))
    }
  }

  package mutating func close() {
    guard let links = links.take() else { return }
    links.close()
  }

  private var publisherName: String { "\(name) publisher" }

  /// Waits until a connection has input or the stop was asked for.
  private mutating func waitForEither(_ duration: Duration) {
    var descriptors = [stopLine.descriptor]
    guard links?.addDescriptors(to: &descriptors) ?? false else { return }
    waitForInput(descriptors, for: duration)
  }
}
