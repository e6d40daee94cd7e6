import AMQP
import Fleet
import Messages

/// Sends messages in order and waits for their answers, on one thread over two connections.
struct SendRun: ~Copyable {
  private var publisher: Publisher
  private var replies: ReplyQueue?
  private var ledger: SendLedger
  private var underWay = 0..<0
  private let limits: SendLimits
  private let report: any SendReporting
  private let stopSignal: StopSignal

  /// Connects; unless `waits`, without a queue for answers.
  ///
  /// More than five parameters: the run stores them all.
  init(
    _ messages: [OutgoingMessage], waits: Bool, limits: SendLimits, report: some SendReporting,
    by configuration: Configuration, until stopSignal: StopSignal
  ) throws(ToolError) {
    let publisher = try BrokerLinks.publisher(configuration, role: "send")
    let replies = waits ? try ReplyQueue(configuration, role: "send replies") : nil
    self.publisher = publisher
    self.replies = replies
    ledger = SendLedger(messages, waits: waits)
    self.limits = limits
    self.report = report
    self.stopSignal = stopSignal
  }

  /// Sends all, waits for the answers, and reports how it went.
  consuming func run() throws(ToolError) -> ExitCode {
    let start = ContinuousClock.now
    var lastProgress = start
    while !isDone, !stopSignal.isStopped {
      let mayWait = !(try send(since: start))
      // Without outstanding messages the run waits for the next due one.
      if try receiveReplies() || !mayWait || isAtRest { lastProgress = .now }
      let rest = limits.timeout - (.now - lastProgress)
      if rest <= .zero { break }
      if mayWait, !isDone { pause(atMost: min(rest, .seconds(1)), since: start) }
    }
    report.end(ledger)
    let isSuccess = ledger.isSuccess
    replies.take()?.close()
    publisher.close()
    return isSuccess ? .success : .failure
  }

  private var isAtRest: Bool { publisher.isIdle && ledger.outstanding == 0 }

  private var isDone: Bool { ledger.isAllSent && isAtRest }

  /// Publishes the due messages, and reads the broker's confirms; false if there was nothing to do.
  private mutating func send(since start: ContinuousClock.Instant) throws(ToolError) -> Bool {
    if publisher.isIdle {
      let now = ContinuousClock.now
      let allowed = min(
        limits.window - ledger.outstanding,
        limits.pace.allowance(after: now - start) - ledger.sentCount)
      underWay = ledger.send(allowed, at: now)
      if underWay.isEmpty {
        try ToolError.mapped(broker: try publisher.service())
        return false
      }
      let address = replies?.name
      publisher.begin(
        underWay.map { [ledger] in ledger.messages[$0].publication(replyTo: address) })
    }
    do throws(AMQPError) {
      guard case .settled(let settled) = try publisher.advance(within: .zero) else { return false }
      for failure in settled.failures {
        ledger.returned(underWay.lowerBound + failure.index)
        report.returned(underWay.lowerBound + failure.index, failure, ledger)
      }
      return true
    } catch {
      throw ToolError(error)
    }
  }

  private mutating func receiveReplies() throws(ToolError) -> Bool {
    var hasTaken = false
    while let delivery = try replies?.next(within: .zero) ?? nil {
      hasTaken = true
      let summary = ResponseSummary(body: delivery.body)
      let match = ledger.answered(
        delivery.properties.correlationID ?? "", isFailure: summary.isFailure, at: .now)
      report.answer(delivery, summary, match, ledger)
    }
    return hasTaken
  }

  /// Waits for input, for the time of the next message, or for the stop.
  private mutating func pause(atMost limit: Duration, since start: ContinuousClock.Instant) {
    guard !publisher.hasBufferedInput, !(replies?.hasBufferedInput ?? false) else { return }
    var descriptors = [stopSignal.descriptor, publisher.descriptor]
    if let replies = replies?.descriptor { descriptors.append(replies) }
    var limit = limit
    if publisher.isIdle, !ledger.isAllSent, ledger.outstanding < limits.window {
      limit = min(limit, limits.pace.due(ledger.sentCount) - (.now - start))
    }
    waitForInput(descriptors, for: max(limit, .zero))
  }
}

/// The number of messages that may have been sent at a time since the start.
struct Pace: Hashable, Sendable {
  /// Messages a second; nil for as fast as possible.
  let rate: Double?

  /// Zero means as fast as possible.
  init(_ rate: Double?) { self.rate = rate == 0 ? nil : rate }

  /// The number that may have been sent in total; the first is sent at once.
  func allowance(after elapsed: Duration) -> Int {
    guard let rate else { return .max }
    return Int(elapsed.inSeconds * rate) + 1
  }

  /// When a message is due, counted from 0, after the start.
  func due(_ index: Int) -> Duration {
    rate.map { .seconds(Double(index) / $0) } ?? .zero
  }
}

/// How fast, how many at a time, and how long to wait for an answer.
struct SendLimits: Sendable {
  var pace: Pace
  var window: Int
  var timeout: Duration
}
