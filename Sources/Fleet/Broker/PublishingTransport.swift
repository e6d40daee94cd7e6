package import AMQP
package import Messages

/// What somebody who publishes needs of a broker, so that they can be driven without one.
package protocol PublishingTransport: ~Copyable {
  /// Opens what it publishes with; whatever was open before is dropped.
  mutating func connect() throws(AMQPError)

  /// Drops what is open without a word.
  mutating func disconnect()

  /// Hands over a batch of publications; `advance` does the work.
  mutating func begin(_ publications: [Publication])

  /// Publishes and takes confirms for at most that long, serving heartbeats.
  mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress

  /// Whether the broker has asked for no more publications, as far as is known.
  var isBlocked: Bool { mutating get }

  /// Serves heartbeats for that long, or until the stop.
  mutating func idle(for duration: Duration) throws(AMQPError)

  /// Closes politely what is open.
  mutating func close()
}
