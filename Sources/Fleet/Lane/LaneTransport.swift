package import AMQP
package import Messages

/// A connection to publish with, so that its user can be driven without a broker.
package protocol PublishingTransport: ~Copyable {
  /// Opens the connection; one that was open before is dropped.
  mutating func connect() throws(AMQPError)

  /// Drops the connection without closing it politely.
  mutating func disconnect()

  /// Hands over a batch of publications; `advance` does the work.
  mutating func begin(_ publications: [Publication])

  /// Publishes and reads confirms for at most that long, serving heartbeats.
  mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress

  /// Whether the broker is known to block publications.
  var isBlocked: Bool { mutating get }

  /// Serves heartbeats for that long, or until the stop.
  mutating func idle(for duration: Duration) throws(AMQPError)

  /// Closes the connection politely.
  mutating func close()
}

/// The two connections of a lane to a broker behind one interface, so that the lane can be driven
/// without a broker.
///
/// After `connect` it consumes as soon as it may; after `disconnect` unacknowledged messages go
/// back to the queue, and `close` returns the deliveries that were not received.
package protocol LaneTransport: ~Copyable, PublishingTransport {
  /// Waits at most that long for the first message, then receives the messages that have arrived,
  /// up to the limit; serves heartbeats.
  mutating func take(limit: Int, within duration: Duration) throws(AMQPError) -> [Delivery]

  /// Takes the messages that have arrived, up to the limit and without a wait, while the batch
  /// before is published; none where that batch has to stay alone.
  ///
  /// It is acknowledged after the batch before, each with its own last tag.
  mutating func takeAhead(limit: Int) throws(AMQPError) -> [Delivery]

  /// Why deliveries became dead letters unread since the last call.
  mutating func takeUnreadable() -> [String]

  /// Gives a message to the dead letters of its queue, as it is.
  mutating func reject(_ deliveryTag: UInt64) throws(AMQPError)

  /// Whether the publishing connection is open; it can be lost alone, as for a missing exchange.
  var canPublish: Bool { mutating get }

  /// Opens the publishing connection again, while the consuming one stays.
  mutating func reopenPublisher() throws(AMQPError)

  /// The answers so far for the batch that is published; publications without an answer are
  /// unconfirmed.
  var reportSoFar: PublishReport { mutating get }

  /// Drops the publishing connection alone; the fate of its messages is unknown.
  mutating func dropPublisher()

  /// Acknowledges all received messages up to this one, except rejected ones.
  mutating func acknowledge(through deliveryTag: UInt64) throws(AMQPError)

  /// Lets the other lanes continue although this one cannot publish its batch.
  mutating func yieldTurn()

  /// Whether a consumer is registered on the current connection, or the lane needs none while its
  /// process works through returned messages.
  var takesPart: Bool { mutating get }

  /// When the certificate ends that the broker has shown, in seconds since 1970; nil without TLS.
  var brokerCertificateEnd: Int64? { mutating get }

  /// The broker of the current connection, for traces; nil where it has no address.
  var server: TraceServer? { get }
}

extension LaneTransport where Self: ~Copyable {
  /// Most receive one batch at a time.
  package mutating func takeAhead(limit: Int) throws(AMQPError) -> [Delivery] { [] }

  /// Most consume from the time that they connect.
  package var takesPart: Bool { true }

  /// Those without a real broker have none.
  package var brokerCertificateEnd: Int64? { nil }

  /// Those without a real broker have none.
  package var server: TraceServer? { nil }

  /// Most hold up no other lane.
  package mutating func yieldTurn() {}
}
