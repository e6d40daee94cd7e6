package import AMQP
package import Messages

/// The two connections of a lane to a real broker: one to consume, one to publish, so that the
/// broker's flow control of publications cannot hold back acknowledgements.
package struct BrokerTransport: ~Copyable, LaneTransport {
  /// Asked for at each connection, since a password may change.
  private let endpoints: () -> [AMQPEndpoint]
  private let queue: String
  private let name: String
  let prefetch: UInt16
  let lane: QuarantineMember
  private let throttle: ConnectThrottle
  let stopSignal: StopSignal
  /// What it publishes to: that it exists and that the user may is made sure of before anything is
  /// consumed.
  package var targets: [PublishTarget] = []
  /// Whether messages that exceed a limit stay in the queue; else they go to its dead letters.
  package var keepsUnreadable = false
  /// How often an idle lane makes sure that it still may publish.
  private static let checkInterval = Duration.seconds(10)
  private var nextCheck = ContinuousClock.now
  private var attempts = 0
  var links: Links?
  /// What was delivered and not handed out yet.
  var held = HeldDeliveries()
  /// The tags of what was handed out last, while they have to be acknowledged one by one.
  var single: [UInt64] = []

  /// Both connections, open.
  struct Links: ~Copyable {
    var consumer: Consumer
    /// Nil after it was lost alone.
    var publisher: Publisher?
  }

  /// `name` is shown by the broker as the connection's name.
  ///
  /// More than five parameters: it is told all that a lane is told of its broker.
  package init(
    endpoints: @autoclosure @escaping () -> [AMQPEndpoint], queue: String, prefetch: Int,
    name: String, lane: QuarantineMember,
    throttle: ConnectThrottle, stopSignal: StopSignal
  ) {
    precondition(!endpoints().isEmpty, "a lane needs a broker to connect to")
    self.endpoints = endpoints
    self.queue = queue
    self.prefetch = UInt16(clamping: prefetch)
    self.name = name
    self.lane = lane
    self.throttle = throttle
    self.stopSignal = stopSignal
  }

  package mutating func connect() throws(AMQPError) {
    disconnect()
    // Several endpoints are tried in turn, one an attempt, so that the back-off holds for each.
    let endpoints = endpoints()
    var tried = attempts
    defer { attempts = tried }
    links = try throttle.pass {
      [endpoints, queue, name, publisherName, targets, keepsUnreadable] () throws(AMQPError) in
      let endpoint = endpoints[tried % endpoints.count]
      // Who is not admitted has tried none.
      tried += 1
      let publisher = try Publisher(to: endpoint, name: publisherName, targets: targets)
      // Whether it may consume is for the other lanes to say, too.
      let consumer = try Consumer(
        to: endpoint, queue: queue, prefetch: nil, name: "\(name) consumer",
        keepsUnreadable: keepsUnreadable)
      return Links(consumer: consumer, publisher: publisher)
    }
    tried -= 1
    nextCheck = .now + Self.checkInterval
  }

  package var server: TraceServer? {
    let endpoints = endpoints()
    let endpoint = endpoints[attempts % endpoints.count]
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
      links?.servicePublisher()
      if !canPublish { try reopenPublisher() }
      if let taken = try turn(limit: limit, until: end) { return taken }
    } while ContinuousClock.now < end && !stopSignal.isStopped
    try checkRights()
    return []
  }

  /// Makes sure that it still may publish, as nothing else tells while there is nothing to publish.
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
    let endpoints = endpoints()
    let endpoint = endpoints[attempts % endpoints.count]
    let publisher = try throttle.pass { [publisherName] () throws(AMQPError) in
      // What is in hand is published to exchanges that there may be, whichever else is missing.
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

  package var isConsuming: Bool {
    mutating get { links?.isConsuming ?? false }
  }

  package mutating func idle(for duration: Duration) throws(AMQPError) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end, !stopSignal.isStopped {
      try links?.consumer.service()
      links?.servicePublisher()
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
