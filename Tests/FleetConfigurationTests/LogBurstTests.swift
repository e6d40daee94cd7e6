import Rides
import Synchronization
import Testing

@testable import Fleet

/// A line at a second, and how often it comes.
private struct Step: Sendable {
  var at: Int64
  var event = LogEvent.storeUnavailable
  var level = LogLevel.error
  var fields: [LogField] = [LogField(.error, "locked")]
  var times = 1
}

private struct Case: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let steps: [Step]
  /// What is written: `event`, or `event count/period` for a line that sums up.
  let written: [String]
}

private func ride(_ name: String) -> [LogField] {
  [LogField(.reason, "unreadableRide"), LogField(.rideIdentifier, .string(name))]
}

@Suite("Bursts in the log")
struct LogBurstTests {
  private static let cases = [
    Case(
      testDescription: "as many as the limit are all written",
      steps: [Step(at: 0, times: 20), Step(at: 30)],
      written: Array(repeating: "store_unavailable", count: 21)),
    Case(
      testDescription: "the others of ten seconds are one line",
      steps: [
        Step(at: 0, times: 25), Step(at: 9, times: 975), Step(at: 10, event: .workerStopping),
      ],
      written: Array(repeating: "store_unavailable", count: 20)
        + ["store_unavailable 980/10", "worker_stopping"]),
    Case(
      testDescription: "a burst that goes on has one line a period",
      steps: [
        Step(at: 0, times: 21), Step(at: 10), Step(at: 15, times: 4), Step(at: 21),
        Step(at: 40, event: .workerStopping), Step(at: 41),
      ],
      written: Array(repeating: "store_unavailable", count: 20)
        + [
          "store_unavailable 1/10", "store_unavailable 5/11", "store_unavailable 1/19",
          "worker_stopping", "store_unavailable 1/1",
        ]),
    Case(
      testDescription: "a burst that has ended for a period is written again",
      steps: [
        Step(at: 0, times: 21), Step(at: 10, event: .workerStopping),
        Step(at: 20, event: .workerStopping), Step(at: 21),
      ],
      written: Array(repeating: "store_unavailable", count: 20)
        + ["store_unavailable 1/10", "worker_stopping", "worker_stopping", "store_unavailable"]),
    Case(
      testDescription: "another error is another kind",
      steps: [Step(at: 0, times: 20), Step(at: 0, fields: [LogField(.error, "full")])],
      written: Array(repeating: "store_unavailable", count: 21)),
    Case(
      testDescription: "the lane, the message and the trace make no other kind",
      steps: [
        Step(at: 0, times: 20),
        Step(
          at: 0,
          fields: [
            LogField(.lane, 2), LogField(.error, "locked"), LogField(.messageIdentifier, "m"),
            LogField(.trace, "t"),
          ]),
      ],
      written: Array(repeating: "store_unavailable", count: 20) + ["store_unavailable 1/0"]),
    Case(
      testDescription: "errors of different rides are never one",
      steps: (0..<30).map { Step(at: 0, event: .messageRefused, fields: ride("\($0)")) },
      written: Array(repeating: "message_refused", count: 30)),
    Case(
      testDescription: "refusals of different rides are one below the level error",
      steps: (0..<30).map {
        Step(at: 0, event: .messageRefused, level: .info, fields: ride("\($0)"))
      },
      written: Array(repeating: "message_refused", count: 20) + ["message_refused 10/0"]),
    Case(
      testDescription: "what names money is always written",
      steps: [LogEvent.overpaid, .refundedTooMuch, .refundDeclined, .fareDoubtful].map {
        Step(at: 0, event: $0, times: 30)
      },
      written: ["overpaid", "refunded_too_much", "refund_declined", "fare_doubtful"].flatMap {
        Array(repeating: $0, count: 30)
      }),
    Case(
      testDescription: "at debug everything is written",
      steps: [Step(at: 0, level: .debug, times: 30)],
      written: Array(repeating: "store_unavailable", count: 30)),
    Case(
      testDescription: "a clock that is set back ends the period",
      steps: [Step(at: 1_000, times: 22), Step(at: 0, event: .workerStopping)],
      written: Array(repeating: "store_unavailable", count: 20)
        + ["store_unavailable 2/0", "worker_stopping"]),
  ]

  @Test("Lines go in, lines to be written come out", arguments: cases)
  fileprivate func table(_ row: Case) {
    var bursts = LogBursts()
    var written: [String] = []
    var counted = 0
    var end: Int64 = 0
    for step in row.steps {
      end = step.at
      for _ in 0..<step.times {
        let (lines, isCounted) = bursts.add(
          LogRecord(
            time: Instant(seconds: step.at), level: step.level, event: step.event, context: [],
            fields: step.fields))
        written += lines.map(\.told)
        counted += isCounted ? 1 : 0
      }
    }
    written += bursts.flush(at: Instant(seconds: end), all: true).map(\.told)
    #expect(written == row.written)
    let summed = written.compactMap { line in
      line.contains("/") ? Int(line.split(separator: " ")[1].prefix { $0 != "/" }) : nil
    }
    #expect(summed.reduce(0, +) == counted, "what is not written is counted")
  }

  @Test("Errors without end are of one kind once there are a thousand, so that memory has a limit")
  func manyKinds() {
    var bursts = LogBursts()
    var written = 0
    for number in 0..<5_000 {
      let record = LogRecord(
        time: Instant(seconds: 0), level: .error, event: .storeUnavailable, context: [],
        fields: [LogField(.error, .string("error \(number)"))])
      written += bursts.add(record).lines.count
    }
    #expect(written == LogBursts.kindLimit + LogBursts.limit)
    let told = bursts.flush(at: Instant(seconds: 10)).map(\.told)
    #expect(told == ["store_unavailable \(5_000 - written)/10"])
  }

  @Test("A log counts the lines that it has written, lost and summed up")
  func counters() {
    let lines = Lines()
    let log = lines.log(.info)
    for _ in 0..<50 { log.with([.lane: 1]).error(.storeUnavailable, [.error: "locked"]) }
    log.info(.workerStarted)
    log.debug(.batchHandled)
    #expect(log.counters.lines(of: .error) == 20)
    #expect(log.counters.lines(of: .info) == 1)
    #expect(log.counters.lines(of: .debug) == 0)
    #expect(log.counters.linesSummedUp == 30)
    log.flush()
    #expect(lines.texts.count == 21)
    log.flush(all: true)
    #expect(
      lines.texts.last?.hasSuffix(
        #""event":"store_unavailable","worker":"test-worker","error":"locked","count":30,"#
          + #""period_seconds":0}"# + "\n") == true, "\(lines.texts)")
    lines.limit(to: 0)
    log.info(.workerStarted)
    #expect(log.counters.linesDropped == 1)
  }
}

extension LogRecord {
  /// The event, and what it sums up.
  fileprivate var told: String {
    let numbers = fields.compactMap { field in
      if case .int(let number) = field.value { number } else { nil }
    }
    return numbers.count == 2 ? "\(event.rawValue) \(numbers[0])/\(numbers[1])" : event.rawValue
  }
}
