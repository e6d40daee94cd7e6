package import Envelope

/// Publishes batches over its own connection, in confirm mode.
///
/// A batch is written as far as the window of unconfirmed messages allows; one failed message does
/// not stop the others. After any error the publisher cannot be used any more and the result of the
/// batch is unknown: a new publisher has to publish the whole batch again, with the same message
/// ids.
package struct Publisher: ~Copyable {
  private var connection: AMQPConnection
  private var batch: PublisherBatch
  private var blockedReason: String?
  private let window: Int
  /// Whether an alarm started before the broker had checked the permissions.
  private var isChecking: Bool

  /// Connects, makes sure that the exchanges exist and may be published to, and selects confirms.
  ///
  /// A missing exchange is error 404, not retriable; the owner of the topology has to declare it. A
  /// missing permission is error 403. During a resource alarm the publisher is blocked from the
  /// start.
  /// - Parameters:
  ///   - targets: the known exchanges of the publications.
  ///   - window: how many messages may be unconfirmed; more than 1,000 only adds latency.
  package init(
    to endpoint: AMQPEndpoint, name: String, targets: [PublishTarget] = [], window: Int = 500,
    timeouts: AMQPTimeouts = .standard
  ) throws(AMQPError) {
    precondition(window > 0, "a window has room for a message")
    var connection = try AMQPConnection(to: endpoint, name: name, timeouts: timeouts)
    for exchange in targets.map(\.exchange) where !exchange.isEmpty {
      do throws(AMQPError) {
        try connection.declareExchange(
          ExchangeDeclaration(name: exchange, kind: "topic", passive: true))
      } catch {
        throw error.code == .notFound
          ? .missing("exchange", on: endpoint, operation: "publish to exchange '\(exchange)'")
          : error
      }
    }
    let alarm = targets.isEmpty ? nil : try connection.checkRights(to: targets)
    if alarm == nil { try connection.selectConfirms() }
    self.connection = connection
    batch = PublisherBatch(window: window)
    self.window = window
    blockedReason = alarm
    isChecking = alarm != nil
  }

  /// Asks again whether the targets may be published to; error 403 if not.
  ///
  /// The previous batch must be settled. During a resource alarm nothing is checked.
  package mutating func checkRights(to targets: [PublishTarget]) throws(AMQPError) {
    precondition(isIdle, "rights are asked for between batches")
    try service()
    guard !isBlocked else { return }
    try connection.renewChannel()
    blockedReason = try connection.checkRights(to: targets)
    isChecking = isBlocked
    if !isChecking { try beginConfirms() }
  }

  private mutating func beginConfirms() throws(AMQPError) {
    try connection.selectConfirms()
    batch = PublisherBatch(window: window)
  }

  /// Whether the broker blocks publications.
  package var isBlocked: Bool { blockedReason != nil }

  /// Whether no batch is under way.
  package var isIdle: Bool { batch.isSettled }

  /// The socket, to be polled for input together with `hasBufferedInput`.
  package var descriptor: Int32 { connection.descriptor }

  /// Whether there may be input that polling `descriptor` does not show.
  package var hasBufferedInput: Bool { connection.hasBufferedInput }

  /// Whether `service` is to be called though the socket has no input.
  package var needsService: Bool { connection.needsService }

  /// Accepts a batch; nothing is written before `advance`.
  ///
  /// The one before must be settled.
  package mutating func begin(_ publications: [Publication]) {
    batch.begin(publications)
  }

  /// Writes as much as allowed, and reads answers until the batch is settled or the time is over.
  ///
  /// With `.zero` it does what can be done without waiting.
  package mutating func advance(within limit: Duration) throws(AMQPError) -> PublishProgress {
    let deadline = ContinuousClock.now.advanced(by: limit)
    if limit <= .zero { try service() }
    while true {
      // Before anything is written, alarms must be known; answers that have arrived make room.
      if batch.nextToWrite != nil { try service() }
      try writeAhead()
      if batch.isSettled { return .settled(batch.report) }
      let rest = limit > .zero ? deadline - .now : .zero
      guard rest > .zero, let event = try connection.next(within: rest) else { break }
      try handle(event)
    }
    if let blockedReason { return .blocked(reason: blockedReason) }
    return .working
  }

  /// The results so far of the current batch, for a caller that stops waiting.
  ///
  /// The publisher cannot be used afterwards.
  package var reportSoFar: PublishReport { batch.reportSoFar }

  /// Publishes a batch and waits until it is settled; a timeout, which is retriable, if it is not
  /// in time.
  package mutating func publish(
    _ publications: [Publication], within limit: Duration
  ) throws(AMQPError) -> PublishReport {
    begin(publications)
    switch try advance(within: limit) {
    case .settled(let report): return report
    case .blocked(let reason): throw timeout("the broker takes no messages: \(reason)", limit)
    case .working: throw timeout("\(batch.confirms.outstanding) are not confirmed", limit)
    }
  }

  /// Reads arrived frames without waiting: heartbeats, alarms, late answers.
  ///
  /// To be called every two or three seconds while the publisher is idle.
  package mutating func service() throws(AMQPError) {
    while let event = try connection.next(within: .zero) { try handle(event) }
  }

  /// Closes the connection in order.
  package consuming func close() {
    connection.close()
  }

  private mutating func writeAhead() throws(AMQPError) {
    while !isBlocked, batch.confirms.outstanding < window, let index = batch.nextToWrite {
      try write(index)
      guard connection.hasMuchUnsent else { continue }
      try connection.flush()
      // Before more is written, alarms must be known; answers that have arrived make room.
      try service()
    }
    try connection.flush()
  }

  private mutating func write(_ index: Int) throws(AMQPError) {
    do throws(AMQPError) {
      try connection.enqueue(batch.publications[index])
      batch.wroteNext()
    } catch {
      guard error.code == .unsendableMessage else { throw error }
      batch.passedNext(error.detail)
    }
  }

  private mutating func handle(_ event: AMQPEvent) throws(AMQPError) {
    switch event {
    case .confirmed(let tag, let multiple): batch.confirmed(tag, multiple: multiple)
    case .refused(let tag, let multiple): batch.refused(tag, multiple: multiple)
    case .returned(let message): batch.returned(message)
    case .blocked(let reason): blockedReason = reason
    // Before the answer to the rollback, the channel receives no confirms.
    case .unblocked: if !isChecking { blockedReason = nil }
    case .rolledBack:
      try connection.renewChannel()
      try beginConfirms()
      (blockedReason, isChecking) = (nil, false)
    case .delivery, .unreadable, .consumerCancelled: break
    }
  }

  private func timeout(_ what: String, _ limit: Duration) -> AMQPError {
    AMQPError(
      code: .timeout, operation: "publish \(batch.publications.count) messages",
      detail: "not settled within \(limit): \(what)")
  }
}
