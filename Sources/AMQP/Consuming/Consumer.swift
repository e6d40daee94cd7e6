package import Envelope

/// Consumes one queue over its own connection, and with it one whose messages may be lost.
///
/// After any error it cannot be used any more: the broker redelivers unacknowledged messages, and
/// delivery tags are not valid on another connection.
package struct Consumer: ~Copyable {
  /// The queue that is consumed.
  package let queue: String
  /// The queue of messages that may be lost, if any: one that was delivered before is acknowledged
  /// unread, so that it can neither be handled late nor crash its consumer twice.
  package let lossyQueue: String?
  /// Why deliveries went to the dead letters unread: each exceeds a limit on its size or on the
  /// depth of its headers.
  private var unreadable: [String] = []
  /// How many deliveries may be unacknowledged; nil while it consumes nothing.
  package private(set) var prefetch: UInt16?
  /// Whether the lossy queue is consumed, too.
  private var takesLossy = false
  private var connection: AMQPConnection
  /// Deliveries that arrived while the connection waited for another answer; at most the prefetch.
  private var early: [Delivery] = []

  /// The most bytes of bodies that are held at a time, by one message more at the most: with large
  /// messages a prefetch alone would be no bound.
  package static let bytesHeld = 16 << 20

  /// What is neither acknowledged nor rejected though it is unreadable, where it is kept.
  private var kept: KeptDeliveries?

  /// The number of consumers on this connection so far, one at a time; each has its own tag,
  /// because a quorum queue redelivers what a consumer of the same tag had not acknowledged.
  private var count: Int

  /// Connects, makes sure that the queue exists, and starts consuming.
  ///
  /// A missing queue is error 404, not retriable; it is for the topology's owner to declare it.
  /// - Parameter prefetch: how many deliveries may be unacknowledged; 100 to 300 serve best. With
  ///   nil it waits for `consume`.
  /// - Parameter keepsUnreadable: whether deliveries that exceed a limit stay in the queue, where
  ///   rejecting them would drop them.
  ///
  /// More than five parameters: a consumer needs all of them for its queue.
  package init(
    to endpoint: AMQPEndpoint, queue: String, prefetch: UInt16?, name: String,
    keepsUnreadable: Bool = false, lossyQueue: String? = nil, timeouts: AMQPTimeouts = .standard
  ) throws(AMQPError) {
    var connection = try AMQPConnection(to: endpoint, name: name, timeouts: timeouts)
    for name in [queue, lossyQueue].compactMap(\.self) {
      do throws(AMQPError) {
        _ = try connection.declareQueue(QueueDeclaration(name: name, passive: true))
      } catch {
        throw error.code == .notFound
          ? .missing("queue", on: endpoint, operation: "consume from queue '\(name)'") : error
      }
    }
    if let prefetch { try connection.consume(queue, tag: Self.tag(1), prefetch: prefetch) }
    self.connection = connection
    self.queue = queue
    self.lossyQueue = lossyQueue
    self.prefetch = prefetch
    count = prefetch == nil ? 0 : 1
    kept = keepsUnreadable ? KeptDeliveries() : nil
  }

  /// Sets the most messages that it may hold from now on.
  ///
  /// A consumer keeps the prefetch of its start, so the consumer is started again; quorum queues
  /// support no other way. Deliveries in transit return to the queue, so there should be none.
  /// - Parameter isAlone: whether the lossy queue is left alone; else half as many of its messages
  ///   are held in addition.
  package mutating func consume(prefetch: UInt16, isAlone: Bool = false) throws(AMQPError) {
    try pause()
    count += 1
    try connection.consume(queue, tag: Self.tag(count), prefetch: prefetch)
    self.prefetch = prefetch
    guard let lossyQueue, !isAlone else { return }
    try connection.consume(lossyQueue, tag: Self.lossyTag(count), prefetch: max(1, prefetch / 2))
    takesLossy = true
  }

  /// Whether it consumes with that prefetch, and the lossy queue, if there is one, or not.
  package func isConsuming(prefetch: UInt16, isAlone: Bool = false) -> Bool {
    self.prefetch == prefetch && takesLossy == (lossyQueue != nil && !isAlone)
  }

  /// Ends the deliveries, until `consume`.
  ///
  /// Arrived deliveries can still be received, and all can be acknowledged or returned.
  package mutating func pause() throws(AMQPError) {
    guard prefetch != nil else { return }
    try connection.cancel(consumerTag: Self.tag(count))
    if takesLossy { try connection.cancel(consumerTag: Self.lossyTag(count)) }
    prefetch = nil
    takesLossy = false
  }

  /// The socket, to be polled for input together with `hasBufferedInput`.
  package var descriptor: Int32 { connection.descriptor }

  /// When the broker's certificate ends, in seconds since 1970; nil without TLS.
  package var brokerCertificateEnd: Int64? { connection.brokerCertificateEnd }

  /// Whether there may be input that polling `descriptor` does not show.
  package var hasBufferedInput: Bool { !early.isEmpty || connection.hasBufferedInput }

  /// Waits at most that long for a delivery, and returns it with others that have already arrived,
  /// up to the limit.
  ///
  /// Empty if none arrived. After one that came alone the socket is not asked again.
  ///
  /// Error `consumerCancelled`, retriable, if the broker has canceled the consumer.
  package mutating func take(
    limit: Int, within wait: Duration
  ) throws(AMQPError) -> [Delivery] {
    precondition(limit > 0, "a batch has room for a delivery")
    var taken = Array(early.prefix(limit))
    early.removeFirst(taken.count)
    var size = taken.byteCount
    let deadline = wait > .zero ? ContinuousClock.now.advanced(by: wait) : nil
    while taken.count < limit, size < Self.bytesHeld {
      if taken.count == 1, !connection.hasBufferedInput { break }
      let rest = taken.isEmpty ? deadline.map { $0 - .now } ?? .zero : .zero
      guard let event = try connection.next(within: rest) else { break }
      guard let delivery = try delivery(in: event) else { continue }
      size += delivery.body.count
      taken.append(delivery)
    }
    return taken
  }

  /// Whether the broker has nothing for this consumer: no message of the queue is ready, and the
  /// next `take` returns all that were on their way.
  ///
  /// To end a consumer whose deliveries are on their way from the queue to the channel counts as an
  /// attempt for each (rabbit_fifo_client returns them), and a slow broker may take any time for
  /// that.
  package mutating func isAtEnd() throws(AMQPError) -> Bool {
    let asked = QueueDeclaration(name: queue, passive: true)
    let found = try connection.declareQueue(asked)
    // Without an answer of the queue, the broker tells of neither messages nor consumers.
    guard found.messageCount == 0, found.consumerCount > 0 else { return false }
    // What the queue had sent by then, the channel sends before its next answer.
    _ = try connection.declareQueue(asked)
    return true
  }

  /// Acknowledges all deliveries up to this one.
  package mutating func acknowledge(through deliveryTag: UInt64) throws(AMQPError) {
    guard let tags = kept?.acknowledge(through: deliveryTag) else {
      return try connection.acknowledge(deliveryTag, multiple: true)
    }
    for tag in tags { try connection.acknowledge(tag, multiple: false) }
  }

  /// Acknowledges a delivery.
  package mutating func acknowledge(_ deliveryTag: UInt64) throws(AMQPError) {
    kept?.acknowledge(deliveryTag)
    try connection.acknowledge(deliveryTag, multiple: false)
  }

  /// Gives a delivery to the dead letters of its queue, as it is.
  package mutating func reject(_ deliveryTag: UInt64) throws(AMQPError) {
    try connection.reject(deliveryTag, requeue: false)
  }

  /// Ends the deliveries and returns all unacknowledged ones to the queue, received or not:
  /// `basic.nack` with tag 0, which RabbitMQ 4.3 does not count as an attempt, as it counts a lost
  /// connection.
  package mutating func giveBackAll() throws(AMQPError) {
    try pause()
    try connection.negativelyAcknowledge(0, multiple: true, requeue: true)
  }

  /// Reads arrived deliveries without waiting, and keeps them for `take`; serves heartbeats.
  ///
  /// Call it every two or three seconds while no delivery is received.
  package mutating func service() throws(AMQPError) {
    var size = early.byteCount
    while size < Self.bytesHeld {
      guard let event = try connection.next(within: .zero) else { return }
      guard let delivery = try delivery(in: event) else { continue }
      size += delivery.body.count
      early.append(delivery)
    }
    try beat()
  }

  /// Serves heartbeats and receives nothing, for a caller without room for more.
  package mutating func beat() throws(AMQPError) {
    try connection.beat()
  }

  /// Why deliveries went to the dead letters unread since this was last asked.
  package mutating func takeUnreadable() -> [String] {
    defer { unreadable.removeAll() }
    return unreadable
  }

  /// Closes the connection in order; unacknowledged messages return to the queue.
  package consuming func close() {
    connection.close()
  }

  private mutating func delivery(in event: consuming AMQPEvent) throws(AMQPError) -> Delivery? {
    switch consume event {
    case .delivery(let delivery, let tag):
      if delivery.redelivered, tag.hasPrefix(Self.lossyPrefix) {
        try connection.acknowledge(delivery.deliveryTag, multiple: false)
        return nil
      }
      kept?.add(delivery.deliveryTag)
      return delivery
    case .unreadable(let tag, _, let reason):
      unreadable.append(reason)
      if kept == nil {
        try connection.reject(tag, requeue: false)
      } else {
        kept?.hasKept = true
      }
    case .consumerCancelled:
      throw connection.failed(
        AMQPError(
          code: .consumerCancelled, operation: "consume from queue '\(queue)'",
          detail: "the broker ended the consumer: the queue was deleted or its leader moved"))
    case .confirmed, .refused, .returned, .rolledBack, .blocked, .unblocked: break
    }
    return nil
  }

  private static func tag(_ number: Int) -> String { "livery-\(number)" }
  private static let lossyPrefix = "livery-lossy-"
  private static func lossyTag(_ number: Int) -> String { "\(lossyPrefix)\(number)" }
}

extension AMQPConnection {
  fileprivate mutating func consume(
    _ queue: String, tag: String, prefetch: UInt16
  ) throws(AMQPError) {
    precondition(prefetch > 0, "a prefetch of 0 would be without limit")
    try qualityOfService(prefetch: prefetch)
    try consume(queue: queue, consumerTag: tag)
  }
}

extension [Delivery] {
  fileprivate var byteCount: Int { reduce(0) { $0 + $1.body.count } }
}

/// The deliveries of a consumer that keeps some of them unacknowledged until its connection ends.
///
/// One acknowledgement can cover all deliveries up to one; with one among them that is kept,
/// each has to be acknowledged on its own.
struct KeptDeliveries {
  /// Whether a delivery is kept.
  var hasKept = false
  /// The deliveries that are yet to be acknowledged.
  private var open: [UInt64] = []

  /// Records a delivery that will be acknowledged.
  mutating func add(_ tag: UInt64) { open.append(tag) }

  /// Records that a delivery is acknowledged on its own.
  mutating func acknowledge(_ tag: UInt64) { open.removeAll { $0 == tag } }

  /// The deliveries to be acknowledged one by one; nil where all up to the tag can be at once.
  mutating func acknowledge(through tag: UInt64) -> [UInt64]? {
    let done = open.filter { $0 <= tag }
    open.removeAll { $0 <= tag }
    return hasKept ? done : nil
  }
}
