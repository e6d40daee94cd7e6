import AMQP
package import Fleet
import JSON
package import Messages
import Synchronization

/// A message of the operator's staff whose id follows from what it orders, so that a repeated one
/// has no further effect.
package struct OperatorOrder: Sendable {
  /// The message as a line of a file for `livery send`.
  package let line: [UInt8]
  package let type: MessageType
  package let body: [UInt8]
  private let messages: [OutgoingMessage]

  /// A message that a worker would accept; any other is refused with its mistake.
  package init(_ intent: Intent, identifier: String) throws(ToolError) {
    let (type, body) = (Self.type(of: intent), IntentCoding.encode(intent))
    (self.type, self.body) = (type, body)
    line = JSONWriter.object { writer in
      writer.texts([("type", type.rawValue), ("message_id", identifier)])
      writer.key("body")
      writer.raw(body)
    }
    do throws(FileMistake) {
      let run = "livery-order-\(RunIdentifier.random())"
      messages = try MessageFile.parse(line, run: run, role: .operators)
      if let mistake = messages.lazy.compactMap(\.mistake).first { throw mistake }
    } catch {
      throw ToolError(.usage, error.message)
    }
  }

  private static func type(of intent: Intent) -> MessageType {
    switch intent {
    case .rideRefund: .rideRefund
    case .rideSettlement: .rideSettlement
    case .rideWaiver: .rideWaiver
    case .rideAdjustment: .rideAdjustment
    case .rideEnd: .rideEnd
    case .rideReassignment: .rideReassignment
    default: .cancelRide
    }
  }

  /// Sends the message and waits for its answer, which is reported.
  func send(
    within timeout: Duration, _ report: some SendReporting, by configuration: Configuration,
    until stopSignal: StopSignal
  ) throws(ToolError) -> ExitCode {
    try run(within: timeout, report, by: configuration, until: stopSignal).run()
  }

  /// Connects.
  private func run(
    within timeout: Duration, _ report: some SendReporting, by configuration: Configuration,
    until stopSignal: StopSignal
  ) throws(ToolError) -> SendRun {
    try SendRun(
      messages, waits: true, limits: SendLimits(pace: Pace(nil), window: 1, timeout: timeout),
      report: report, by: configuration, until: stopSignal)
  }

  /// What has become of an order that was sent.
  package enum Outcome: Hashable, Sendable {
    case answered(ResponseSummary)
    /// It reached no queue, for this reason.
    case returned(String)
    /// It may have been carried out, or may yet be.
    case unanswered
  }

  /// Sends the message and waits for its answer; throws where it was not sent.
  package func outcome(
    within timeout: Duration, by configuration: Configuration, until stopSignal: StopSignal
  ) throws(ToolError) -> Outcome {
    let report = OutcomeReport()
    let run = try run(within: timeout, report, by: configuration, until: stopSignal)
    do throws(ToolError) {
      _ = try run.run()
    } catch {
      // A run begins by publishing: what fails from then on does not call the message back.
    }
    return report.outcome.withLock { $0 }
  }
}

/// Keeps what has become of one message.
private final class OutcomeReport: SendReporting {
  let outcome = Mutex(OperatorOrder.Outcome.unanswered)

  func answer(
    _ delivery: Delivery, _ summary: ResponseSummary, _ match: (index: Int, time: Duration)?,
    _ ledger: SendLedger
  ) {
    // A second answer has the result that the first one has promised.
    outcome.withLock { $0 = .answered(summary) }
  }

  func returned(_ index: Int, _ failure: PublishFailure, _ ledger: SendLedger) {
    outcome.withLock { $0 = .returned(failure.reason) }
  }

  func end(_ ledger: SendLedger) {}
}
