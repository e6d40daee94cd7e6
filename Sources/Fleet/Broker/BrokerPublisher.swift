package import AMQP
package import Messages

/// One connection to a real broker, to publish only.
package struct BrokerPublisher: ~Copyable, PublishingTransport {
  /// Asked for at each connection, since a password may change.
  private let endpoints: () -> [AMQPEndpoint]
  private let name: String
  private let throttle: ConnectThrottle
  private let stopSignal: StopSignal
  private var attempts = 0
  private var publisher: Publisher?

  /// `name` is shown by the broker as the connection's name.
  package init(
    endpoints: @autoclosure @escaping () -> [AMQPEndpoint], name: String,
    throttle: ConnectThrottle, stopSignal: StopSignal
  ) {
    precondition(!endpoints().isEmpty, "who publishes needs a broker to connect to")
    self.endpoints = endpoints
    self.name = name
    self.throttle = throttle
    self.stopSignal = stopSignal
  }

  package mutating func connect() throws(AMQPError) {
    disconnect()
    // Several endpoints are tried in turn, one an attempt, so that the back-off holds for each.
    let endpoints = endpoints()
    var tried = attempts
    defer { attempts = tried }
    let opened = try throttle.pass { [endpoints, name] () throws(AMQPError) in
      let endpoint = endpoints[tried % endpoints.count]
      // Who is not admitted has tried none.
      tried += 1
      return try Publisher(to: endpoint, name: name)
    }
    publisher = consume opened
    tried -= 1
  }

  package mutating func disconnect() {
    publisher = nil
  }

  package mutating func begin(_ publications: [Publication]) {
    publisher?.begin(publications)
  }

  package mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress {
    guard let progress = try publisher?.advance(within: duration) else {
      preconditionFailure("nothing is published before the connection is open")
    }
    return progress
  }

  package var isBlocked: Bool {
    // Mutating because a noncopyable value behind an optional is reached in place only.
    mutating get { publisher?.isBlocked ?? false }
  }

  package mutating func idle(for duration: Duration) throws(AMQPError) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end, !stopSignal.isStopped {
      try publisher?.service()
      _ = stopSignal.wait(for: min(.seconds(1), end - .now))
    }
  }

  package mutating func close() {
    guard let publisher = publisher.take() else { return }
    publisher.close()
  }
}
