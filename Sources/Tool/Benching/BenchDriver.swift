import AMQP
import Fleet
import Messages
import Rides

/// Keeps a window of requests in flight, on one thread over two connections.
///
/// Requests are published without confirms: the answers count, and the generator shares the
/// processors with the workers that it measures.
struct BenchDriver: ~Copyable {
  private var link: AMQPConnection
  private var replies: ReplyQueue
  private var isBlocked = false
  private let window: Int
  private let stopSignal: StopSignal
  /// How long answers may be missing before the remaining requests count as lost.
  private static let patience = Duration.seconds(10)
  /// The number of messages that are written before arrived answers are read.
  private static let messagesPerPoll = 16

  init(
    window: Int, _ configuration: Configuration, _ stopSignal: StopSignal
  ) throws(ToolError) {
    let link = try BrokerLinks.connection(configuration, role: "bench")
    let replies = try ReplyQueue(configuration, role: "bench replies")
    self.link = link
    self.replies = replies
    self.window = window
    self.stopSignal = stopSignal
  }

  var replyQueue: String { replies.name }

  /// Carries out the load; `onWarm` is called when the first counted request has been sent.
  mutating func run(
    _ load: BenchLoad, _ ledger: inout BenchLedger, pace: Pace, onWarm: () -> Void
  ) throws(ToolError) {
    let start = ContinuousClock.now
    var lastAnswer = start
    let queue = replies.name
    while !ledger.isOver, !stopSignal.isStopped {
      let elapsed = ContinuousClock.now - start
      let allowed = min(
        ledger.total - ledger.sent, window - ledger.inFlight,
        pace.allowance(after: elapsed) - ledger.sent, isBlocked ? 0 : Self.messagesPerPoll)
      for _ in 0..<max(0, allowed) {
        let due = pace.rate == nil ? ContinuousClock.now - start : pace.due(ledger.sent)
        try publish(load.publication(ledger.sent, replyTo: queue))
        ledger.send(at: due.inMicroseconds)
        if ledger.hasJustWarmedUp { onWarm() }
      }
      try look(&ledger)
      let wait = allowed > 0 ? .zero : pause(ledger, pace, elapsed)
      if try receive(&ledger, within: wait, since: start) || ledger.inFlight == 0 {
        lastAnswer = .now
      }
      if .now - lastAnswer > Self.patience { break }
    }
  }

  /// Publishes some messages and waits for an answer to each; returns the answers by number.
  mutating func ask(_ messages: [Publication]) throws(ToolError) -> [Int: ResponseSummary] {
    for message in messages { try publish(message) }
    var answers: [Int: ResponseSummary] = [:]
    var scratch = BenchLedger(total: 0)
    let deadline = ContinuousClock.now + Self.patience
    while answers.count < messages.count, ContinuousClock.now < deadline, !stopSignal.isStopped {
      try look(&scratch)
      guard let delivery = try replies.next(within: .milliseconds(100)) else { continue }
      guard let number = delivery.properties.correlationID.flatMap({ Int($0) }) else { continue }
      answers[number] = ResponseSummary(body: delivery.body)
    }
    return answers
  }

  mutating func publish(_ message: Publication) throws(ToolError) {
    try ToolError.mapped(broker: try link.publish(message))
  }

  consuming func close() {
    link.close()
    replies.close()
  }

  /// Reads frames on the publishing connection; serves its heartbeats.
  private mutating func look(_ ledger: inout BenchLedger) throws(ToolError) {
    do throws(AMQPError) {
      while let event = try link.next(within: .zero) {
        switch event {
        case .blocked: isBlocked = true
        case .unblocked: isBlocked = false
        case .returned(let back):
          if let number = back.message.properties.correlationID.flatMap({ Int($0) }) {
            ledger.returned(number)
          }
        default: continue
        }
      }
    } catch {
      throw ToolError(error)
    }
  }

  /// How long to wait for answers when nothing may be sent: until a message is due, but short
  /// enough to serve the other connection.
  private func pause(_ ledger: BenchLedger, _ pace: Pace, _ elapsed: Duration) -> Duration {
    guard ledger.sent < ledger.total, ledger.inFlight < window, pace.rate != nil else {
      return .milliseconds(500)
    }
    return min(.milliseconds(500), max(.zero, pace.due(ledger.sent) - elapsed))
  }

  /// Waits for the first answer and records all that have arrived; returns whether there was one.
  private mutating func receive(
    _ ledger: inout BenchLedger, within limit: Duration, since start: ContinuousClock.Instant
  ) throws(ToolError) -> Bool {
    var wait = limit
    var count = 0
    while let delivery = try replies.next(within: wait) {
      wait = .zero
      count += 1
      guard let number = delivery.properties.correlationID.flatMap({ Int($0) }) else { continue }
      ledger.answered(
        number, code: ResponseCodeScan.code(in: delivery.body),
        at: (ContinuousClock.now - start).inMicroseconds)
      // The window is to be filled again before it runs dry.
      if count == window / 2 { break }
    }
    return count > 0
  }
}
