package import AMQP
package import Messages

/// One connection to a real broker, to publish only.
package struct BrokerPublisher: ~Copyable, PublishingTransport {
  private let name: String
  private let stopSignal: StopSignal
  private var rotation: EndpointRotation
  private var publisher: Publisher?

  /// `name` is shown by the broker as the connection's name.
  package init(
    endpoints: @autoclosure @escaping () -> [AMQPEndpoint], name: String,
    throttle: ConnectThrottle, stopSignal: StopSignal
  ) {
    self.name = name
    rotation = EndpointRotation(endpoints, throttle: throttle)
    self.stopSignal = stopSignal
  }

  package mutating func connect() throws(AMQPError) {
    disconnect()
    publisher = try rotation.connect { [name] endpoint throws(AMQPError) in
      try Publisher(to: endpoint, name: name)
    }
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
