package import AMQP
package import Messages

/// The two connections of a lane to a real broker: one to consume, one to publish, so that the
/// broker's flow control of publications cannot hold back acknowledgements.
package struct BrokerTransport: ~Copyable, LaneTransport {
  private let queue: String
  private let name: String
  let prefetch: UInt16
  let lane: QuarantineMember
  let stopSignal: StopSignal
  /// The exchanges that it publishes to.
  ///
  /// Before anything is consumed, the transport checks that they exist and that the user may
  /// publish to them.
  package var targets: [PublishTarget] = []
  /// Whether messages that exceed a limit stay in the queue; else they become its dead letters.
  package var keepsUnreadable = false
  /// The queue of messages that may be lost, which it consumes, too, except as a scout.
  package var lossyQueue: String?
  /// How often an idle lane checks that it still may publish.
  private static let checkInterval = Duration.seconds(10)
  private var nextCheck = ContinuousClock.now
  private var rotation: EndpointRotation
  var links: BrokerLinks?
  /// The deliveries that are not handed out yet.
  var held = HeldDeliveries()
  /// The tags of the deliveries that were handed out last and have to be acknowledged one by one.
  var single: [UInt64] = []

  /// `name` is shown by the broker as the connection's name.
  ///
  /// More than five parameters: a lane needs all of them for its broker.
  package init(
    endpoints: @autoclosure @escaping () -> [AMQPEndpoint], queue: String, prefetch: Int,
    name: String, lane: QuarantineMember,
    throttle: ConnectThrottle, stopSignal: StopSignal
  ) {
    self.queue = queue
    self.prefetch = UInt16(clamping: prefetch)
    self.name = name
    self.lane = lane
    rotation = EndpointRotation(endpoints, throttle: throttle)
    self.stopSignal = stopSignal
  }

  package mutating func connect() throws(AMQPError) {
    disconnect()
    links = try rotation.connect {
      [queue, lossyQueue, name, publisherName, targets, keepsUnreadable]
      endpoint throws(AMQPError) in
      let publisher = try Publisher(to: endpoint, name: publisherName, targets: targets)
      // It consumes nothing yet: the quarantine of the process decides when it may.
      let consumer = try Consumer(
        to: endpoint, queue: queue, prefetch: nil, name: "\(name) consumer",
        keepsUnreadable: keepsUnreadable, lossyQueue: lossyQueue)
      return BrokerLinks(consumer: consumer, publisher: publisher)
    }
    nextCheck = .now + Self.checkInterval
  }

  package var server: TraceServer? {
    let endpoint = rotation.current
    return TraceServer(host: endpoint.host, port: endpoint.port)
  }

  package mutating func disconnect() {
    links = nil
    held = HeldDeliveries()
    single = []
    lane.leave()
  }

  package mutating func take(
    limit: Int, within duration: Duration
  ) throws(AMQPError) -> [Delivery] {
    single = []
    let end = ContinuousClock.now + duration
    repeat {
      links?.servicePublisher(hasInput: false)
      if !canPublish { try reopenPublisher() }
      if let taken = try turn(limit: limit, until: end) { return taken }
    } while ContinuousClock.now < end && !stopSignal.isStopped
    try checkRights()
    return []
  }

  /// Checks the permission to publish, which an idle lane would not notice otherwise.
  private mutating func checkRights() throws(AMQPError) {
    guard ContinuousClock.now >= nextCheck, !targets.isEmpty, !stopSignal.isStopped else { return }
    nextCheck = .now + Self.checkInterval
    try links?.publisher?.checkRights(to: targets)
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

  package var brokerCertificateEnd: Int64? {
    mutating get { links?.consumer.brokerCertificateEnd }
  }

  package var canPublish: Bool {
    mutating get { links?.hasPublisher ?? false }
  }

  package mutating func reopenPublisher() throws(AMQPError) {
    let publisher = try rotation.connectAgain { [publisherName] endpoint throws(AMQPError) in
      // Without targets: a missing exchange must not keep the batch from the exchanges that exist.
      try Publisher(to: endpoint, name: publisherName)
    }
    links?.publisher = consume publisher
  }

  package mutating func yieldTurn() {
    lane.yieldTurn()
  }

  package var reportSoFar: PublishReport {
    mutating get { links?.publisher?.reportSoFar ?? PublishReport(count: 0) }
  }

  package mutating func dropPublisher() {
    links?.publisher = nil
  }

  package mutating func takeUnreadable() -> [String] {
    links?.consumer.takeUnreadable() ?? []
  }

  package mutating func reject(_ deliveryTag: UInt64) throws(AMQPError) {
    single.removeAll { $0 == deliveryTag }
    try links?.consumer.reject(deliveryTag)
  }

  package mutating func acknowledge(through deliveryTag: UInt64) throws(AMQPError) {
    guard !single.isEmpty else {
      try links?.consumer.acknowledge(through: deliveryTag)
      return
    }
    // Suspects that are not handled yet lie in between.
    for tag in single { try links?.consumer.acknowledge(tag) }
    single = []
  }

  var isConsuming: Bool {
    mutating get { links?.isConsuming ?? false }
  }

  package var takesPart: Bool {
    mutating get { isConsuming || (links != nil && lane.worksThroughReturned) }
  }

  package mutating func idle(for duration: Duration) throws(AMQPError) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end, !stopSignal.isStopped {
      try links?.consumer.service()
      links?.servicePublisher(hasInput: true)
      _ = stopSignal.wait(for: min(.seconds(1), end - .now))
    }
  }

  package mutating func close() {
    guard let links = links.take() else { return }
    links.close()
    disconnect()
  }

  private var publisherName: String { "\(name) publisher" }
}
