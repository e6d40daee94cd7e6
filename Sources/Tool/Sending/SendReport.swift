import AMQP
import JSON
import Messages
import Replay

/// Who follows what becomes of the messages of a run.
protocol SendReporting: Sendable {
  /// An answer; without a match it was not expected, such as a repeat.
  func answer(
    _ delivery: Delivery, _ summary: ResponseSummary, _ match: (index: Int, time: Duration)?,
    _ ledger: SendLedger)

  /// A message has reached no queue.
  func returned(_ index: Int, _ failure: PublishFailure, _ ledger: SendLedger)

  /// Nothing more is expected.
  func end(_ ledger: SendLedger)
}

/// Prints what becomes of the messages of a run, for a person or as JSON lines.
struct SendReport: SendReporting {
  let output: Output
  let isJSON: Bool

  /// Prints an answer.
  ///
  /// An unexpected answer, such as a repeat, is printed without a number.
  func answer(
    _ delivery: Delivery, _ summary: ResponseSummary, _ match: (index: Int, time: Duration)?,
    _ ledger: SendLedger
  ) {
    if isJSON {
      output.line(json: json(match?.index, ledger) { write(delivery, match?.time, into: &$0) })
      return
    }
    let code = StyledText(summary.code ?? "no code", summary.isFailure ? .bad : .good)
    let time = match.map { "\($0.time.inMilliseconds.shortMilliseconds) ms  " } ?? ""
    let title = match.map { ledger.messages[$0.index].title } ?? delivery.properties.type ?? ""
    output.line(styled: "\(number(match?.index)) \(title)  \(code)  \(time)\(summary.detail)")
  }

  /// Prints that a message reached no queue.
  func returned(_ index: Int, _ failure: PublishFailure, _ ledger: SendLedger) {
    if isJSON {
      output.line(json: json(index, ledger) { $0.texts([(failure.kind.rawValue, failure.reason)]) })
      return
    }
    let word = StyledText(failure.kind.rawValue, .bad)
    let hint =
      failure.kind == .returned
      ? "no queue takes it (\(failure.reason)); `livery topology apply` declares the queues"
      : failure.reason
    output.line(styled: "\(number(index)) \(ledger.messages[index].title)  \(word)  \(hint)")
  }

  /// Prints the unanswered messages, and for people a summary.
  func end(_ ledger: SendLedger) {
    for index in ledger.unanswered {
      if isJSON {
        output.line(json: json(index, ledger) { $0.member("unanswered", true) })
      } else {
        output.line(
          styled: "\(number(index)) \(ledger.messages[index].title)  \("unanswered", .bad)")
      }
    }
    if !isJSON { output.line(styled: StyledText(ledger.summary, .dim)) }
  }

  private func number(_ index: Int?) -> String { index.map { "#\($0 + 1)" } ?? "#-" }

  private func json(
    _ index: Int?, _ ledger: SendLedger, _ rest: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    JSONWriter.object { writer in
      if let index {
        writer.member("number", index + 1)
        writer.member("line", ledger.messages[index].line)
        writer.texts([("type", ledger.messages[index].title)])
      }
      rest(&writer)
    }
  }

  private func write(_ delivery: Delivery, _ time: Duration?, into writer: inout JSONWriter) {
    if let time {
      writer.member("milliseconds", (time.inMilliseconds * 1_000).rounded() / 1_000)
    }
    writer.key("properties")
    MessageJSON.write(delivery.properties, into: &writer)
    writer.key("body")
    MessageJSON.write(body: delivery.body, into: &writer)
  }
}

extension Double {
  /// Milliseconds with as many digits as are of use: `0.8`, `12`.
  var shortMilliseconds: String { self < 10 ? rounded(digits: 1) : "\(Int(rounded()))" }
}
