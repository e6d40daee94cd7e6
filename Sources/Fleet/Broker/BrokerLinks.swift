import AMQP

/// The two connections of a lane, open.
struct BrokerLinks: ~Copyable {
  var consumer: Consumer
  /// Nil after it was lost alone.
  var publisher: Publisher?

  /// Whether the publishing connection is open.
  var hasPublisher: Bool {
    mutating get { publisher != nil }
  }

  /// Whether a consumer is registered.
  var isConsuming: Bool {
    mutating get { consumer.prefetch != nil }
  }

  /// Publishes for a while; a publisher that fails is dropped alone, and the deliveries stay.
  mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress? {
    let progress: PublishProgress?
    do throws(AMQPError) {
      progress = try publisher?.advance(within: duration)
    } catch {
      publisher = nil
      throw error
    }
    if case .settled = progress { return progress }
    // A caller without time to wait goes on at once, and is back soon.
    if duration > .zero { try consumer.service() }
    return progress
  }

  /// Serves the publisher, if its socket has input or its heartbeats are due; one that fails is
  /// dropped.
  mutating func servicePublisher(hasInput: Bool) {
    guard hasInput || publisher?.needsService ?? false else { return }
    do throws(AMQPError) {
      try publisher?.service()
    } catch {
      publisher = nil
    }
  }

  /// Adds the descriptors to wait for; false when there is input already.
  mutating func addDescriptors(to descriptors: inout [Int32]) -> Bool {
    guard !consumer.hasBufferedInput, !(publisher?.hasBufferedInput ?? false) else { return false }
    descriptors.append(consumer.descriptor)
    if let descriptor = publisher?.descriptor { descriptors.append(descriptor) }
    return true
  }

  /// Returns deliveries that were not handled to the queue, and closes the connections.
  consuming func close() {
    // If the broker is gone, it returns the messages itself, but counts the delivery.
    try? consumer.giveBackAll()
    consumer.close()
    if let publisher { publisher.close() }
  }
}
