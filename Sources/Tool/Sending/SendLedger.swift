import Messages

/// Which messages of a run are on their way, which are answered, and how it went.
///
/// A value without a connection and a clock, so that every order of answers can be tried.
struct SendLedger: Sendable {
  /// What became of a message.
  enum Fate: Hashable, Sendable {
    case waiting
    case sent
    case returned
    case answered(isFailure: Bool)
  }

  let messages: [OutgoingMessage]
  private(set) var fates: [Fate]
  /// How many messages have been sent.
  private(set) var sentCount = 0
  private var sentAt: [ContinuousClock.Instant] = []
  /// The unanswered messages by correlation id; several may share one, and are answered in order.
  private var expected: [String: [Int]] = [:]
  private let waits: Bool

  /// Unless `waits`, no answer is expected.
  init(_ messages: [OutgoingMessage], waits: Bool) {
    self.messages = messages
    self.waits = waits
    fates = Array(repeating: .waiting, count: messages.count)
  }

  var isAllSent: Bool { sentCount == messages.count }

  /// How many answers are outstanding.
  var outstanding: Int { expected.values.reduce(0) { $0 + $1.count } }

  /// Marks the next messages as sent; returns their indices.
  mutating func send(_ count: Int, at now: ContinuousClock.Instant) -> Range<Int> {
    let range = sentCount..<min(messages.count, sentCount + max(0, count))
    for index in range {
      fates[index] = .sent
      sentAt.append(now)
      if waits, messages[index].answer == .ours {
        expected[messages[index].properties.correlationID ?? "", default: []].append(index)
      }
    }
    sentCount = range.upperBound
    return range
  }

  /// Records that a message reached no queue.
  mutating func returned(_ index: Int) {
    fates[index] = .returned
    let correlation = messages[index].properties.correlationID ?? ""
    expected[correlation]?.removeAll { $0 == index }
  }

  /// Records an answer; returns the index of the message and the time since it was sent, or nil
  /// when none is expected under the id.
  mutating func answered(
    _ correlation: String, isFailure: Bool, at now: ContinuousClock.Instant
  ) -> (index: Int, time: Duration)? {
    guard let index = expected[correlation]?.first else { return nil }
    expected[correlation]?.removeFirst()
    if expected[correlation]?.isEmpty ?? false { expected[correlation] = nil }
    fates[index] = .answered(isFailure: isFailure)
    return (index, now - sentAt[index])
  }

  /// The messages without an answer.
  var unanswered: [Int] { expected.values.flatMap(\.self).sorted() }

  /// Whether everything was sent, accepted, and answered without a failure.
  var isSuccess: Bool {
    isAllSent && outstanding == 0
      && fates.allSatisfy { $0 == .sent || $0 == .answered(isFailure: false) }
  }

  /// How it went in one line: `5 sent, 4 answered, 1 failed`.
  var summary: String {
    let counts = [
      ("sent", sentCount),
      ("answered", fates.count { if case .answered = $0 { true } else { false } }),
      ("failed", fates.count { $0 == .answered(isFailure: true) }),
      ("returned", fates.count { $0 == .returned }), ("unanswered", outstanding),
      ("not sent", messages.count - sentCount),
    ]
    return counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
  }
}
