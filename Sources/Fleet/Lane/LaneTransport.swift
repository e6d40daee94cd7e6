package import AMQP
package import Messages

/// What a lane needs of a broker: the two connections behind one face, so that the lane can be
/// driven without one.
package protocol LaneTransport: ~Copyable {
  /// Opens both connections and registers the consumer; whatever was open before is dropped.
  mutating func connect() throws(AMQPError)

  /// Drops both connections without a word; unacknowledged messages go back to the queue.
  mutating func disconnect()

  /// Waits at most that long for the first message, then takes what has arrived up to the limit;
  /// serves heartbeats.
  mutating func take(limit: Int, within duration: Duration) throws(AMQPError) -> [Delivery]

  /// Hands over a batch of publications; `advance` does the work.
  mutating func begin(_ publications: [Publication])

  /// Publishes and takes confirms for at most that long, serving the heartbeats of both
  /// connections.
  mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress

  /// Whether the broker has asked for no more publications, as far as is known.
  var isBlocked: Bool { mutating get }

  /// Why deliveries went to the dead letters unread since this was last asked.
  mutating func takeUnreadable() -> [String]

  /// Gives a message to the dead letters of its queue, as it is.
  mutating func reject(_ deliveryTag: UInt64) throws(AMQPError)

  /// Whether the publishing connection is open; it can be lost alone, as for a missing exchange.
  var canPublish: Bool { mutating get }

  /// Opens the publishing connection anew, beside the consuming one.
  mutating func reopenPublisher() throws(AMQPError)

  /// Drops the publishing connection alone; what became of its messages is unknown.
  mutating func dropPublisher()

  /// Acknowledges all messages up to this one.
  mutating func acknowledge(through deliveryTag: UInt64) throws(AMQPError)

  /// Serves the heartbeats of both connections for that long, or until the stop.
  mutating func idle(for duration: Duration) throws(AMQPError)

  /// Stops taking, gives back what was delivered and not taken, and closes both connections
  /// politely.
  mutating func close()
}
