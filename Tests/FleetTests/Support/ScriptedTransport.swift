import AMQP
import Fleet
import Messages

/// What a lane asked of its transport.
enum Call: Equatable {
  case connect, disconnect, take, takeAhead
  case begin(Int)
  case advance
  case reject(UInt64)
  case acknowledge(UInt64)
  case idle,
    close, reopenPublisher, dropPublisher, yieldTurn
}

/// What a broker will do, and what was asked of it; when nothing is left to be taken it stops the
/// lane.
final class Script {
  let stopSignal: StopSignal
  private(set) var calls: [Call] = []
  /// One batch for each take.
  var batches: [[Delivery]] = []
  /// One batch for each time that it takes ahead, then none.
  var batchesAhead: [[Delivery]] = []
  /// One answer for each connect, then success.
  var connects: [AMQPError?] = []
  /// One answer for each advance, then settled without returns.
  var progress: [Result<PublishProgress, AMQPError>] = []
  /// One answer for each attempt to open the publishing connection anew, then success.
  var reopenings: [AMQPError?] = []
  var acknowledgements: [AMQPError?] = []
  /// One answer for each pause on the connection, then success.
  var pauses: [AMQPError?] = []
  /// Whether the broker is blocked, at each time that it is asked, then not.
  var blocks: [Bool] = []
  /// Whether the publishing connection was lost alone.
  var publisherIsLost = false
  /// Whether a failed advance is the publishing connection's alone.
  var losesPublisherAlone = false
  /// Why deliveries could not be read.
  var unreadable: [String] = []
  /// The places of what the broker confirms of a batch that is not waited for any longer.
  var confirmedInTime: Set<Int> = []
  /// What happens as a call begins.
  var onCall: (Call) -> Void = { _ in }
  /// Every batch that was handed over.
  private(set) var published: [[Publication]] = []
  fileprivate var publications: Int { published.last?.count ?? 0 }
  /// What the last advance came to.
  fileprivate var last: Result<PublishProgress, AMQPError>?

  init(_ stopSignal: StopSignal, _ batches: [[Delivery]] = []) {
    self.stopSignal = stopSignal
    self.batches = batches
  }

  /// What was asked, without what only passes time.
  var steps: [Call] { calls.filter { ![.take, .takeAhead, .advance].contains($0) } }

  fileprivate func begin(_ publications: [Publication]) {
    note(.begin(publications.count))
    published.append(publications)
  }

  fileprivate func note(_ call: Call) {
    calls.append(call)
    // A lane that goes round for ever is stopped, so that its test fails instead.
    if calls.count > 500 { stopSignal.stop() }
    onCall(call)
  }
}

/// A transport that follows a script and keeps no connection.
struct ScriptedTransport: LaneTransport {
  let script: Script

  mutating func connect() throws(AMQPError) {
    script.note(.connect)
    if !script.connects.isEmpty, let error = script.connects.removeFirst() { throw error }
  }

  mutating func disconnect() { script.note(.disconnect) }

  mutating func take(
    limit: Int, within duration: Duration
  ) throws(AMQPError) -> [Delivery] {
    script.note(.take)
    guard !script.batches.isEmpty else {
      script.stopSignal.stop()
      return []
    }
    return Array(script.batches.removeFirst().prefix(limit))
  }

  mutating func takeAhead(limit: Int) throws(AMQPError) -> [Delivery] {
    script.note(.takeAhead)
    return script.batchesAhead.isEmpty ? [] : script.batchesAhead.removeFirst()
  }

  mutating func begin(_ publications: [Publication]) {
    script.begin(publications)
  }

  mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress {
    script.note(.advance)
    guard !script.progress.isEmpty else {
      script.last = nil
      return .settled(PublishReport(count: script.publications))
    }
    script.last = script.progress.removeFirst()
    if script.losesPublisherAlone, case .failure = script.last { script.publisherIsLost = true }
    return try script.last?.get() ?? .working
  }

  var isBlocked: Bool {
    if case .success(.blocked) = script.last { return true }
    return script.blocks.isEmpty ? false : script.blocks.removeFirst()
  }

  var canPublish: Bool { !script.publisherIsLost }

  mutating func reopenPublisher() throws(AMQPError) {
    script.note(.reopenPublisher)
    if !script.reopenings.isEmpty, let error = script.reopenings.removeFirst() { throw error }
    script.publisherIsLost = false
  }

  mutating func yieldTurn() { script.note(.yieldTurn) }

  var reportSoFar: PublishReport {
    let failures = (0..<script.publications).filter { !script.confirmedInTime.contains($0) }
    return PublishReport(
      count: script.publications, failures: failures.map { .failed($0, .unconfirmed) })
  }

  mutating func dropPublisher() {
    script.note(.dropPublisher)
    script.publisherIsLost = true
  }

  mutating func takeUnreadable() -> [String] {
    defer { script.unreadable = [] }
    return script.unreadable
  }

  mutating func reject(_ deliveryTag: UInt64) throws(AMQPError) {
    script.note(.reject(deliveryTag))
  }

  mutating func acknowledge(through deliveryTag: UInt64) throws(AMQPError) {
    script.note(.acknowledge(deliveryTag))
    if !script.acknowledgements.isEmpty, let error = script.acknowledgements.removeFirst() {
      throw error
    }
  }

  mutating func idle(for duration: Duration) throws(AMQPError) {
    script.note(.idle)
    if !script.pauses.isEmpty, let error = script.pauses.removeFirst() { throw error }
  }

  mutating func close() { script.note(.close) }
}

extension Result<PublishProgress, AMQPError> {
  /// A batch that the broker has answered for.
  static func settled(_ count: Int, _ failures: [PublishFailure]) -> Self {
    .success(.settled(PublishReport(count: count, failures: failures)))
  }
}

extension PublishFailure {
  static func failed(_ index: Int, _ kind: Kind) -> PublishFailure {
    PublishFailure(index: index, kind: kind, reason: "312 NO_ROUTE")
  }
}
