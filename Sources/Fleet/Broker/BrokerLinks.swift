import AMQP

extension BrokerTransport.Links {
  /// Whether the publishing connection is open.
  var hasPublisher: Bool {
    mutating get { publisher != nil }
  }

  /// Whether a consumer is registered.
  var isConsuming: Bool {
    mutating get { consumer.prefetch != nil }
  }

  /// Publishes for a while; a publisher that fails is dropped, and the consumer keeps what it has.
  mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress? {
    let progress: PublishProgress?
    do throws(AMQPError) {
      progress = try publisher?.advance(within: duration)
    } catch {
      publisher = nil
      throw error
    }
    if case .settled = progress { return progress }
    try consumer.service()
    return progress
  }

  /// Serves the heartbeats of the publisher; one that fails is dropped.
  mutating func servicePublisher() {
    do throws(AMQPError) {
      try publisher?.service()
    } catch {
      publisher = nil
    }
  }

  /// Adds what is to be waited for; false when there is input already and nothing to wait for.
  mutating func addDescriptors(to descriptors: inout [Int32]) -> Bool {
    guard !consumer.hasBufferedInput, !(publisher?.hasBufferedInput ?? false) else { return false }
    descriptors.append(consumer.descriptor)
    if let descriptor = publisher?.descriptor { descriptors.append(descriptor) }
    return true
  }

  /// Gives back what was delivered and not begun, and takes leave.
  consuming func close() {
    // A broker that is gone gives the messages back by itself, only counted.
    try? consumer.giveBackAll()
    consumer.close()
    if let publisher { publisher.close() }
  }
}
