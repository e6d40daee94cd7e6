import AMQP
import Fleet
import Messages

/// The broker of the world as one lane has it, in one life of its process.
struct WorldTransport: LaneTransport {
  let stage: Stage
  let caller: Caller

  mutating func connect() throws(AMQPError) {
    stage.pass(caller.seat)
    if let error = stage.with({ [caller] in $0.connect(caller) }) { throw error }
  }

  mutating func disconnect() {
    stage.with { [caller] in $0.disconnect(caller, counted: true) }
  }

  mutating func close() {
    stage.with { [caller] in $0.disconnect(caller, counted: false) }
  }

  mutating func take(limit: Int, within duration: Duration) throws(AMQPError) -> [Delivery] {
    stage.pass(caller.seat)
    let first = try stage.with { [caller] in $0.deliver(caller, limit: limit) }.get()
    guard first.isEmpty else { return first }
    sleep(duration, listens: true)
    return try stage.with { [caller] in $0.deliver(caller, limit: limit) }.get()
  }

  mutating func takeAhead(limit: Int) throws(AMQPError) -> [Delivery] {
    stage.with { [caller] in $0.checkTakesAhead(caller) }
    stage.pass(caller.seat)
    return try stage.with { [caller] in $0.deliverAhead(caller, limit: limit) }.get()
  }

  mutating func begin(_ publications: [Publication]) {
    stage.with { [caller] in $0.begin(caller, publications) }
  }

  mutating func advance(within duration: Duration) throws(AMQPError) -> PublishProgress {
    stage.pass(caller.seat)
    let step = stage.with { [caller] in $0.advance(caller, within: duration.microseconds) }
    if step.wait > 0 {
      stage.pass(caller.seat, as: .busy(until: stage.with { $0.time } + step.wait))
    }
    let progress = try step.progress.get()
    if case .settled(let report) = progress {
      stage.with { [caller] in $0.note(report, for: caller) }
    }
    return progress
  }

  var isBlocked: Bool {
    stage.with { [caller] in !$0.isDead(caller) && $0.broker.blockedUntil > $0.time }
  }

  var canPublish: Bool {
    // A lane that is dead does not come to publish by opening the connection again.
    stage.with { [caller] in $0.isDead(caller) || $0.broker.publishers[caller.seat] != nil }
  }

  mutating func reopenPublisher() throws(AMQPError) {
    stage.pass(caller.seat)
    if let error = stage.with({ [caller] in $0.reopenPublisher(caller) }) { throw error }
  }

  var reportSoFar: PublishReport {
    stage.with { [caller] in
      let report = $0.reportSoFar(caller)
      $0.note(report, for: caller)
      return report
    }
  }

  mutating func dropPublisher() {
    stage.with { [caller] in
      if !$0.isDead(caller) { $0.broker.publishers[caller.seat] = nil }
    }
  }

  mutating func takeUnreadable() -> [String] { [] }

  mutating func reject(_ deliveryTag: UInt64) throws(AMQPError) {
    stage.pass(caller.seat)
    if let error = stage.with({ [caller] in $0.reject(caller, deliveryTag) }) { throw error }
  }

  mutating func acknowledge(through deliveryTag: UInt64) throws(AMQPError) {
    stage.pass(caller.seat)
    if let error = stage.with({ [caller] in $0.acknowledge(caller, through: deliveryTag) }) {
      throw error
    }
  }

  mutating func idle(for duration: Duration) throws(AMQPError) {
    sleep(duration, listens: false)
    let isLost = stage.with { [caller] in
      $0.isDead(caller) || $0.broker.consumers[caller.seat]?.isLost ?? true
    }
    if isLost { throw .lost }
  }

  private func sleep(_ duration: Duration, listens: Bool) {
    let end = stage.with { $0.time } + duration.microseconds
    stage.pass(caller.seat, as: .asleep(until: end, listens: listens))
  }
}

extension Duration {
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
